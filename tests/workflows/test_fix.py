"""What mends itself: once, exactly, and never at the cost of what somebody typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused, UsageError
from sgm_git.store.records import Records
from sgm_git.workflows.fix import fix
from tests.store.support import BASE, NOW, STAMP
from tests.workflows.support import begin, record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject
    from sgm_git.store.files import FileChange
    from sgm_git.workflows.fix import FixReport
    from tests.support import GitSandbox

GOOD = "memory/decision/dec-keep-datastore.md"
PLAIN = BASE.replace(b"title: Keep the current datastore", b"title: no")
SCOPED = BASE.replace(b"  scope: {project: myproject}\n---", b"  scope: {}\n---")


def mend(store: Store, *paths: str, write: bool = True, author: str = "Ada") -> FixReport:
    return fix(store.records, NOW, author, paths, write=write)


def codes(report: FixReport) -> list[tuple[str, str]]:
    """What is left to a person, but for what history says of these old records (P315)."""
    return [(each.path, each.code) for each in report.remaining if each.code != "P315"]


def tree(sandbox: GitSandbox) -> dict[str, bytes]:
    return {
        path.relative_to(sandbox.path).as_posix(): path.read_bytes()
        for path in (sandbox.path / "memory").rglob("*")
        if path.is_file()
    }


def test_what_is_well_is_not_touched(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(GOOD, BASE)
    report = mend(store)
    assert (report.files, codes(report)) == ((), [])
    assert tree(sandbox) == {GOOD: BASE}


@pytest.mark.parametrize(
    "data",
    [
        PLAIN,
        SCOPED,
        PLAIN.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + PLAIN,
        b"\xef\xbb\xbf" + SCOPED.replace(b"\n", b"\r\n"),
        SCOPED.replace(b"id: dec", b"x: [no, on, no]\nid: dec").rstrip(b"\n"),
    ],
)
def test_only_what_is_wrong_changes(store: Store, sandbox: GitSandbox, data: bytes) -> None:
    sandbox.write(GOOD, data)
    mend(store)
    mended = tree(sandbox)[GOOD]
    assert mended.startswith(b"\xef\xbb\xbf") == data.startswith(b"\xef\xbb\xbf")
    assert (b"\r\n" in mended) == (b"\r\n" in data)
    assert mended.count(b"\n") == mended.count(b"\r\n") or b"\r" not in mended
    plain = mended.replace(b"\r\n", b"\n").removeprefix(b"\xef\xbb\xbf")
    for line in plain.splitlines():
        was = line.replace(b'"no"', b"no").replace(b'"on"', b"on")
        assert was in data.replace(b"\r\n", b"\n") or b"project: myproject" in line
    assert b"# reviewed by hand" in plain
    assert mended.endswith(data[-5:])


def test_done_again_it_does_nothing(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("memory/note.md", "---\ntitle: on\ntype: rule\nx: no\n---\n\nText.\n")
    sandbox.write("memory/fact/b.md", SCOPED)
    sandbox.write("memory/fact/b (1).md", SCOPED.replace(b"Body", b"Other"))
    sandbox.write("memory/c.md", PLAIN.replace(b"dec-keep-datastore", b"c"))
    assert mend(store).files
    before = tree(sandbox)
    assert mend(store).files == ()
    assert tree(sandbox) == before


def test_nothing_is_staged_or_committed(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(GOOD, PLAIN)
    head = sandbox.commit()
    mend(store)
    assert sandbox.head() == head
    assert sandbox.status().startswith("1 .M ")


class TestCompletion:
    """A record that was typed by hand gets what it lacks (DESIGN section 5)."""

    def test_all_that_can_be_told(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write("memory/rule/no-force.md", "---\ntitle: Never force\n---\n\nNever.\n")
        assert codes(mend(store)) == []
        assert record(store, "no-force") == {
            "title": "Never force",
            "id": "no-force",
            "type": "rule",
            "provenance": {
                "agent": "Ada",
                "created_at": STAMP,
                "origin": "editor",
                "scope": {},
            },
            "content": "Never.",
        }

    def test_what_is_there_is_never_overwritten(self, store: Store, sandbox: GitSandbox) -> None:
        typed = (
            "---\ntitle: A note   # mine\ntags: [a, b]\ntype: fact\nscope: {x: y}\n"
            "provenance: {agent: Grace, session: s-1}\n---\n\nText.\n"
        )
        sandbox.write("memory/rule/note.md", typed)
        mend(store)
        got = record(store, "note")
        assert (got["type"], got["tags"], got["scope"]) == ("fact", ["a", "b"], {"x": "y"})
        assert got["provenance"] == {
            "agent": "Grace",
            "session": "s-1",
            "created_at": STAMP,
            "origin": "editor",
            "scope": {"x": "y"},
        }
        assert b"title: A note   # mine\ntags: [a, b]\n" in store.get("note").data

    def test_there_is_one_front_matter_and_no_second(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        sandbox.write("memory/fact/n.md", "---\ntitle: T\ntags: [a]\n---\nBody.\n")
        mend(store)
        assert tree(sandbox)["memory/fact/n.md"].splitlines().count(b"---") == 2
        assert mend(store).files == ()

    def test_scope_from_root_and_layout(self, sandbox: GitSandbox) -> None:
        config = (
            '[[root]]\npath = "p/*/m"\nlayout = "{scope.area}/{type}/{id}.md"\n'
            'scope = {project = "{1}"}\n'
        )
        store = begin(sandbox, config=config)
        sandbox.write("p/shop/m/cart/rule/r.md", "---\ntitle: R\n---\n\nR.\n")
        assert codes(mend(store)) == []
        got = record(store, "r")
        assert got["scope"] == {"project": "shop", "area": "cart"}
        assert (got["id"], got["type"]) == ("r", "rule")

    def test_not_of_a_record_that_was_published(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write("memory/rule/r.md", "---\nid: r\ntype: rule\n---\n\nR.\n")
        sandbox.commit()
        sandbox.run("update-ref", "refs/remotes/origin/main", "HEAD")
        report = mend(store)
        assert report.files == ()
        assert set(codes(report)) == {("memory/rule/r.md", "S201")}

    def test_not_of_one_that_was_committed_elsewhere(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        """Who moves a record did not write it."""
        sandbox.write("memory/rule/r.md", "---\nid: r\ntype: rule\n---\n\nR.\n")
        sandbox.commit()
        sandbox.run("mv", "memory/rule/r.md", "memory/rule/other.md")
        (done,) = mend(store, author="Bob").files
        assert (done.move_to, done.after) == ("memory/rule/r.md", done.before)

    def test_not_without_somebody_to_name(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write("memory/rule/r.md", "---\ntitle: R\n---\n\nR.\n")
        report = mend(store, author="")
        assert report.files == ()
        assert codes(report) == [("memory/rule/r.md", "S213")]

    def test_where_the_type_cannot_be_told_it_is_left_to_a_person(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        sandbox.write("memory/r.md", "---\ntitle: R\n---\n\nR.\n")
        report = mend(store)
        assert report.files == ()
        assert report.remaining


class TestMoves:
    """Records go where they belong, and copies become records of their own."""

    def test_to_the_layout(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write("memory/elsewhere.md", BASE)
        sandbox.write("memory/deep/er/x.md", BASE.replace(b"dec-keep-datastore", b"x"))
        report = mend(store)
        assert [(file.path, file.move_to) for file in report.files] == [
            ("memory/deep/er/x.md", "memory/decision/x.md"),
            ("memory/elsewhere.md", GOOD),
        ]
        assert tree(sandbox).keys() == {GOOD, "memory/decision/x.md"}
        assert tree(sandbox)[GOOD] == BASE
        assert not (sandbox.path / "memory/deep").exists()
        assert codes(report) == []

    def test_what_is_lost_on_the_way_is_put_back_at_once(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        sandbox.write(GOOD, BASE)
        sandbox.commit()
        sandbox.run("mv", GOOD, "memory/elsewhere.md")
        sandbox.write("memory/elsewhere.md", BASE.replace(b"x_review: {by: 'grace'}\n", b""))
        mend(store)
        assert record(store, "dec-keep-datastore")["x_review"] == {"by": "grace"}
        assert mend(store).files == ()

    def test_never_onto_another(self, store: Store, sandbox: GitSandbox) -> None:
        other = BASE.replace(b"id: dec-keep-datastore", b"id: other")
        sandbox.write(GOOD, other)
        sandbox.write("memory/a.md", BASE)
        sandbox.write("memory/b.md", BASE.replace(b"Body", b"Second"))
        mend(store)
        assert set(tree(sandbox).values()) == {
            other,
            BASE,
            BASE.replace(b"Body", b"Second"),
        }
        assert len(tree(sandbox)) == 3

    def test_never_onto_a_file_that_is_no_record(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write(".gitignore", "dec-keep-datastore.md\n")
        sandbox.write(GOOD, "ignored by git\n")
        sandbox.write("memory/a.md", BASE)
        sandbox.write("memory/decision/x.md", PLAIN.replace(b"dec-keep-datastore", b"x"))
        report = mend(store)
        assert [file.path for file in report.files] == ["memory/decision/x.md"]
        assert codes(report) == [("memory/a.md", "L505")]
        assert tree(sandbox)[GOOD] == b"ignored by git\n"


class TestPaths:
    """Only what is asked for."""

    def test_the_rest_stays_as_it_is(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write(GOOD, PLAIN)
        sandbox.write("memory/decision/x.md", PLAIN.replace(b"dec-keep-datastore", b"x"))
        report = mend(store, GOOD)
        assert [file.path for file in report.files] == [GOOD]
        assert b"title: no" in tree(sandbox)["memory/decision/x.md"]
        assert codes(report) == []

    def test_what_is_left_is_told_where_it_went(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write("memory/note.md", BASE.replace(b"2026-10-10T18:21:47Z", b"soon"))
        report = mend(store, "memory/note.md")
        assert report.files[0].move_to == GOOD
        assert codes(report) == [(GOOD, "S202")]

    def test_one_without_records_is_a_mistake(self, store: Store, sandbox: GitSandbox) -> None:
        sandbox.write(GOOD, PLAIN)
        with pytest.raises(UsageError, match="nothing"):
            mend(store, GOOD, "nothing")
        assert tree(sandbox) == {GOOD: PLAIN}


def test_looking_touches_nothing(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("memory/note.md", PLAIN)
    report = mend(store, write=False)
    assert [(f.path, f.move_to, f.before) for f in report.files] == [
        ("memory/note.md", GOOD, PLAIN)
    ]
    assert b'title: "no"' in (report.files[0].after or b"")
    assert {code for _, code in codes(report)} == {"F110", "L505"}
    assert tree(sandbox) == {"memory/note.md": PLAIN}


def test_a_broken_file_keeps_no_other_from_being_mended(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("memory/a.md", "---\nid: [\n---\n")
    sandbox.write(GOOD, PLAIN)
    report = mend(store)
    assert [file.path for file in report.files] == [GOOD]
    assert codes(report) == [("memory/a.md", "F103")]


def test_an_edit_made_meanwhile_is_not_lost(
    store: Store, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.write(GOOD, PLAIN)
    write_files = Records.write_files

    def late(records: Records, changes: Sequence[FileChange]) -> None:
        sandbox.write(GOOD, PLAIN + b"Typed just now.\n")
        write_files(records, changes)

    monkeypatch.setattr(Records, "write_files", late)
    with pytest.raises(Refused, match="changed meanwhile"):
        mend(store)
    assert tree(sandbox) == {GOOD: PLAIN + b"Typed just now.\n"}


def test_uncommitted_edits_stay_with_what_is_mended(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(GOOD, BASE)
    sandbox.commit()
    sandbox.write(GOOD, PLAIN + b"A line in the making.\n")
    mend(store)
    assert tree(sandbox)[GOOD] == PLAIN.replace(b"title: no", b'title: "no"') + (
        b"A line in the making.\n"
    )


def test_nothing_is_mended_through_a_link(
    store: Store, sandbox: GitSandbox, tmp_path: Path
) -> None:
    (tmp_path / "outside.md").write_bytes(PLAIN)
    (sandbox.path / "memory").mkdir()
    (sandbox.path / "memory/link.md").symlink_to(tmp_path / "outside.md")
    report = mend(store)
    assert report.files == ()
    assert codes(report) == [("memory/link.md", "F114")]
    assert (tmp_path / "outside.md").read_bytes() == PLAIN
    assert (sandbox.path / "memory/link.md").is_symlink()


def test_the_mode_of_a_file_stays(store: Store, sandbox: GitSandbox) -> None:
    place = sandbox.write(GOOD, PLAIN)
    place.chmod(0o755)
    mend(store)
    assert place.stat().st_mode & 0o777 == 0o755


def test_it_waits_for_an_unfinished_merge(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(GOOD, PLAIN)
    sandbox.write(".git/MERGE_HEAD", sandbox.head() + "\n")
    with pytest.raises(CannotRun, match="merge"):
        mend(store)
    assert mend(store, write=False).files


def test_many_faults_in_one_line_are_all_mended(store: Store, sandbox: GitSandbox) -> None:
    words = ", ".join(["no"] * 500)
    data = BASE.replace(b"x_review: {by: 'grace'}", f"x: [{words}]".encode())
    sandbox.write(GOOD, data)
    assert codes(mend(store)) == []
    got: JsonObject = record(store, "dec-keep-datastore")
    assert got["x"] == ["no"] * 500
