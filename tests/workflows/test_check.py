"""What is checked, against what, and that nothing hides behind anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Store
from sgm_git.errors import CannotRun, UsageError
from sgm_git.findings import Severity
from sgm_git.workflows.check import Selection, check
from tests.store.support import BASE, NOW, ada, open_store
from tests.workflows.support import another, begin

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.workflows.check import CheckReport
    from tests.support import GitSandbox

GOOD = "memory/decision/dec-keep-datastore.md"
BAD = "memory/fact/fact-x.md"
UNDATED = BASE.replace(b"id: dec-keep-datastore", b"id: fact-x").replace(
    b"2026-10-10T18:21:47Z", b"yesterday"
)
UNDATED = UNDATED.replace(b"type: decision", b"type: fact")


@pytest.fixture
def store(sandbox: GitSandbox, engine: Engine) -> Store:
    begin(sandbox)
    sandbox.write(GOOD, BASE)
    sandbox.commit("add")
    return open_store(sandbox.path, engine)


def codes(report: CheckReport) -> list[tuple[str, str]]:
    """What is said, but for history (P), which has tests of its own."""
    return [(each.path, each.code) for each in report.findings if each.code[0] != "P"]


def looked(store: Store, *paths: str, staged: bool = False, rev: str | None = None) -> CheckReport:
    return check(store.records, NOW, Selection(paths, staged=staged, rev=rev))


def test_a_good_memory_has_no_findings(store: Store) -> None:
    report = looked(store)
    assert (codes(report), report.records) == ([], 1)
    assert not report.fails(strict=True)


def test_one_broken_file_hides_no_other(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("memory/fact/a.md", "---\nid: [\n---\n")
    sandbox.write("memory/fact/b.md", b"---\nid: \xff\n---\n")
    sandbox.write("memory/fact/c.md", "no front matter\n")
    sandbox.write("memory/fact/e.md", b"\x00" * 2_000_000)
    sandbox.write(BAD, UNDATED)
    report = looked(store)
    assert codes(report) == [
        ("memory/fact/a.md", "F103"),
        ("memory/fact/b.md", "F105"),
        ("memory/fact/c.md", "F101"),
        ("memory/fact/e.md", "F107"),
        (BAD, "S202"),
    ]
    assert report.records == 6
    assert report.fails(strict=False)
    assert report.count(Severity.ERROR) == 5


def test_warnings_fail_only_a_strict_run(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(GOOD, BASE.replace(b"kind: status, value: accepted", b"kind: note, value: x"))
    report = looked(store)
    assert (report.count(Severity.ERROR), report.count(Severity.WARNING)) == (0, 1)
    assert not report.fails(strict=False)
    assert report.fails(strict=True)


class TestPaths:
    """Some of the records, by file or folder."""

    @pytest.fixture
    def two(self, store: Store, sandbox: GitSandbox) -> Store:
        sandbox.write(BAD, UNDATED)
        sandbox.write("memory/fact copy/x.md", UNDATED.replace(b"fact-x", b"fact-y"))
        return store

    @pytest.mark.parametrize(
        ("path", "records", "errors"),
        [
            ("memory", 3, 2),
            ("memory/", 3, 2),
            (".", 3, 2),
            ("", 3, 2),
            ("memory/decision", 1, 0),
            ("memory/fact", 1, 1),
            (BAD, 1, 1),
            (GOOD, 1, 0),
        ],
    )
    def test_only_what_lies_there_is_judged(
        self, two: Store, path: str, records: int, errors: int
    ) -> None:
        report = looked(two, path)
        assert (report.records, report.count(Severity.ERROR)) == (records, errors)

    def test_several_add_up(self, two: Store) -> None:
        assert looked(two, GOOD, "memory/fact").records == 2

    @pytest.mark.parametrize("path", ["memory/fac", "memory/nothing", "src", "memory/fact/x"])
    def test_a_path_without_records_is_a_mistake(self, two: Store, path: str) -> None:
        with pytest.raises(UsageError, match=f"no record lies at or below {path}"):
            looked(two, GOOD, path)

    def test_a_root_that_is_empty_yet_is_none(self, sandbox: GitSandbox) -> None:
        store = begin(sandbox, config='[[root]]\npath = "docs/a"\n[[root]]\npath = "p/*/m"\n')
        for path in ("docs/a", "docs", "."):
            assert looked(store, path).records == 0
        with pytest.raises(UsageError):
            looked(store, "docs/b")

    def test_what_concerns_several_records_is_seen_from_each(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        sandbox.write("memory/rule/same.md", BASE)
        found = looked(store, "memory/rule").findings
        assert {finding.code for finding in found} >= {"L501"}
        assert {finding.path for finding in found} == {"memory/rule/same.md"}

    def test_the_configuration_is_judged_with_all_and_by_name(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        sandbox.write(".sgm/config.toml", "format = 1\n[stroe]\n")
        sandbox.commit()
        store = Store.open(sandbox.path)
        wrong = (".sgm/config.toml", "C801")
        assert codes(looked(store)) == [wrong]
        assert codes(looked(store, ".")) == [wrong]
        assert codes(looked(store, ".sgm/config.toml")) == [wrong]
        assert looked(store, ".sgm").records == 0
        assert codes(looked(store, "memory")) == []

    @pytest.mark.parametrize(
        "path", ["memory/with space.md", "memory/日本.md", "memory/new\nline.md", "memory/-x.md"]
    )
    def test_names_may_be_odd(self, store: Store, sandbox: GitSandbox, path: str) -> None:
        sandbox.write(path, UNDATED)
        for report in (looked(store), looked(store, path)):
            assert (path, "S202") in codes(report)
        sandbox.commit()
        for report in (looked(store, staged=True), looked(store, path, rev="HEAD")):
            assert (path, "S202") in codes(report)


class TestStaged:
    """``--staged`` judges what would be committed, whatever lies in the work tree (trap 50)."""

    def test_a_bad_record_that_was_mended_afterwards(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        sandbox.write(BAD, UNDATED)
        sandbox.run("add", BAD)
        sandbox.write(BAD, UNDATED.replace(b"yesterday", b"2026-10-10T18:21:47Z"))
        assert codes(looked(store, staged=True)) == [(BAD, "S202")]
        assert codes(looked(store)) == []

    def test_a_good_record_that_was_broken_afterwards(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        sandbox.write(BAD, UNDATED.replace(b"yesterday", b"2026-10-10T18:21:47Z"))
        sandbox.run("add", BAD)
        sandbox.write(BAD, UNDATED)
        assert codes(looked(store, staged=True)) == []
        assert codes(looked(store)) == [(BAD, "S202")]

    def test_what_is_not_staged_is_not_looked_at(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write(BAD, UNDATED)
        assert looked(store, staged=True).records == 1
        sandbox.run("rm", "-q", "--cached", GOOD)
        assert looked(store, staged=True).records == 0

    def test_the_index_that_git_is_about_to_commit_counts(
        self,
        store: Store,
        sandbox: GitSandbox,
        engine: Engine,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        index = str(sandbox.path / ".git/other-index")
        sandbox.write(BAD, UNDATED)
        monkeypatch.setenv("GIT_INDEX_FILE", index)
        sandbox.run("read-tree", "HEAD")
        sandbox.run("add", BAD)
        hook = Store.open(sandbox.path, engine=engine)
        assert codes(looked(hook, staged=True)) == [(BAD, "S202")]
        monkeypatch.delenv("GIT_INDEX_FILE")
        assert codes(looked(store, staged=True)) == []


class TestRevisions:
    """``--rev`` judges what was there at a commit."""

    def test_what_was_there_then(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write(BAD, UNDATED)
        bad = sandbox.commit("bad")
        (sandbox.path / BAD).unlink()
        sandbox.commit("gone")
        for rev in (bad, "HEAD~1", "main~1", bad[:10]):
            assert codes(looked(store, rev=rev)) == [(BAD, "S202")]
        assert codes(looked(store, rev="HEAD")) == []
        assert codes(looked(store, "memory/fact", rev=bad)) == [(BAD, "S202")]

    def test_one_that_is_none_is_refused(self, store: Store) -> None:
        with pytest.raises(CannotRun, match="names no commit"):
            looked(store, rev="nowhere")
        with pytest.raises(UsageError, match="begins with a dash"):
            looked(store, rev="--output=x")


class TestBesideHead:
    """A record is held against what HEAD has at its path."""

    @pytest.mark.parametrize("staged", [False, True])
    def test_an_id_that_was_changed_in_place(
        self, store: Store, sandbox: GitSandbox, staged: bool
    ) -> None:
        sandbox.write(GOOD, BASE.replace(b"id: dec-keep-datastore", b"id: other"))
        sandbox.run("add", ".")
        assert (GOOD, "L503") in codes(looked(store, staged=staged))

    def test_one_that_an_alias_remembers(self, store: Store, sandbox: GitSandbox) -> None:
        renamed = b"id: other\naliases: [dec-keep-datastore]"
        sandbox.write(GOOD, BASE.replace(b"id: dec-keep-datastore", renamed))
        assert not [code for _, code in codes(looked(store)) if code == "L503"]

    def test_another_record_that_took_the_place(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.run("mv", GOOD, "memory/decision/moved.md")
        sandbox.write(GOOD, BASE.replace(b"id: dec-keep-datastore", b"id: other"))
        assert not [code for _, code in codes(looked(store)) if code == "L503"]

    @pytest.mark.parametrize("staged", [False, True])
    def test_one_that_was_moved_is_not_new(
        self, store: Store, sandbox: GitSandbox, staged: bool
    ) -> None:
        sandbox.write(BAD, "---\nid: fact-x\ntype: fact\n---\n\nText.\n")
        sandbox.commit()
        sandbox.run("mv", BAD, "memory/fact/moved.md")
        found = codes(looked(store, staged=staged))
        assert set(found) == {("memory/fact/moved.md", "S201"), ("memory/fact/moved.md", "L505")}

    def test_one_that_was_moved_has_to_keep_what_it_had(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        (sandbox.path / GOOD).unlink()
        moved = "memory/decision/moved.md"
        sandbox.write(moved, BASE.replace(b"x_review: {by: 'grace'}\n", b""))
        assert (moved, "K401") in codes(looked(store))

    def test_a_copy_is_new_while_the_original_is_there(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        copy = "memory/decision/copy.md"
        sandbox.write(copy, BASE.replace(b"x_review: {by: 'grace'}\n", b""))
        assert (copy, "K401") not in codes(looked(store))

    def test_gaps_are_forgiven_to_nobody_but_named_by_age(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        bare = "---\nid: fact-x\ntype: fact\n---\n\nText.\n"
        sandbox.write(BAD, bare)
        assert codes(looked(store)) == [(BAD, "S213")]
        sandbox.commit()
        assert set(codes(looked(store))) == {(BAD, "S201")}

    def test_what_was_a_link_or_a_submodule_there_stops_nothing(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        (sandbox.path / "memory/link.md").symlink_to("elsewhere.md")
        oid = sandbox.head()
        sandbox.run("update-index", "--add", "--cacheinfo", f"160000,{oid},memory/module.md")
        sandbox.run("add", "memory/link.md")
        sandbox.run("commit", "-q", "-m", "odd")
        sandbox.run("update-index", "--force-remove", "memory/module.md")
        for name in ("link", "module"):
            place = sandbox.path / f"memory/{name}.md"
            place.unlink(missing_ok=True)
            place.write_bytes(BASE.replace(b"dec-keep-datastore", name.encode()))
        assert looked(store).records == 3


class TestLinks:
    """What lies behind a link is not read, and that is said (F114; trap 89)."""

    @pytest.fixture
    def linked(self, store: Store, sandbox: GitSandbox, tmp_path: Path) -> Store:
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "secret.md").write_bytes(UNDATED)
        (sandbox.path / "memory/leak.md").symlink_to(outside / "secret.md")
        (sandbox.path / "memory/folder").symlink_to(outside, target_is_directory=True)
        (sandbox.path / "memory/dangling.md").symlink_to("nowhere")
        (sandbox.path / "memory/picture.png").symlink_to("nowhere.png")
        (sandbox.path / "memory/.hidden").symlink_to(outside, target_is_directory=True)
        sandbox.write("memory/index.md", "# Index\n")
        return store

    WANTED = (
        ("memory/dangling.md", "F114"),
        ("memory/folder", "F114"),
        ("memory/leak.md", "F114"),
    )

    def test_in_the_work_tree_the_index_and_a_commit(
        self, linked: Store, sandbox: GitSandbox
    ) -> None:
        assert tuple(codes(looked(linked))) == self.WANTED
        sandbox.run("add", ".")
        assert tuple(codes(looked(linked, staged=True))) == self.WANTED
        sandbox.commit()
        assert tuple(codes(looked(linked, rev="HEAD"))) == self.WANTED
        assert codes(looked(linked, "memory/folder")) == [("memory/folder", "F114")]

    def test_nothing_of_it_is_shown(self, linked: Store) -> None:
        found = [each for each in looked(linked).findings if each.code == "F114"]
        assert found
        assert all(finding.severity is Severity.WARNING for finding in found)
        assert not any("fact-x" in finding.message or finding.id for finding in found)

    def test_a_root_that_is_a_link_itself(self, sandbox: GitSandbox, tmp_path: Path) -> None:
        (tmp_path / "outside").mkdir()
        store = begin(sandbox)
        (sandbox.path / "memory").symlink_to(tmp_path / "outside", target_is_directory=True)
        assert codes(looked(store)) == [("memory", "F114")]


class TestPlaces:
    """Repositories of every kind."""

    def test_other_repositories_inside_are_none_of_ours(
        self, store: Store, sandbox: GitSandbox, tmp_path: Path
    ) -> None:
        inner = another(tmp_path / "inner")
        inner.write("x.md", UNDATED)
        inner.commit()
        add = ("-c", "protocol.file.allow=always", "submodule", "--quiet", "add")
        sandbox.run(*add, str(inner.path), "memory/module")
        sandbox.run("clone", "-q", str(inner.path), "memory/nested")
        assert looked(store).records == 1
        assert looked(store, staged=True).records == 1
        sandbox.run("commit", "-q", "-m", "module")
        assert looked(store, rev="HEAD").records == 1

    def test_files_that_git_ignores_are_no_records(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write(".gitignore", "draft-*\n")
        sandbox.write("memory/draft-x.md", "no record\n")
        sandbox.write("memory/README.md", "no record\n")
        assert codes(looked(store)) == []

    def test_a_file_deleted_but_not_staged_is_gone(self, store: Store, sandbox: GitSandbox) -> None:
        (sandbox.path / GOOD).unlink()
        assert looked(store).records == 0
        assert looked(store, staged=True).records == 1

    def test_a_checkout_with_crlf_has_nothing_false(
        self, store: Store, sandbox: GitSandbox, tmp_path: Path, engine: Engine
    ) -> None:
        (sandbox.path / ".gitattributes").unlink()
        sandbox.commit()
        sandbox.run("clone", "-q", "-c", "core.autocrlf=true", ".", str(tmp_path / "windows"))
        place = tmp_path / "windows" / GOOD
        assert place.read_bytes() == BASE.replace(b"\n", b"\r\n")
        windows = open_store(tmp_path / "windows", engine)
        assert codes(looked(windows)) == []
        entry = windows.get("dec-keep-datastore")
        assert entry.blob == store.get("dec-keep-datastore").blob
        assert entry.record == store.get("dec-keep-datastore").record
        with windows.transaction(ada(windows)) as tx:
            tx.set("dec-keep-datastore", ("title",), "Keep it", expect=entry.blob)
        wanted = BASE.replace(b"Keep the current datastore", b"Keep it")
        assert place.read_bytes() == wanted.replace(b"\n", b"\r\n")
        assert windows.get("dec-keep-datastore", rev="HEAD").data == wanted

    def test_a_linked_work_tree(self, store: Store, sandbox: GitSandbox, tmp_path: Path) -> None:
        sandbox.run("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
        (tmp_path / "linked" / GOOD).write_bytes(UNDATED)
        linked = open_store(tmp_path / "linked", "git")
        assert (GOOD, "S202") in codes(looked(linked))
        assert codes(looked(store)) == []

    def test_a_detached_head(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.run("checkout", "-q", "--detach")
        assert looked(store).records == 1
        assert looked(store, rev="HEAD").records == 1

    def test_an_unborn_head(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.write(GOOD, BASE)
        store = open_store(sandbox.path, engine)
        assert looked(store).records == 1
        assert looked(store, staged=True).records == 0
        sandbox.run("add", ".")
        assert looked(store, staged=True).records == 1
        with pytest.raises(CannotRun):
            looked(store, rev="HEAD")

    def test_from_a_folder_below(self, store: Store, sandbox: GitSandbox, engine: Engine) -> None:
        below = open_store(sandbox.path / "memory/decision", engine)
        assert looked(below).records == looked(store).records == 1
        assert looked(below, "memory/decision").records == 1

    def test_a_bare_repository_by_revision(
        self, store: Store, sandbox: GitSandbox, tmp_path: Path, engine: Engine
    ) -> None:
        sandbox.write(BAD, UNDATED)
        sandbox.commit()
        sandbox.run("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
        bare = open_store(tmp_path / "bare.git", engine)
        assert codes(looked(bare, rev="main")) == [(BAD, "S202")]
        with pytest.raises(CannotRun, match="bare") as refusal:
            looked(bare)
        assert "--rev" in (refusal.value.hint or "")
        assert looked(store).records == 2

    def test_somebody_elses_repository_is_refused_in_gits_words(
        self, sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        with pytest.raises(CannotRun, match="dubious ownership") as refusal:
            Store.open(sandbox.path, engine=engine)
        assert refusal.value.exit_status == 3
        assert "safe.directory" in f"{refusal.value.message} {refusal.value.hint}"


def test_a_team_may_not_loosen_a_check_before_it_is_committed(
    store: Store, sandbox: GitSandbox, engine: Engine
) -> None:
    sandbox.write(BAD, UNDATED)
    sandbox.write(".sgm/config.toml", '[checks]\nignore = ["S202"]\n')
    now = open_store(sandbox.path, engine)
    assert codes(looked(now)) == [(BAD, "S202")]
    assert "checks" in now.notes[0]
    sandbox.commit()
    later = open_store(sandbox.path, engine)
    assert (codes(looked(later)), later.notes) == ([], ())
    assert looked(store).records == 2
