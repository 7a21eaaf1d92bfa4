"""Which configuration counts, and that none is read from where it should not be."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.policy.team import MAX_SCHEMA_BYTES
from sgm_git.store.below import Below
from sgm_git.store.settings import load_settings

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.store.settings import Settings
    from tests.support import GitSandbox

CONFIG = ".sgm/config.toml"
SCHEMA = ".sgm/schemas/rule.schema.json"
STRICT = json.dumps(
    {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:example:rule",
        "title": "rule",
        "type": "object",
        "required": ["owner"],
    }
)


def load(folder: Path, engine: Engine = "git") -> Settings:
    return load_settings(open_repository(folder, engine))


def test_without_a_file_all_is_default(sandbox: GitSandbox, engine: Engine) -> None:
    settings = load(sandbox.path, engine)
    assert [root.path for root in settings.config.roots] == ["memory"]
    assert (settings.written, settings.text, settings.notes) == (None, "", ())
    assert settings.problems == ()


def test_roots_and_what_they_ignore_are_the_work_trees(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write(CONFIG, '[[root]]\npath = "old"\n')
    sandbox.commit()
    sandbox.write(CONFIG, '[store]\nignore = ["x.md"]\n[[root]]\npath = "new"\n')
    settings = load(sandbox.path, engine)
    assert settings.roots.root_of("new/a.md") is not None
    assert settings.roots.root_of("old/a.md") is None
    assert settings.roots.root_of("new/x.md") is None
    assert settings.notes == (
        f"{CONFIG}: its roots are not those of HEAD, and count already",
        f"{CONFIG}: its ignore is not that of HEAD, and counts already",
    )
    sandbox.commit()
    assert load(sandbox.path, engine).notes == ()


class TestStrict:
    """Whether a file without front matter is an error is HEAD's to say, root by root."""

    LOOSE = '[[root]]\npath = "{}"\nstrict = false\n'

    def test_a_root_made_loose_stays_strict_until_that_is_committed(
        self, sandbox: GitSandbox, engine: Engine
    ) -> None:
        sandbox.write(CONFIG, '[[root]]\npath = "memory"\n')
        sandbox.commit()
        sandbox.write(CONFIG, self.LOOSE.format("./memory/"))
        settings = load(sandbox.path, engine)
        assert [root.strict for root in settings.config.roots] == [True]
        root = settings.roots.root_of("memory/a.md")
        assert root is not None
        assert root.config.strict
        assert settings.notes == (
            f"{CONFIG}: what it says of strict in the root ./memory/ counts once it is committed",
        )
        sandbox.commit()
        settings = load(sandbox.path, engine)
        assert [root.strict for root in settings.config.roots] == [False]
        assert settings.notes == ()

    @pytest.mark.parametrize("born", [True, False])
    def test_a_new_root_is_strict(self, sandbox: GitSandbox, engine: Engine, born: bool) -> None:
        if born:
            sandbox.write(CONFIG, self.LOOSE.format("docs"))
            sandbox.commit()
        sandbox.write(CONFIG, self.LOOSE.format("docs") + self.LOOSE.format("doc*"))
        settings = load(sandbox.path, engine)
        assert [root.strict for root in settings.config.roots] == [not born, True]
        assert f"{CONFIG}: what it says of strict in the root doc* counts once it is committed" in (
            settings.notes
        )

    def test_a_root_made_strict_counts_once_it_is_committed(
        self, sandbox: GitSandbox, engine: Engine
    ) -> None:
        sandbox.write(CONFIG, self.LOOSE.format("docs"))
        sandbox.commit()
        sandbox.write(CONFIG, '[[root]]\npath = "docs"\n')
        settings = load(sandbox.path, engine)
        assert [root.strict for root in settings.config.roots] == [False]
        assert settings.notes == (
            f"{CONFIG}: what it says of strict in the root docs counts once it is committed",
        )


@pytest.mark.parametrize("born", [True, False])
def test_what_loosens_a_check_counts_once_it_is_committed(
    sandbox: GitSandbox, engine: Engine, born: bool
) -> None:
    if born:
        sandbox.write(CONFIG, '[checks]\nignore = ["F110"]\n')
        sandbox.commit()
    sandbox.write(CONFIG, '[checks]\nignore = ["S"]\n[identities]\nAda = ["a@example.org"]\n')
    settings = load(sandbox.path, engine)
    assert settings.config.checks.everywhere.ignore == (("F110",) if born else ())
    assert settings.config.identities == {}
    assert settings.notes == (
        f"{CONFIG}: what it says of identities counts once it is committed",
        f"{CONFIG}: what it says of checks counts once it is committed",
    )
    sandbox.commit()
    settings = load(sandbox.path, engine)
    assert settings.config.checks.everywhere.ignore == ("S",)
    assert settings.notes == ()


def test_in_a_checkout_with_crlf_nothing_differs(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    sandbox.write(CONFIG, '[checks]\nignore = ["F110"]\n')
    sandbox.write(SCHEMA, STRICT + "\n")
    sandbox.commit()
    sandbox.run("clone", "-q", "-c", "core.autocrlf=true", ".", str(tmp_path / "windows"))
    assert b"\r\n" in (tmp_path / "windows" / CONFIG).read_bytes()
    settings = load(tmp_path / "windows", engine)
    assert (settings.notes, settings.problems) == ((), ())
    assert settings.config.checks.everywhere.ignore == ("F110",)


def test_what_is_not_known_is_a_problem_with_its_file(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write(CONFIG, "[stroe]\n")
    sandbox.write(".sgm/confg.toml", "")
    sandbox.write(".sgm/templates/rule.md", "")
    problems = load(sandbox.path, engine).problems
    assert [(path, fault.code) for path, fault in problems] == [
        (CONFIG, "C801"),
        (".sgm/confg.toml", "C801"),
    ]
    assert all("did you mean" in fault.message for _, fault in problems)


class TestWhatCannotBeUsed:
    """A configuration that cannot be understood stops the run, with its place."""

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("format = 1\nx = [\n", r"config\.toml:3:1: not TOML"),
            ("x = = 1", r"config\.toml:1:5: not TOML"),
            ("[store]\nstamp = 7\n", r"config\.toml:2:"),
            ("\n\nformat = 2\n", r"config\.toml:3:"),
            ('[[root]]\npath = "../x"\n', r"config\.toml:2:"),
            (b"# caf\xe9\n", r"config\.toml:1: not UTF-8"),
        ],
    )
    def test_in_the_work_tree(
        self, sandbox: GitSandbox, engine: Engine, text: str | bytes, place: str
    ) -> None:
        sandbox.write(CONFIG, text)
        with pytest.raises(CannotRun, match=place) as refusal:
            load(sandbox.path, engine)
        assert refusal.value.hint
        assert "HEAD" not in refusal.value.message

    def test_in_head_alone_it_says_so(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.write(CONFIG, "format =\n")
        sandbox.commit()
        sandbox.write(CONFIG, "format = 1\n")
        with pytest.raises(CannotRun, match=r"HEAD:\.sgm/config\.toml:1:"):
            load(sandbox.path, engine)
        sandbox.commit()
        assert load(sandbox.path, engine).notes == ()

    def test_a_file_that_the_system_hides(
        self, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sandbox.write(CONFIG, "")

        def refusing(*_given: object) -> bytes:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Below, "read", refusing)
        with pytest.raises(CannotRun, match=r"cannot read .*: Permission denied"):
            load(sandbox.path)

    def test_one_without_end_is_not_read(self, sandbox: GitSandbox, engine: Engine) -> None:
        os.truncate(sandbox.write(CONFIG, "#"), 1 << 32)
        with pytest.raises(CannotRun, match="over the limit of 1,048,576 bytes"):
            load(sandbox.path, engine)

    def test_a_folder_of_that_name(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.write(f"{CONFIG}/x", "")
        with pytest.raises(CannotRun, match="is no plain file"):
            load(sandbox.path, engine)


@pytest.mark.parametrize("link", [".sgm", CONFIG])
def test_none_is_read_through_a_link(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path, link: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "config.toml").write_text('[checks]\nignore = ["S"]\n')
    target = outside if link == ".sgm" else outside / "config.toml"
    (sandbox.path / link).parent.mkdir(exist_ok=True)
    (sandbox.path / link).symlink_to(target)
    with pytest.raises(CannotRun, match="is no plain file"):
        load(sandbox.path, engine)
    sandbox.commit()
    (sandbox.path / link).unlink()
    assert load(sandbox.path, engine).config.checks.everywhere.ignore == ()


class TestTeamSchemas:
    """They count as HEAD has them, as plain files, and one that cannot be used is said."""

    def test_from_head(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.write(SCHEMA, STRICT)
        before = load(sandbox.path, engine)
        assert before.schemas.team_violations({"id": "x", "type": "rule"}) == []
        assert before.notes == (f"{SCHEMA}: it counts once it is committed",)
        sandbox.commit()
        after = load(sandbox.path, engine)
        assert len(after.schemas.team_violations({"id": "x", "type": "rule"})) == 1
        assert after.notes == ()
        sandbox.write(SCHEMA, "{}")
        assert load(sandbox.path, engine).notes == before.notes

    def test_not_through_links(self, sandbox: GitSandbox, engine: Engine, tmp_path: Path) -> None:
        (tmp_path / "outside.json").write_text(STRICT)
        (sandbox.path / SCHEMA).parent.mkdir(parents=True)
        (sandbox.path / SCHEMA).symlink_to(tmp_path / "outside.json")
        sandbox.commit()
        settings = load(sandbox.path, engine)
        assert settings.schemas.team_violations({"id": "x", "type": "rule"}) == []

    def test_one_without_end_is_not_read(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.write(SCHEMA, "{}" + " " * MAX_SCHEMA_BYTES)
        sandbox.commit()
        ((_, fault),) = load(sandbox.path, engine).schemas.problems
        assert "larger than 256 KiB" in fault.message
        os.truncate(sandbox.write(SCHEMA, "{}"), 1 << 32)
        assert load(sandbox.path, engine).notes == ()

    def test_one_that_is_broken_leaves_the_others(
        self, sandbox: GitSandbox, engine: Engine
    ) -> None:
        sandbox.write(SCHEMA, STRICT)
        sandbox.write(".sgm/schemas/task.schema.json", "{")
        sandbox.commit()
        settings = load(sandbox.path, engine)
        assert [path for path, _ in settings.schemas.problems] == [".sgm/schemas/task.schema.json"]
        assert len(settings.schemas.team_violations({"id": "x", "type": "rule"})) == 1


def test_a_bare_repository_has_those_of_head(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    sandbox.write(CONFIG, '[checks]\nignore = ["S"]\n[[root]]\npath = "notes"\n')
    sandbox.commit()
    sandbox.run("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    settings = load(tmp_path / "bare.git", engine)
    assert settings.config.checks.everywhere.ignore == ("S",)
    assert settings.roots.prefixes == ("notes",)


def test_a_configuration_with_a_byte_order_mark_has_its_places(sandbox: GitSandbox) -> None:
    sandbox.write(CONFIG, b"\xef\xbb\xbf[checks]\r\nignore = []\r\n")
    assert load(sandbox.path).text.startswith("[checks]")
