"""What ``sgm init`` makes, and what it leaves alone."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, UsageError
from sgm_git.record import fields
from sgm_git.store.writing import Writing
from sgm_git.workflows.context.home import scope_at
from sgm_git.workflows.hooks.scripts import WORK_TREE_HOOKS
from sgm_git.workflows.initialise import initialise
from tests.store.support import ada, open_store, rule
from tests.support import GitSandbox

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine

LINE_ENDS = "memory/**/*.md text eol=lf merge=sgm\n"
DONE = (
    "wrote .sgm/config.toml",
    "made memory/",
    "set line ends and merging of records in .gitattributes",
)


pytestmark = pytest.mark.usefixtures("sgm_on_path")
HOOKS = "installed 6 hooks in .git/hooks"
DRIVER = "registered the merge driver in git's configuration"


def done(engine: Engine) -> tuple[str, ...]:
    """What is done the first time: without git there is nothing to run hooks."""
    return (*DONE, DRIVER, HOOKS) if engine == "git" else DONE


def config(sandbox: GitSandbox) -> dict[str, object]:
    return tomllib.loads((sandbox.path / ".sgm/config.toml").read_text())


def attributes(sandbox: GitSandbox) -> str:
    return (sandbox.path / ".gitattributes").read_bytes().decode()


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def test_an_empty_repository_becomes_a_memory(sandbox: GitSandbox, engine: Engine) -> None:
    report = initialise(sandbox.path, engine=engine)
    assert (report.top, report.done) == (sandbox.path, done(engine))
    assert config(sandbox) == {"format": 1, "root": [{"path": "memory"}]}
    assert attributes(sandbox) == LINE_ENDS
    assert (sandbox.path / "memory").is_dir()


def test_nothing_is_staged_or_committed(sandbox: GitSandbox, engine: Engine) -> None:
    initialise(sandbox.path, engine=engine)
    assert sandbox.status() == "? .gitattributes\n? .sgm/config.toml\n"
    assert sandbox.run("rev-parse", "-q", "--verify", "HEAD", check=False) == b""


def test_the_memory_works_at_once(sandbox: GitSandbox, engine: Engine) -> None:
    initialise(sandbox.path, engine=engine)
    store = open_store(sandbox.path, engine)
    with store.transaction(ada(store)) as tx:
        tx.add(rule())
    assert store.get("rule-x").path == "memory/rule/rule-x.md"
    assert sandbox.run("check-attr", "eol", "memory/rule/rule-x.md").endswith(b"eol: lf\n")


def test_again_it_does_nothing(sandbox: GitSandbox, engine: Engine) -> None:
    initialise(sandbox.path, ["docs/memory", "packages/*/memory"], engine)
    before = files(sandbox.path)
    for roots in ([], ["docs/memory"], ["./docs//memory/", "packages/*/memory"]):
        assert initialise(sandbox.path, roots, engine).done == ()
    assert files(sandbox.path) == before


@pytest.mark.parametrize("committed", [True, False])
def test_where_there_is_more_than_memory_only_agents_commit_at_once(
    sandbox: GitSandbox, committed: bool
) -> None:
    sandbox.write("src/main.py", "print()\n")
    if committed:
        sandbox.commit()
    initialise(sandbox.path)
    assert config(sandbox)["store"] == {"commit": "agents"}


def test_several_roots_and_patterns(sandbox: GitSandbox) -> None:
    report = initialise(
        sandbox.path, ["docs/memory", "packages/*/memory", "my notes", "docs/memory"]
    )
    assert config(sandbox)["root"] == [
        {"path": "docs/memory"},
        {"path": "packages/*/memory", "scope": {"package": "{1}"}},
        {"path": "my notes"},
    ]
    assert attributes(sandbox).splitlines() == [
        "docs/memory/**/*.md text eol=lf merge=sgm",
        "packages/*/memory/**/*.md text eol=lf merge=sgm",
        '"my notes/**/*.md" text eol=lf merge=sgm',
    ]
    assert report.done[1:4] == (
        "set the scope of new records in packages/*/memory to package=NAME, NAME for the *",
        "made docs/memory/",
        "made my notes/",
    )
    assert not (sandbox.path / "packages").exists()
    for path in ("docs/memory/a.md", "packages/x/memory/b/c.md", "my notes/d.md"):
        assert sandbox.run("check-attr", "eol", path).endswith(b"eol: lf\n")


def test_a_record_gets_the_scope_of_its_package(sandbox: GitSandbox) -> None:
    initialise(sandbox.path, ["my packages/*/memory"])
    assert config(sandbox)["root"] == [
        {"path": "my packages/*/memory", "scope": {"my package": "{1}"}}
    ]
    store = open_store(sandbox.path)
    with store.transaction(ada(store), Writing(home="my packages/api")) as tx:
        written = tx.add(rule())
    assert fields.scope(store.get(written.id).record or {}) == {"my package": "api"}
    assert scope_at(store.records, "my packages/api/src") == {"my package": "api"}


def test_the_whole_repository_may_be_the_root(sandbox: GitSandbox) -> None:
    initialise(sandbox.path, ["."])
    assert attributes(sandbox) == "*.md text eol=lf merge=sgm\n"
    store = open_store(sandbox.path)
    with store.transaction(ada(store)) as tx:
        assert tx.add(rule()).path == "rule/rule-x.md"


@pytest.mark.parametrize(
    "root",
    ["../x", "/etc", "a/../../x", "\\x", ".git/x", "a/.GIT", ".git ", ".sgm/x", "a\1b", "\udcff"],
)
def test_a_root_outside_is_refused_and_nothing_is_made(sandbox: GitSandbox, root: str) -> None:
    with pytest.raises(UsageError, match="cannot be used"):
        initialise(sandbox.path, [root])
    assert sandbox.status() == ""


def test_a_configuration_that_is_there_stays_to_the_byte(sandbox: GitSandbox) -> None:
    text = b'# ours\r\n[[root]]\r\npath = "notes"  # here\r\n'
    sandbox.write(".sgm/config.toml", text)
    assert initialise(sandbox.path).done == ("made notes/", DONE[2], DRIVER, HOOKS)
    assert (sandbox.path / ".sgm/config.toml").read_bytes() == text
    assert attributes(sandbox) == "notes/**/*.md text eol=lf merge=sgm\n"


def test_a_root_that_it_lacks_is_for_a_person_to_add(sandbox: GitSandbox) -> None:
    sandbox.write(".sgm/config.toml", "format = 1\n")
    with pytest.raises(UsageError, match="has no root docs") as refusal:
        initialise(sandbox.path, ["docs"])
    assert refusal.value.hint is not None
    assert 'path = "docs"' in refusal.value.hint
    assert not (sandbox.path / ".gitattributes").exists()


def test_a_configuration_that_cannot_be_read_is_left(sandbox: GitSandbox) -> None:
    sandbox.write(".sgm/config.toml", "format = \n")
    with pytest.raises(CannotRun, match=r"config\.toml:1:"):
        initialise(sandbox.path)
    assert sandbox.status() == "? .sgm/config.toml\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"*.png binary\n", b"*.png binary\n" + LINE_ENDS.encode()),
        (b"*.png binary", b"*.png binary\n" + LINE_ENDS.encode()),
        (b"*.png binary\r\n", b"*.png binary\r\n" + LINE_ENDS.replace("\n", "\r\n").encode()),
        (b"a b\r\nc d", b"a b\r\nc d\r\n" + LINE_ENDS.replace("\n", "\r\n").encode()),
        (b"caf\xe9 text\n", b"caf\xe9 text\n" + LINE_ENDS.encode()),
        (LINE_ENDS.encode(), LINE_ENDS.encode()),
        (b"memory/**/*.md text eol=lf\n", LINE_ENDS.encode()),
        (LINE_ENDS.replace("\n", "\r\n").encode(), LINE_ENDS.replace("\n", "\r\n").encode()),
    ],
)
def test_attributes_are_added_to_what_stands_there(
    sandbox: GitSandbox, before: bytes, after: bytes
) -> None:
    sandbox.write(".gitattributes", before)
    initialise(sandbox.path)
    assert (sandbox.path / ".gitattributes").read_bytes() == after


def test_where_no_repository_is_one_is_made(tmp_path: Path, engine: Engine) -> None:
    folder = tmp_path / "new" / "place"
    report = initialise(folder, engine=engine)
    assert report.done == (f"made a git repository in {folder}", *done(engine))
    assert GitSandbox(folder).run("status", "--porcelain") == b"?? .gitattributes\n?? .sgm/\n"
    assert initialise(folder, engine=engine).done == ()


def test_no_git_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert initialise(tmp_path / "x").done[1:] == DONE
    assert open_store(tmp_path / "x", "auto").repository.engine == "dulwich"


def test_from_a_folder_below_it_is_the_repository_around(
    sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sandbox.path / "src/deep").mkdir(parents=True)
    monkeypatch.chdir(sandbox.path / "src/deep")
    report = initialise(Path(), engine=engine)
    assert (report.top, report.done) == (sandbox.path, done(engine))
    assert not (sandbox.path / "src/deep/.git").exists()


@pytest.mark.parametrize("name", ["docs/new", "file.txt"])
def test_a_folder_that_is_none_makes_no_repository_in_a_repository(
    sandbox: GitSandbox, name: str
) -> None:
    sandbox.write("file.txt", "x")
    with pytest.raises(UsageError, match="is no folder of the repository"):
        initialise(sandbox.path / name)
    assert sandbox.status() == "? file.txt\n"


def test_a_file_is_no_place_for_a_repository(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(CannotRun):
        initialise(tmp_path / "file", engine=engine)
    assert (tmp_path / "file").read_text() == "x"


def test_a_linked_work_tree_gets_its_own(sandbox: GitSandbox, tmp_path: Path) -> None:
    sandbox.commit("begin")
    sandbox.run("worktree", "add", "-q", str(tmp_path / "linked"))
    assert initialise(tmp_path / "linked").top == tmp_path / "linked"
    assert (tmp_path / "linked/.sgm/config.toml").is_file()
    assert sandbox.status() == ""


def test_a_bare_repository_is_refused(sandbox: GitSandbox, tmp_path: Path, engine: Engine) -> None:
    sandbox.run("init", "-q", "--bare", str(tmp_path / "bare.git"))
    with pytest.raises(CannotRun, match="bare"):
        initialise(tmp_path / "bare.git", engine=engine)


def test_a_repository_that_a_hook_speaks_of_is_not_meant(
    sandbox: GitSandbox, tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(sandbox.path / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(sandbox.path / ".git/index"))
    assert initialise(tmp_path / "other", engine=engine).top == tmp_path / "other"
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert (tmp_path / "other/.git/HEAD").is_file()
    assert sandbox.status() == ""


def test_somebody_elses_repository_is_refused_in_gits_words(
    sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(CannotRun, match="dubious ownership"):
        initialise(sandbox.path, engine=engine)
    assert not (sandbox.path / ".sgm").exists()


@pytest.mark.parametrize("link", [".sgm", ".sgm/config.toml", ".gitattributes", "memory"])
def test_nothing_is_written_through_a_link(sandbox: GitSandbox, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    (sandbox.path / link).parent.mkdir(exist_ok=True)
    (sandbox.path / link).symlink_to(outside)
    with pytest.raises(CannotRun, match="is a symbolic link"):
        initialise(sandbox.path)
    assert not outside.exists()


@pytest.mark.parametrize("name", [".sgm", "memory", ".sgm/config.toml/x", ".gitattributes/x"])
def test_what_stands_in_the_way_is_named(sandbox: GitSandbox, name: str) -> None:
    sandbox.write(name, "x")
    with pytest.raises(CannotRun, match=name.removesuffix("/x").replace(".", r"\.")):
        initialise(sandbox.path)


class TestHooks:
    def names(self, sandbox: GitSandbox) -> set[str]:
        folder = sandbox.path / ".git/hooks"
        return {path.name for path in folder.iterdir() if path.suffix != ".sample"}

    def test_they_are_installed(self, sandbox: GitSandbox) -> None:
        assert initialise(sandbox.path).done[-1] == HOOKS
        assert self.names(sandbox) == set(WORK_TREE_HOOKS)
        assert sandbox.status() == "? .gitattributes\n? .sgm/config.toml\n"

    def test_they_are_left_where_they_are_not_wanted(self, sandbox: GitSandbox) -> None:
        assert initialise(sandbox.path, hooks=False).done == (*DONE, DRIVER)
        assert self.names(sandbox) == set()

    def test_a_clone_that_has_a_configuration_gets_them(
        self, sandbox: GitSandbox, tmp_path: Path
    ) -> None:
        initialise(sandbox.path)
        sandbox.write("memory/rule/x.md", "x\n")
        sandbox.commit("begin")
        sandbox.run("clone", "-q", str(sandbox.path), str(tmp_path / "clone"))
        clone = GitSandbox(tmp_path / "clone")
        assert initialise(clone.path).done == (DRIVER, HOOKS)
        assert initialise(clone.path).done == ()
        assert clone.status() == ""

    def test_what_stands_in_their_way_stops_nothing_else(self, sandbox: GitSandbox) -> None:
        sandbox.run("config", "core.hooksPath", "/dev/null")
        report = initialise(sandbox.path)
        assert report.done == (*DONE, DRIVER)
        assert report.to_do[0].startswith("the hooks are not installed: git looks for hooks in")
        assert report.to_do[1] == "hint: git config --unset core.hooksPath"

    def test_without_git_there_is_nothing_to_run_them(self, sandbox: GitSandbox) -> None:
        assert initialise(sandbox.path, engine="dulwich").done == DONE
        assert self.names(sandbox) == set()


class TestDriver:
    def test_records_are_merged_by_it_and_again_nothing_is_done(self, sandbox: GitSandbox) -> None:
        assert DRIVER in initialise(sandbox.path).done
        assert b" merge-driver %O %A %B %L %P" in sandbox.run("config", "merge.sgm.driver")
        named = sandbox.run("check-attr", "merge", "memory/rule/x.md")
        assert named == b"memory/rule/x.md: merge: sgm\n"
        before = (sandbox.path / ".git/config").read_bytes()
        assert initialise(sandbox.path).done == ()
        assert (sandbox.path / ".git/config").read_bytes() == before

    def test_one_of_somebody_else_stays_and_is_told(self, sandbox: GitSandbox) -> None:
        sandbox.run("config", "merge.sgm.driver", "mine")
        report = initialise(sandbox.path)
        assert DRIVER not in report.done
        assert report.to_do == (
            "merge.sgm.driver in git's configuration is none of ours: it merges the records here",
            "hint: git config --unset merge.sgm.driver && sgm init",
        )
