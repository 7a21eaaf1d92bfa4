"""The real pre-commit framework, and prek, run our hooks: on files, for they own the index."""

from __future__ import annotations

import getpass
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from sgm_git.workflows.hooks.managed.framework import FRAMEWORK_HOOKS
from tests.hooks.manager_support import (
    BAD,
    GOOD,
    LOSSY,
    PATH,
    TYPED,
    TYPED_PATH,
    begun,
    commit,
    committed,
    enter,
    is_clean,
    program,
    pushed,
    staged,
    with_programs,
    with_remote,
    without_sgm,
)
from tests.hooks.support import attempt, commits
from tests.support import CHECKOUT, GitSandbox

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

SOURCES = ("sgm_git", "schemas", "hooks", "pyproject.toml", "README.md", "LICENSE")
NO_NETWORK = ("Could not fetch URL", "Connection", "Max retries", "No matching distribution")
MANIFEST = ".pre-commit-hooks.yaml"
CONFIG = ".pre-commit-config.yaml"
PROGRAMS = ("pre-commit", "prek")


def runner(name: str, tmp_path: Path) -> Path:
    """A folder for PATH with one of the two; skips where it is not installed."""
    folder = tmp_path / "runner"
    folder.mkdir()
    place = shutil.which(name)
    if name == "pre-commit":
        pytest.importorskip("pre_commit", reason="the pre-commit framework is not installed")
        script = f'#!/bin/sh\nexec "{sys.executable}" -m pre_commit "$@"\n'
    elif place is None:
        pytest.skip("prek is not here: pip install prek")
    else:
        script = f'#!/bin/sh\nexec "{place}" "$@"\n'
    (folder / name).write_text(script)
    (folder / name).chmod(0o755)
    return folder


def kept_by(name: str, sandbox: GitSandbox, tmp_path: Path) -> GitSandbox:
    """A memory whose hooks one of the two runs, by the entry that we write."""
    begun(sandbox)
    sandbox.write(CONFIG if name == "pre-commit" else "prek.toml", "")
    found = with_programs(GitSandbox(sandbox.path, homes(tmp_path)), runner(name, tmp_path))
    (then,) = enter(found)
    program(found, *then.split())
    found.commit("hooks")
    return found


def homes(tmp_path: Path) -> dict[str, str]:
    """Where they keep what they install."""
    return {name: str(tmp_path / "home") for name in ("PRE_COMMIT_HOME", "PREK_HOME")}


@pytest.fixture
def box(sandbox: GitSandbox, tmp_path: Path) -> GitSandbox:
    """A memory whose hooks the pre-commit framework runs."""
    return kept_by("pre-commit", sandbox, tmp_path)


@pytest.fixture(params=PROGRAMS)
def either(request: pytest.FixtureRequest, sandbox: GitSandbox, tmp_path: Path) -> GitSandbox:
    """The same with either of the two."""
    name: str = request.param
    return kept_by(name, sandbox, tmp_path)


def test_the_manifest_offers_what_the_entry_names() -> None:
    offered = yaml.safe_load((CHECKOUT / MANIFEST).read_text())
    least: JsonObject = {"language": "python", "minimum_pre_commit_version": "3.2.0"}
    assert offered == [hook | least for hook in FRAMEWORK_HOOKS]


def test_a_good_record_passes_and_a_bad_one_is_refused(either: GitSandbox) -> None:
    assert commit(either, PATH, GOOD.replace("Do X.", "Do X now.")).status == 0
    refused = commit(either, PATH, BAD)
    assert refused.status == 1
    assert "S202" in refused.err
    assert committed(either) == GOOD.replace("Do X.", "Do X now.")


def test_a_record_typed_by_hand_is_completed_in_its_file_alone(either: GitSandbox) -> None:
    refused = commit(either, TYPED_PATH, TYPED)
    assert refused.status == 1
    assert staged(either, TYPED_PATH) == TYPED
    assert "agent: Ada" in (either.path / TYPED_PATH).read_text()
    either.run("add", TYPED_PATH)
    assert attempt(either, "commit", "-q", "-m", "again").status == 0
    assert "agent: Ada" in committed(either, TYPED_PATH)
    assert is_clean(either)


def test_what_a_record_lost_is_put_back_in_its_file_alone(box: GitSandbox) -> None:
    refused = commit(box, PATH, LOSSY)
    assert refused.status == 1
    assert "K401" in refused.err
    assert staged(box) == LOSSY
    assert (box.path / PATH).read_text() == GOOD


def test_unstaged_work_is_neither_judged_nor_lost(box: GitSandbox) -> None:
    box.write(PATH, GOOD.replace("Do X.", "Do X now."))
    box.run("add", "-A")
    box.write(PATH, BAD)
    assert attempt(box, "commit", "-q", "-m", "x").status == 0
    assert (committed(box), (box.path / PATH).read_text()) == (
        GOOD.replace("Do X.", "Do X now."),
        BAD,
    )


def test_unstaged_work_on_a_record_that_is_completed_is_not_lost(box: GitSandbox) -> None:
    """The framework takes what we changed back where it does not fit; else it stays beside it."""
    box.write(TYPED_PATH, TYPED)
    box.run("add", "-A")
    box.write(TYPED_PATH, f"{TYPED}\nMore, not staged.\n")
    assert attempt(box, "commit", "-q", "-m", "x").status == 1
    assert staged(box, TYPED_PATH) == TYPED
    text = (box.path / TYPED_PATH).read_text()
    assert text.endswith("\n---\n\nDo Y.\n\nMore, not staged.\n")


def test_other_files_are_none_of_our_business(box: GitSandbox) -> None:
    sgm = box.path.parent / "programs" / "sgm"
    sgm.write_text('#!/bin/sh\ntest "$3" != files\n')
    assert commit(box, "main.py", "print()\n").status == 0


@pytest.mark.parametrize("word", ["warn", "block"])
def test_without_sgm_only_records_are_told_of_or_stopped(
    either: GitSandbox, tmp_path: Path, word: str
) -> None:
    with_remote(either, tmp_path / "remote")
    assert pushed(either).endswith("pushed")
    either.write(".git/sgm/consents", "something\n")
    box = without_sgm(either)
    box.run("config", "sgm.hooksMissing", word)
    for name in ("main.py", "README.md"):
        other = commit(box, name, "print()\n", "other")
        assert other.status == 0, other.err
        assert "sgm: not found" not in other.err
    assert pushed(box).endswith("pushed")
    done = commit(box, PATH, BAD)
    assert "sgm: not found, so the pre-commit hook let" in done.err
    assert done.status == int(word == "block")
    (box.path / ".git/sgm/consents").unlink(missing_ok=True)
    box.commit("past the hooks")
    assert pushed(box).endswith("pushed" if word == "warn" else "refused")


def test_a_place_in_the_configuration_is_used(box: GitSandbox, tmp_path: Path) -> None:
    (tmp_path / "programs/sgm").rename(tmp_path / "programs/elsewhere")
    box.run("config", "sgm.path", str(tmp_path / "programs/elsewhere"))
    assert "S202" in commit(without_sgm(box), PATH, BAD).err


def test_files_that_are_named_are_judged_beside_what_is_staged(box: GitSandbox) -> None:
    box.write(PATH, BAD)
    box.commit("past the hooks")
    box.write("README.md", "# Read me\n")
    box.run("add", "README.md")
    said = program(box, "pre-commit", "run", "--all-files", check=False)
    assert "S202" in said
    assert "S202" not in program(box, "pre-commit", "run", check=False)


def test_a_loss_that_was_consented_to_passes_with_its_line(box: GitSandbox) -> None:
    said = program(box, "sgm", "unset", "rule-x", "/x_review", "--no-commit")
    assert "needs the line" not in said
    box.run("add", "-A")
    assert attempt(box, "commit", "-q", "-m", "drop it").status == 0
    assert "SGM-Allow: rule-x /x_review" in box.run("log", "-1", "--format=%B").decode()


def test_all_files_are_judged_where_all_are_named(box: GitSandbox) -> None:
    assert "Passed" in program(box, "pre-commit", "run", "--all-files")
    box.write(PATH, BAD)
    box.commit("past the hooks")
    said = program(box, "pre-commit", "run", "--all-files", check=False)
    assert "S202" in said


def test_what_is_pushed_is_judged_whatever_the_work_tree_says(
    either: GitSandbox, tmp_path: Path
) -> None:
    with_remote(either, tmp_path / "remote")
    assert pushed(either).endswith("pushed")
    either.write(PATH, BAD)
    either.commit("past the hooks")
    either.write(PATH, GOOD)
    said = pushed(either)
    assert "S202" in said
    assert said.endswith("refused")
    either.commit("mended")
    assert pushed(either).endswith("pushed")


def test_a_merge_is_judged_before_it_is_committed(box: GitSandbox) -> None:
    box.run("checkout", "-q", "-b", "side")
    box.write(TYPED_PATH, GOOD.replace("rule-x", "rule-y").replace("editor", "7 # "))
    box.commit("past the hooks")
    box.run("checkout", "-q", "main")
    box.write("notes.txt", "")
    box.commit("notes")
    before = commits(box)
    assert attempt(box, "merge", "--no-edit", "side").status == 1
    assert commits(box) == before


def manifest_repository(folder: Path, language: str) -> str:
    """A repository that offers our manifest, run in some language; give its commit."""
    folder.mkdir()
    box = GitSandbox(folder)
    box.run("init", "-q")
    text = (CHECKOUT / MANIFEST).read_text()
    box.write(MANIFEST, text.replace("language: python", f"language: {language}"))
    return box.commit("offer")


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_manifest_is_read_by_both(sandbox: GitSandbox, tmp_path: Path, name: str) -> None:
    """All but the language, which here is that of programs that are installed already."""
    rev = manifest_repository(tmp_path / "offer", "system")
    hooks = "".join(f"      - id: {hook['id']}\n" for hook in FRAMEWORK_HOOKS)
    begun(sandbox)
    sandbox.write(
        CONFIG, f"repos:\n  - repo: {tmp_path / 'offer'}\n    rev: {rev}\n    hooks:\n{hooks}"
    )
    sandbox.commit("hooks")
    box = with_programs(GitSandbox(sandbox.path, homes(tmp_path)), runner(name, tmp_path))
    program(box, name, "install", "-t", "pre-commit", "-t", "commit-msg")
    assert commit(box, PATH, GOOD.replace("Do X.", "Do X now.")).status == 0
    assert commit(box, PATH, BAD).status == 1


def test_the_framework_installs_the_package_and_runs_it(
    sandbox: GitSandbox, tmp_path: Path
) -> None:
    """As a team has it that names our repository: with an environment that pip fills."""
    offer = GitSandbox(tmp_path / "offer")
    offer.path.mkdir()
    for name in (*SOURCES, MANIFEST):
        source, ignored = CHECKOUT / name, shutil.ignore_patterns("__pycache__")
        if source.is_dir():
            shutil.copytree(source, offer.path / name, ignore=ignored)
        else:
            shutil.copy(source, offer.path / name)
    offer.run("init", "-q")
    rev = offer.commit("offer")
    begun(sandbox)
    sandbox.write(
        CONFIG,
        f"repos:\n  - repo: {offer.path}\n    rev: {rev}\n    hooks: [{{id: sgm-check}}]\n",
    )
    sandbox.commit("hooks")
    box = with_programs(GitSandbox(sandbox.path, homes(tmp_path)), runner("pre-commit", tmp_path))
    (tmp_path / "programs" / "sgm").unlink()
    said = program(installing(box), "pre-commit", "install", "--install-hooks", check=False)
    if any(sign in said for sign in NO_NETWORK):
        pytest.skip("pip cannot get what the package needs here, as without network")
    assert "pre-commit installed" in said, said
    assert commit(box, PATH, GOOD.replace("Do X.", "Do X now.")).status == 0
    refused = commit(box, PATH, BAD)
    assert refused.status == 1
    assert "S202" in refused.err
    said = program(with_programs(box), "sgm", "hooks", "status", check=False)
    assert "they start the sgm that pre-commit installs" in said


def installing(box: GitSandbox) -> GitSandbox:
    """The repository as pip must see it: with its user's own settings, and no patience."""
    own = {"HOME": str(Path(f"~{getpass.getuser()}").expanduser()), "PIP_RETRIES": "0"}
    return GitSandbox(box.path, box.environment | own)
