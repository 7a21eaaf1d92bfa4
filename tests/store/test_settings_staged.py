"""What judges a commit is HEAD's, for the roots of the index; the work tree is not looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.findings import Severity
from sgm_git.git.engine import open_repository
from sgm_git.store.settings import staged_settings

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from sgm_git.store.settings import Settings
    from tests.support import GitSandbox

CONFIG = ".sgm/config.toml"
SCHEMA = ".sgm/schemas/incident.json"
LOOSE = '[checks]\nseverity = { S205 = "error" }\n'


def load(box: GitSandbox, engine: Engine) -> Settings:
    return staged_settings(open_repository(box.path, engine))


def stage(box: GitSandbox, path: str, text: str) -> None:
    box.write(path, text)
    box.run("add", path)


def test_without_any_file_all_is_default(sandbox: GitSandbox, engine: Engine) -> None:
    settings = load(sandbox, engine)
    assert [root.path for root in settings.config.roots] == ["memory"]
    assert (settings.written, settings.problems, settings.notes) == (None, (), ())


def test_the_work_tree_is_not_looked_at(sandbox: GitSandbox, engine: Engine) -> None:
    stage(sandbox, CONFIG, '[[root]]\npath = "old"\n')
    sandbox.commit()
    sandbox.write(CONFIG, "this is [no TOML\n")
    sandbox.write(".sgm/unknown", "")
    settings = load(sandbox, engine)
    assert settings.roots.prefixes == ("old",)
    assert (settings.problems, settings.notes) == ((), ())


def test_roots_are_the_indexs_and_severities_are_heads(sandbox: GitSandbox, engine: Engine) -> None:
    stage(sandbox, CONFIG, LOOSE)
    sandbox.commit()
    stage(sandbox, CONFIG, '[store]\nstamp = "always"\n[[root]]\npath = "new"\n')
    settings = load(sandbox, engine)
    assert settings.roots.prefixes == ("new",)
    assert settings.config.store.stamp == "always"
    assert settings.config.checks.everywhere.severity == {"S205": Severity.ERROR}
    assert settings.notes == (
        f"{CONFIG}: its roots are not those of HEAD, and count already",
        f"{CONFIG}: what it says of checks counts once it is committed",
    )
    sandbox.commit()
    assert load(sandbox, engine).notes == ()


def test_a_broken_one_of_the_index_is_refused_with_its_place(
    sandbox: GitSandbox, engine: Engine
) -> None:
    stage(sandbox, CONFIG, "format = 1\n[store]\nstamp = 1\n")
    sandbox.write(CONFIG, "format = 1\n")
    with pytest.raises(CannotRun, match=rf"^{CONFIG}:3:1: "):
        load(sandbox, engine)


def test_a_broken_one_of_head_does_not_keep_the_mended_one_out(
    sandbox: GitSandbox, engine: Engine
) -> None:
    stage(sandbox, CONFIG, "stamp = [\n")
    sandbox.commit()
    with pytest.raises(CannotRun, match=rf"^{CONFIG}:"):
        load(sandbox, engine)
    stage(sandbox, CONFIG, LOOSE)
    settings = load(sandbox, engine)
    assert settings.config.checks.everywhere.severity == {}
    assert "defaults count in place of HEAD's" in settings.notes[0]


def test_links_and_huge_files_are_not_read(sandbox: GitSandbox, engine: Engine) -> None:
    (sandbox.path / ".sgm").mkdir()
    (sandbox.path / CONFIG).symlink_to("../elsewhere")
    sandbox.run("add", CONFIG)
    with pytest.raises(CannotRun, match="no plain file"):
        load(sandbox, engine)
    sandbox.commit()
    (sandbox.path / CONFIG).unlink()
    stage(sandbox, CONFIG, "format = 1\n")
    assert load(sandbox, engine).written == b"format = 1\n"
    stage(sandbox, CONFIG, "#" * 2**20 + "\n")
    with pytest.raises(CannotRun, match="over the limit"):
        load(sandbox, engine)


def test_one_that_is_taken_away_leaves_the_defaults(sandbox: GitSandbox, engine: Engine) -> None:
    stage(sandbox, CONFIG, LOOSE)
    sandbox.commit()
    sandbox.run("rm", "-q", "--cached", CONFIG)
    settings = load(sandbox, engine)
    assert settings.written is None
    assert settings.config.checks.everywhere.severity == {"S205": Severity.ERROR}


def test_schemas_are_heads(sandbox: GitSandbox, engine: Engine) -> None:
    stage(sandbox, SCHEMA, '{"required": ["x_severity"]}')
    assert load(sandbox, engine).schemas.team == ()
    sandbox.commit()
    stage(sandbox, SCHEMA, "{")
    assert [each.path for each in load(sandbox, engine).schemas.team] == [SCHEMA]


def test_unknown_files_and_keys_of_the_index_are_problems(
    sandbox: GitSandbox, engine: Engine
) -> None:
    stage(sandbox, CONFIG, "format = 1\nstamps = 1\n")
    stage(sandbox, ".sgm/confg.toml", "")
    assert {path for path, _ in load(sandbox, engine).problems} == {CONFIG, ".sgm/confg.toml"}
