"""What sync clients leave beside records is merged, and never at the cost of either side (L512)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import UsageError
from sgm_git.workflows.check import check
from sgm_git.workflows.fix import fix
from tests.store.support import BASE, NOW
from tests.workflows.support import record

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from sgm_git.workflows.fix import FixReport
    from tests.support import GitSandbox

GOOD = "memory/decision/dec-keep-datastore.md"
COPY = "memory/decision/dec-keep-datastore (Ada's conflicted copy 2026-10-10).md"
TITLE, BODY = b"title: Keep the current datastore", b"Body text"


def mend(store: Store, *paths: str, write: bool = True) -> FixReport:
    return fix(store.records, NOW, "Ada", paths, write=write)


def left(report: FixReport) -> list[tuple[str, str]]:
    return [(each.path, each.code) for each in report.remaining if each.code[0] != "P"]


def files(sandbox: GitSandbox) -> dict[str, bytes]:
    below = (sandbox.path / "memory").rglob("*.md")
    return {each.relative_to(sandbox.path).as_posix(): each.read_bytes() for each in below}


@pytest.fixture(scope="session", params=["git"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Which engine tells history makes no difference to what is merged."""
    chosen: Engine = request.param
    return chosen


@pytest.fixture
def begun(store: Store, sandbox: GitSandbox) -> Store:
    """A memory with one record, committed."""
    sandbox.write(GOOD, BASE)
    sandbox.commit("base")
    return store


def test_what_each_side_changed_is_in_the_record(begun: Store, sandbox: GitSandbox) -> None:
    sandbox.write(GOOD, BASE.replace(TITLE, b"title: Keep it"))
    sandbox.write(COPY, BASE.replace(BODY, b"Other text"))
    report = mend(begun)
    assert files(sandbox) == {
        GOOD: BASE.replace(TITLE, b"title: Keep it").replace(BODY, b"Other text")
    }
    assert [(each.path, each.merged_into) for each in report.files] == [(GOOD, None), (COPY, GOOD)]
    assert (report.notes, left(report)) == ((), [])


def test_the_only_side_that_changed_is_taken(begun: Store, sandbox: GitSandbox) -> None:
    sandbox.write(COPY, BASE.replace(BODY, b"Other text"))
    mend(begun)
    assert files(sandbox) == {GOOD: BASE.replace(BODY, b"Other text")}


def test_the_form_of_the_record_stays(begun: Store, sandbox: GitSandbox) -> None:
    ours = BASE.replace(TITLE, b"title: 'Keep it'   # mine").replace(b"\n", b"\r\n")
    sandbox.write(GOOD, ours)
    sandbox.write(COPY, BASE.replace(BODY, b"Other text"))
    mend(begun)
    assert files(sandbox) == {GOOD: ours.replace(BODY, b"Other text")}


def test_both_stay_where_both_changed_the_same(begun: Store, sandbox: GitSandbox) -> None:
    sides = {
        GOOD: BASE.replace(TITLE, b"title: One"),
        COPY: BASE.replace(TITLE, b"title: Another").replace(BODY, b"Other text"),
    }
    for path, data in sides.items():
        sandbox.write(path, data)
    report = mend(begun)
    assert files(sandbox) == sides
    assert report.notes == (
        f"{COPY} stays: both it and {GOOD} changed /title; take over what is right, and remove it",
    )
    assert left(report) == [(COPY, "L512")]
    told = next(each for each in report.remaining if each.code == "L512")
    assert (told.fix, "sgm fix" in told.message) == (None, False)


def test_a_side_that_was_committed_meanwhile_is_not_undone(
    begun: Store, sandbox: GitSandbox
) -> None:
    sandbox.write(GOOD, BASE.replace(TITLE, b"title: Keep it"))
    sandbox.commit("one side")
    sandbox.write(COPY, BASE.replace(BODY, b"Other text"))
    mend(begun)
    assert files(sandbox) == {
        GOOD: BASE.replace(TITLE, b"title: Keep it").replace(BODY, b"Other text")
    }


def test_nor_where_the_copy_has_the_same_field_otherwise(begun: Store, sandbox: GitSandbox) -> None:
    sandbox.write(GOOD, BASE.replace(TITLE, b"title: Keep it"))
    sandbox.commit("one side")
    sandbox.write(COPY, BASE.replace(TITLE, b"title: Drop it"))
    report = mend(begun)
    assert files(sandbox).keys() == {GOOD, COPY}
    assert "/title" in report.notes[0]


@pytest.mark.parametrize("mine", [BASE, BASE.replace(TITLE, b"title: Keep it")])
def test_a_copy_that_has_nothing_new_only_goes(
    begun: Store, sandbox: GitSandbox, mine: bytes
) -> None:
    sandbox.write(GOOD, mine)
    sandbox.write(COPY, BASE.replace(TITLE, b"title: 'Keep the current datastore'"))
    mend(begun)
    assert files(sandbox) == {GOOD: mine}


def test_records_that_are_in_no_commit_share_what_they_agree_on(
    store: Store, sandbox: GitSandbox
) -> None:
    sandbox.write(GOOD, BASE)
    sandbox.write(COPY, BASE.replace(b"type: decision", b"type: decision\nx_seen: true"))
    mend(store)
    assert files(sandbox).keys() == {GOOD}
    assert record(store, "dec-keep-datastore")["x_seen"] is True


def test_several_copies_one_after_the_other(begun: Store, sandbox: GitSandbox) -> None:
    sandbox.write(COPY, BASE.replace(TITLE, b"title: Keep it"))
    sandbox.write(GOOD.replace(".md", " 2.md"), BASE.replace(BODY, b"Other text"))
    sandbox.write(COPY.replace(".md", " (1).md"), BASE.replace(b"accepted", b"superseded"))
    mend(begun)
    wanted = BASE.replace(TITLE, b"title: Keep it").replace(BODY, b"Other text")
    assert files(sandbox) == {GOOD: wanted.replace(b"accepted", b"superseded")}


@pytest.mark.parametrize(
    "data", [b"---\ntitle: [\n---\n", BASE + b"<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"]
)
def test_what_cannot_be_read_stays(begun: Store, sandbox: GitSandbox, data: bytes) -> None:
    sandbox.write(COPY, data)
    report = mend(begun)
    assert files(sandbox) == {GOOD: BASE, COPY: data}
    assert report.notes == (f"{COPY} stays: {COPY} cannot be read",)


def test_what_the_copy_lost_is_not_lost(begun: Store, sandbox: GitSandbox) -> None:
    base = BASE.replace(b"type: decision", b"type: decision\nx_more: Q3")
    sandbox.write(GOOD, base)
    sandbox.commit("more")
    sandbox.write(COPY, base.replace(b"x_more: Q3\n", b"").replace(BODY, b"Other text"))
    mend(begun)
    assert record(begun, "dec-keep-datastore")["x_more"] == "Q3"
    assert b"Other text" in files(sandbox)[GOOD]


def test_a_copy_that_is_not_asked_for_stays(begun: Store, sandbox: GitSandbox) -> None:
    sandbox.write(COPY, BASE.replace(BODY, b"Other text"))
    mend(begun, GOOD)
    assert files(sandbox).keys() == {GOOD, COPY}
    mend(begun, COPY)
    assert files(sandbox).keys() == {GOOD}
    with pytest.raises(UsageError):
        mend(begun, COPY)


def test_nothing_is_written_where_it_is_only_shown(begun: Store, sandbox: GitSandbox) -> None:
    sandbox.write(COPY, BASE.replace(BODY, b"Other text"))
    assert len(mend(begun, write=False).files) == len(files(sandbox)) == 2


def test_a_copy_that_was_committed_goes_too(begun: Store, sandbox: GitSandbox) -> None:
    sandbox.write(COPY, BASE.replace(BODY, b"Other text"))
    sandbox.commit("copies")
    mend(begun)
    sandbox.run("commit", "-qam", "merged")
    assert sandbox.run("ls-tree", "-r", "--name-only", "HEAD", "memory").decode() == f"{GOOD}\n"
    assert sandbox.status() == ""


def test_a_record_is_not_moved_away_from_a_copy_that_stays(
    store: Store, sandbox: GitSandbox
) -> None:
    sides = {"memory/fact/b.md": BASE, "memory/fact/b (1).md": BASE.replace(BODY, b"Other text")}
    for path, data in sides.items():
        sandbox.write(path, data)
    report = mend(store)
    assert (report.files, files(sandbox)) == ((), sides)
    assert sorted(left(report)) == [("memory/fact/b (1).md", "L512"), ("memory/fact/b.md", "L505")]


def test_nobody_reads_a_copy_or_has_to_choose_between_two(
    begun: Store, sandbox: GitSandbox
) -> None:
    sandbox.write(COPY, BASE.replace(BODY, b"Only in the copy"))
    name = "dec-keep-datastore"
    for rev in (None, sandbox.commit("copies")):
        entries = begun.records.entries(rev=rev)
        assert [entry.path for entry in entries] == [GOOD]
        assert begun.get(name, rev=rev).path == GOOD
        with begun.reading(rev=rev) as seen:
            assert [item.path for item in seen.each()] == [GOOD]
            assert [*seen.search("copy").items] == []
            assert [item.notes for item in seen.each()] == [()]
    with begun.transaction(begun.actor("Ada", origin="cli")) as writes:
        writes.set(name, ("title",), "Keep it")
    assert begun.get(name).title == "Keep it"
    assert BASE.replace(BODY, b"Only in the copy") == files(sandbox)[COPY]
    found = check(begun.records, NOW).findings
    assert {each.code for each in found if each.code[0] == "L"} == {"L512"}


def test_a_copy_is_a_record_again_once_its_record_is_gone(
    begun: Store, sandbox: GitSandbox
) -> None:
    sandbox.write(COPY, BASE)
    sandbox.commit("copies")
    assert _listed(begun) == [GOOD]
    (sandbox.path / GOOD).unlink()
    assert _listed(begun) == [COPY]
    sandbox.write(GOOD, BASE)
    assert _listed(begun) == [GOOD]


def _listed(store: Store) -> list[str]:
    with store.reading() as seen:
        return [item.path for item in seen.each() if not item.is_reviewed_version]
