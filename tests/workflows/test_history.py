"""Who changed which field when: of one record, of one that is gone, of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document import read
from sgm_git.document.splice import Set, splice
from sgm_git.errors import CannotRun, NoSuchRecord
from sgm_git.record.pointer import render
from sgm_git.witness.effective import Extent
from sgm_git.witness.life import Kind
from sgm_git.witness.trust import Trust
from sgm_git.workflows.history import Latest, RecordHistory, latest, record_history
from tests.store.support import BASE, NOW, open_store
from tests.workflows.support import begin

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.record.value import JsonValue
    from tests.support import GitSandbox

REF, PATH = "dec-keep-datastore", "memory/decision/dec.md"
BOB = "Bob <bob@example.org>"


@pytest.fixture
def box(sandbox: GitSandbox) -> GitSandbox:
    """A record that was added."""
    begin(sandbox)
    sandbox.write(PATH, BASE)
    sandbox.commit("add", date="2026-10-10T18:30:00Z")
    return sandbox


def change(box: GitSandbox, path: str = PATH, **fields: JsonValue) -> None:
    """Set fields in the work tree, ``a__b`` for ``/a/b``."""
    place = box.path / path
    data = place.read_bytes()
    for name, value in fields.items():
        data = splice(data, [Set(tuple(name.split("__")), value)])
    place.write_bytes(data)
    assert read(data).document is not None


def history(box: GitSandbox, engine: Engine, ref: str = REF, **how: object) -> RecordHistory:
    return record_history(open_store(box.path, engine).records, ref, NOW, **how)  # type: ignore[arg-type]  # by name


def told(found: RecordHistory | Latest) -> list[tuple[str, str, list[str]]]:
    """For each revision its kind, its author, and the fields."""
    return [
        (
            revision.kind.value,
            revision.deed.person.name,
            [render(change.pointer) for change in revision.changes],
        )
        for revision in found.revisions
    ]


def test_versions_are_told_newest_first_with_who_and_what(box: GitSandbox, engine: Engine) -> None:
    change(box, title="New", annotations__1__value="superseded")
    box.commit("edit\n\nSGM-Agent: build-agent", author=BOB, date="2026-10-11T09:00:00Z")
    found = history(box, engine)
    assert (found.id, found.path, found.extent) == (REF, PATH, Extent.COMPLETE)
    assert told(found)[0] == ("changed", "Bob", ["/title", "/annotations/1/value"])
    assert told(found)[1][:2] == ("born", "Ada")
    newest = found.revisions[0]
    assert newest.deed.agent == "build-agent"
    assert [newest.verdict, found.revisions[1].verdict] == [Trust.CONSISTENT] * 2
    assert [change.before for change in newest.changes][1] == "accepted"


def test_what_is_no_version_is_not_told(box: GitSandbox, engine: Engine) -> None:
    box.run("mv", PATH, "memory/moved.md")
    box.commit("move")
    box.write("memory/moved.md", BASE.replace(b"title: Keep", b"title:   Keep"))
    box.commit("reformat")
    change(box, "memory/moved.md", provenance__modified=True)
    box.commit("stamp")
    found = history(box, engine)
    assert [revision.kind for revision in found.revisions] == [Kind.BORN]
    assert (found.path, found.revisions[0].path) == ("memory/moved.md", PATH)


def test_an_edit_that_is_not_committed_comes_first(box: GitSandbox, engine: Engine) -> None:
    change(box, title="New")
    newest, born = history(box, engine).revisions
    assert (newest.deed.is_committed, newest.verdict) == (False, Trust.UNKNOWN)
    assert [render(change.pointer) for change in newest.changes] == ["/title"]
    assert born.deed.is_committed
    assert len(history(box, engine, rev="HEAD").revisions) == 1


def test_a_record_that_nobody_has_committed_yet_has_a_history(
    sandbox: GitSandbox, engine: Engine
) -> None:
    sandbox.write(PATH, BASE)
    (only,) = history(sandbox, engine).revisions
    assert (only.kind, only.deed.is_committed) == (Kind.BORN, False)


def test_one_field_is_followed_through_moves_and_stamps(box: GitSandbox, engine: Engine) -> None:
    change(box, title="Two")
    box.commit("title")
    change(box, x_review__by="ada")
    box.run("mv", PATH, "memory/other.md")
    box.commit("move and edit")
    change(box, "memory/other.md", provenance__modified=True)
    box.commit("stamp")
    change(box, "memory/other.md", title="Three")
    titles = history(box, engine, field=("title",))
    assert [kind for kind, _, _ in told(titles)] == ["changed", "changed", "born"]
    assert all(fields == ["/title"] for _, _, fields in told(titles))
    (stamp,) = history(box, engine, field=("provenance", "modified")).revisions
    assert stamp.kind is Kind.STAMPED
    (status,) = history(box, engine, field=("annotations", "kind=status")).revisions
    assert status.kind is Kind.BORN
    assert history(box, engine, field=("nothing",)).revisions == ()


def test_a_merge_is_told_only_for_what_it_made_itself(box: GitSandbox, engine: Engine) -> None:
    box.run("checkout", "-q", "-b", "side")
    change(box, title="Side")
    box.commit("side", author=BOB)
    box.run("checkout", "-q", "main")
    change(box, x_review__by="ada")
    box.commit("main")
    box.run("merge", "-q", "--no-edit", "side")
    assert [kind for kind, _, _ in told(history(box, engine))] == ["changed", "changed", "born"]
    change(box, title="Evil")
    box.run("commit", "-q", "-a", "--amend", "--no-edit")
    newest = told(history(box, engine))[0]
    assert (newest[0], newest[2]) == ("changed", ["/title"])


def test_a_record_that_was_deleted_is_told_with_who_deleted_it(
    box: GitSandbox, engine: Engine
) -> None:
    change(box, title="Last")
    box.commit("edit")
    (box.path / PATH).unlink()
    gone = box.commit("delete", author=BOB)
    box.write("memory/later.md", BASE.replace(REF.encode(), b"dec-other"))
    box.commit("later")
    found = history(box, engine)
    assert found.deletion is not None
    assert (found.deletion.commit.oid, found.deletion.person.name) == (gone, "Bob")
    assert [kind for kind, _, _ in told(found)] == ["changed", "born"]
    assert history(box, engine, f"memory:{REF}").deletion == found.deletion
    assert history(box, engine, rev="HEAD~2").deletion is None


def test_a_deletion_that_is_not_committed_is_told_too(box: GitSandbox, engine: Engine) -> None:
    (box.path / PATH).unlink()
    found = history(box, engine)
    assert found.deletion is not None
    assert not found.deletion.is_committed
    assert len(found.revisions) == 1


def test_a_merge_that_took_a_deletion_over_did_not_delete(box: GitSandbox, engine: Engine) -> None:
    box.run("checkout", "-q", "-b", "side")
    (box.path / PATH).unlink()
    gone = box.commit("delete", author=BOB)
    box.run("checkout", "-q", "main")
    box.write("memory/more.md", BASE.replace(REF.encode(), b"dec-other"))
    box.commit("more")
    box.run("merge", "-q", "--no-edit", "side")
    deletion = history(box, engine).deletion
    assert deletion is not None
    assert deletion.commit.oid == gone


def test_a_record_that_is_only_broken_is_not_told_as_gone(box: GitSandbox, engine: Engine) -> None:
    box.write("memory/decision/dec.md", "---\nid: [\n---\n")
    with pytest.raises(NoSuchRecord):
        history(box, engine)
    assert history(box, engine, rev="HEAD").deletion is None


def test_what_never_was_is_not_found(box: GitSandbox, engine: Engine) -> None:
    with pytest.raises(NoSuchRecord, match="there is no record dec-none") as refusal:
        history(box, engine, "dec-none")
    assert "git log" in (refusal.value.hint or "")


def test_an_id_in_several_roots_is_not_looked_for_in_history(
    sandbox: GitSandbox, engine: Engine
) -> None:
    begin(sandbox, config='format = 1\n[[root]]\npath = "memory"\n[[root]]\npath = "notes"\n')
    for folder in ("memory", "notes"):
        sandbox.write(f"{folder}/dec.md", BASE)
    sandbox.commit()
    with pytest.raises(NoSuchRecord, match="several roots"):
        history(sandbox, engine)
    assert history(sandbox, engine, f"notes:{REF}").path == "notes/dec.md"


def test_the_person_is_the_mailmaps_and_the_name_in_git_is_kept(
    box: GitSandbox, engine: Engine
) -> None:
    box.write(".mailmap", "Robert <bob@new.example> <bob@example.org>\n")
    box.commit("map")
    change(box, title="New")
    box.commit("edit", author=BOB)
    deed = history(box, engine).revisions[0].deed
    assert (deed.person.name, deed.person.email) == ("Robert", "bob@new.example")
    assert deed.commit.author.name == "Bob"


def test_a_mailmap_that_is_not_committed_maps_nobody(box: GitSandbox, engine: Engine) -> None:
    box.write(".mailmap", "Robert <bob@example.org>\n")
    change(box, title="New")
    box.run("add", PATH)
    box.run("-c", "user.name=Bob", "-c", "user.email=bob@example.org", "commit", "-qm", "x")
    assert history(box, engine).revisions[0].deed.person.name == "Bob"


def test_a_forged_version_is_disputed_and_no_other(box: GitSandbox, engine: Engine) -> None:
    change(box, provenance__created_at="2020-01-01T00:00:00Z", title="Older")
    box.commit("forge", author="Eve <eve@evil.example>")
    change(box, title="Later")
    box.commit("honest")
    later, forged, born = history(box, engine).revisions
    assert forged.verdict is Trust.DISPUTED
    assert "P301" in {finding.code for finding in forged.findings}
    assert (later.verdict, born.verdict) == (Trust.CONSISTENT, Trust.CONSISTENT)


def test_disputed_stamps_are_told_though_they_are_no_version(
    box: GitSandbox, engine: Engine
) -> None:
    change(box, title="New")
    box.commit("edit", author=BOB)
    change(
        box,
        provenance__modified=True,
        provenance__modified_at="2026-10-10T18:22:00Z",
        provenance__modified_by="Ada",
    )
    box.commit("stamp", author="Eve <eve@evil.example>")
    newest = history(box, engine).revisions[0]
    assert (newest.kind, newest.verdict) == (Kind.STAMPED, Trust.DISPUTED)


def test_cut_history_is_said_once(box: GitSandbox, engine: Engine, tmp_path: Path) -> None:
    change(box, title="New")
    box.commit("edit")
    box.run("clone", "-q", "--depth", "1", f"file://{box.path}", str(tmp_path / "cut"))
    records = open_store(tmp_path / "cut", engine).records
    found = record_history(records, REF, NOW)
    assert found.extent is Extent.CUT
    (note,) = found.notes
    assert note.startswith("history is cut: 1 record begins where it cannot be seen")


def test_an_id_that_stands_twice_is_a_doubt(box: GitSandbox, engine: Engine) -> None:
    box.write("memory/copy.md", BASE)
    box.commit("copy")
    found = latest(open_store(box.path, engine).records, NOW)
    (note,) = found.notes
    assert note.startswith("history is unclear of 2 records: ")
    assert {revision.verdict for revision in found.revisions} == {Trust.UNKNOWN}


class TestLatest:
    """The latest changes of all records."""

    def test_they_come_by_the_time_of_their_commits(self, box: GitSandbox, engine: Engine) -> None:
        box.write("memory/b.md", BASE.replace(REF.encode(), b"dec-b"))
        box.commit("b", date="2026-10-12T00:00:00Z")
        change(box, title="New")
        box.commit("a", date="2026-10-11T00:00:00Z")
        change(box, "memory/b.md", title="Newer")
        records = open_store(box.path, engine).records
        found = latest(records, NOW)
        assert [(each.id, each.kind.value) for each in found.revisions] == [
            ("dec-b", "changed"),
            ("dec-b", "born"),
            (REF, "changed"),
            (REF, "born"),
        ]
        assert latest(records, NOW, limit=2).revisions == found.revisions[:2]
        assert [each.id for each in latest(records, NOW, rev="HEAD~1").revisions] == ["dec-b", REF]

    def test_no_version_comes_before_a_later_one_of_its_record(
        self, box: GitSandbox, engine: Engine
    ) -> None:
        change(box, title="Two")
        box.commit("a clock that is wrong", date="2001-01-01T00:00:00Z")
        change(box, title="Three")
        box.commit("a clock that is right", date="2026-10-12T00:00:00Z")
        found = latest(open_store(box.path, engine).records, NOW).revisions
        assert [each.changes[0].after for each in found[:2]] == ["Three", "Two"]

    def test_an_empty_memory_has_none(self, sandbox: GitSandbox, engine: Engine) -> None:
        assert latest(open_store(sandbox.path, engine).records, NOW).revisions == ()

    def test_a_record_without_an_id_is_told_by_its_path(
        self, box: GitSandbox, engine: Engine
    ) -> None:
        box.write("memory/nameless.md", "---\ntitle: x\n---\n")
        box.commit("nameless", date="2026-10-12T00:00:00Z")
        found = latest(open_store(box.path, engine).records, NOW, limit=1)
        assert found.revisions[0].id == "memory/nameless.md"


def test_a_bare_repository_tells_of_a_revision(
    box: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    box.run("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    records = open_store(tmp_path / "bare.git", engine).records
    assert len(record_history(records, REF, NOW, rev="main").revisions) == 1
    with pytest.raises(CannotRun, match="bare"):
        record_history(records, REF, NOW)


class TestWhatCannotBeRead:
    """A file that nobody can read now is not a record that is gone."""

    BROKEN = b"---\n<<<<<<< ours\ntitle: a\n=======\ntitle: b\n>>>>>>> theirs\n---\n"

    def test_is_said_to_be_so(self, box: GitSandbox, engine: Engine) -> None:
        box.write(PATH, self.BROKEN)
        with pytest.raises(
            NoSuchRecord, match=r"memory/decision/dec\.md cannot be read: F106"
        ) as no:
            history(box, engine)
        assert no.value.hint == (
            f"sgm check {PATH} shows the place;"
            f" sgm history {REF} --rev HEAD tells of it as it was committed last"
        )
        assert history(box, engine, rev="HEAD").path == PATH

    def test_also_where_that_is_committed(self, box: GitSandbox, engine: Engine) -> None:
        before = box.head()
        box.write(PATH, self.BROKEN)
        box.commit("break")
        for rev in (None, "HEAD"):
            with pytest.raises(NoSuchRecord, match="cannot be read: F106") as no:
                history(box, engine, rev=rev)
            assert f"sgm history {REF} --rev {before[:10]} tells" in (no.value.hint or "")
        assert history(box, engine, rev=before[:10]).path == PATH

    def test_also_where_it_never_could(self, box: GitSandbox, engine: Engine) -> None:
        box.write("memory/decision/other.md", self.BROKEN)
        with pytest.raises(NoSuchRecord, match=r"other\.md cannot be read: F106") as no:
            history(box, engine, "other")
        assert no.value.hint == "sgm check memory/decision/other.md shows the place"
