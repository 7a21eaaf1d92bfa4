"""What stands and cannot be mended is accepted: one finding, of one value, for a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused, UsageError
from sgm_git.policy.accepted import Accepted, parse_accepted
from sgm_git.policy.config import ACCEPTED_PATH
from sgm_git.record.provenance import Actor
from sgm_git.store.writing import Writing
from sgm_git.witness.trust import Trust
from sgm_git.workflows.accept import Request, accept
from sgm_git.workflows.history import record_history
from tests.store.support import BASE, NOW, STAMP, open_store
from tests.workflows.support import begin
from tests.workflows.test_history import PATH, REF, change

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from sgm_git.store.transaction import WriteResult
    from sgm_git.workflows.revisions import Revision
    from tests.support import GitSandbox

BOB = "Bob <bob@example.org>"
EVE = "Eve <eve@evil.example>"
REQUEST = Request(REF, "P305", "Eve was at Bob's keyboard.")


@pytest.fixture
def box(sandbox: GitSandbox) -> GitSandbox:
    """A record with a version of Eve's that gives Bob's name."""
    begin(sandbox)
    sandbox.write(PATH, BASE)
    sandbox.commit("add", author=BOB)
    forge(sandbox)
    return sandbox


def forge(box: GitSandbox, at: str = "2026-10-11T08:00:00Z") -> str:
    """A version of Eve's that is stamped with Bob's name."""
    change(
        box,
        title=f"By Bob at {at}",
        provenance__modified=True,
        provenance__modified_at=at,
        provenance__modified_by="Bob",
    )
    return box.commit("forge", author=EVE, date=at)


def ask(
    box: GitSandbox, engine: Engine, request: Request = REQUEST, writing: Writing | None = None
) -> tuple[Accepted, WriteResult]:
    return accept(open_store(box.path, engine).records, request, Actor("Ada"), writing)


def newest(box: GitSandbox, engine: Engine) -> Revision:
    return record_history(open_store(box.path, engine).records, REF, NOW).revisions[0]


def test_a_finding_is_closed_and_the_trust_stays_unknown(box: GitSandbox, engine: Engine) -> None:
    assert newest(box, engine).verdict is Trust.DISPUTED
    forged = box.head()
    line, result = ask(box, engine)
    assert line == Accepted(
        REF,
        "P305",
        "Eve was at Bob's keyboard.",
        None,
        "/provenance/modified_by",
        forged,
        line.value,
        "Ada",
        STAMP,
    )
    assert parse_accepted((box.path / ACCEPTED_PATH).read_bytes()) == ((line,), ())
    after = newest(box, engine)
    assert (after.verdict, after.findings) == (Trust.UNKNOWN, ())
    assert [finding.code for finding in after.accepted] == ["P305"]
    assert result.commit == box.head()


def test_the_file_alone_is_committed(box: GitSandbox, engine: Engine) -> None:
    box.write("other.txt", "staged\n")
    box.run("add", "other.txt")
    box.write("memory/untracked.md", BASE.replace(REF.encode(), b"dec-other"))
    before = box.status()
    ask(box, engine)
    assert box.run("show", "--format=%B", "--name-only").decode().split("\n") == [
        f"memory: accept P305 {REF}",
        "",
        "",
        ACCEPTED_PATH,
        "",
    ]
    assert box.status() == before


def test_a_reason_is_no_line_of_the_commit(box: GitSandbox, engine: Engine) -> None:
    reason = f"so\nSGM-Allow: {REF} /provenance/agent"
    line, _ = ask(box, engine, Request(REF, "P305", reason))
    assert line.reason == reason
    assert b"SGM-Allow" not in box.run("log", "-1", "--format=%B")


def test_what_is_not_committed_does_not_count_yet(box: GitSandbox, engine: Engine) -> None:
    _, result = ask(box, engine, writing=Writing(commit=False))
    assert result.commit is None
    assert newest(box, engine).verdict is Trust.DISPUTED
    with pytest.raises(Refused, match="has that already"):
        ask(box, engine, writing=Writing(commit=False))
    with pytest.raises(Refused, match="has that already"):
        ask(box, engine)


def test_nothing_is_accepted_ahead_or_twice(box: GitSandbox, engine: Engine) -> None:
    with pytest.raises(Refused, match="no P301 stands") as refusal:
        ask(box, engine, Request(REF, "P301", "so"))
    assert "P305" in [finding.code for finding in refusal.value.findings]
    ask(box, engine)
    with pytest.raises(Refused, match="accepted already"):
        ask(box, engine)


def test_another_value_or_commit_is_judged_anew(box: GitSandbox, engine: Engine) -> None:
    ask(box, engine)
    forge(box, "2026-10-12T08:00:00Z")
    assert newest(box, engine).verdict is Trust.DISPUTED
    ask(box, engine)
    assert newest(box, engine).verdict is Trust.UNKNOWN
    (box.path / PATH).write_bytes(
        (box.path / PATH).read_bytes().replace(b"modified_by: Bob", b"modified_by: Ada")
    )
    box.commit("forge", author=EVE, date="2026-10-13T08:00:00Z")
    assert newest(box, engine).verdict is Trust.DISPUTED


def test_what_does_not_say_why_or_what_is_refused(box: GitSandbox, engine: Engine) -> None:
    with pytest.raises(UsageError, match="reason"):
        ask(box, engine, Request(REF, "P305", " \n"))
    with pytest.raises(UsageError, match="S205 is not accepted"):
        ask(box, engine, Request(REF, "S205", "so"))
    assert not (box.path / ACCEPTED_PATH).exists()


def test_of_several_findings_one_is_named(box: GitSandbox, engine: Engine) -> None:
    change(
        box,
        provenance__created_at="2026-12-01T00:00:00Z",
        provenance__modified_at="2026-12-01T00:00:00Z",
    )
    forged = box.commit("ahead", author=EVE, date="2026-10-14T00:00:00Z")
    with pytest.raises(Refused, match="2 findings are meant") as refusal:
        ask(box, engine, Request(REF, "P304", "so"))
    assert len(refusal.value.findings) == 2
    both = Request(REF, "P304", "so", commit="HEAD")
    with pytest.raises(Refused, match="2 findings are meant"):
        ask(box, engine, both)
    line, _ = ask(
        box, engine, Request(REF, "P304", "so", forged[:12], ("provenance", "modified_at"))
    )
    assert (line.commit, line.pointer) == (forged, "/provenance/modified_at")
    with pytest.raises(Refused, match=f"no P304 stands on {REF} by HEAD~2"):
        ask(box, engine, Request(REF, "P304", "so", commit="HEAD~2"))


def test_what_is_not_committed_is_mended_instead(box: GitSandbox, engine: Engine) -> None:
    change(box, provenance__created_at="2020-01-01T00:00:00Z")
    with pytest.raises(Refused, match="not committed yet"):
        ask(box, engine, Request(REF, "P301", "so"))


def test_edits_of_the_file_are_not_taken_along_unasked(box: GitSandbox, engine: Engine) -> None:
    box.write(ACCEPTED_PATH, "# ours\n")
    box.commit("begin a list")
    box.write(ACCEPTED_PATH, "# ours, edited\n")
    with pytest.raises(Refused, match="not committed"):
        ask(box, engine)
    ask(box, engine, writing=Writing(with_edits=True))
    assert (box.path / ACCEPTED_PATH).read_text().startswith("# ours, edited\n\n[[accepted]]\n")


def test_a_list_that_cannot_be_read_is_left_alone(box: GitSandbox, engine: Engine) -> None:
    box.write(ACCEPTED_PATH, "[[accepted\n")
    with pytest.raises(CannotRun, match=r"accepted\.toml"):
        ask(box, engine)
    assert (box.path / ACCEPTED_PATH).read_text() == "[[accepted\n"


def test_a_list_behind_a_link_is_left_alone(box: GitSandbox, engine: Engine) -> None:
    target = box.write("elsewhere.toml", "")
    (box.path / ACCEPTED_PATH).symlink_to(target)
    with pytest.raises((CannotRun, Refused)):
        ask(box, engine)
    assert target.read_text() == ""


def test_an_unfinished_merge_refuses_as_for_every_write(box: GitSandbox, engine: Engine) -> None:
    (box.path / ".git/MERGE_HEAD").write_text(box.head() + "\n")
    with pytest.raises(CannotRun, match="merge is not finished"):
        ask(box, engine)


def test_where_ids_repeat_the_root_is_named(sandbox: GitSandbox, engine: Engine) -> None:
    begin(sandbox, config='format = 1\n[[root]]\npath = "memory"\n[[root]]\npath = "notes"\n')
    sandbox.write(PATH, BASE)
    sandbox.write("notes/dec.md", BASE)
    sandbox.commit("add", author=BOB)
    forge(sandbox)
    line, _ = ask(sandbox, engine, Request(f"memory:{REF}", "P305", "so"))
    assert (line.id, line.root) == (REF, "memory")
    records = open_store(sandbox.path, engine).records
    found = record_history(records, f"memory:{REF}", NOW).revisions[0]
    assert found.verdict is Trust.UNKNOWN


def test_an_agent_that_accepts_is_named(box: GitSandbox, engine: Engine) -> None:
    records = open_store(box.path, engine).records
    line, _ = accept(records, REQUEST, Actor("build-agent"))
    assert line.by == "build-agent"
    assert b"SGM-Agent: build-agent" in box.run("log", "-1", "--format=%B")
