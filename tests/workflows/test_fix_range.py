"""What got in where no hook ran is mended as one, and a check of the range is content with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.errors import CannotRun, UsageError
from sgm_git.git.engine import open_repository
from sgm_git.workflows.check import EVERYTHING
from sgm_git.workflows.check_range import check_range
from sgm_git.workflows.fix_range import Wish, fix_range
from tests.store.support import NOW, STAMP
from tests.support import GitSandbox
from tests.workflows.support import begin

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.workflows.fix import FixReport

PATH = "memory/fact/fact-a.md"
NEW = "memory/fact/fact-new.md"
BOB = "Bob <bob@example.org>"
CREATED = "2026-10-10T18:21:47Z"
BEGUN = "2026-10-10T19:00:00Z"
MONDAY = "2026-10-12T12:00:00Z"
TUESDAY = "2026-10-13T12:00:00Z"
FRIDAY = "2026-10-16T12:00:00Z"
WHOLE = """---
id: fact-a
type: fact
title: 'A'   # keep
x_review: {by: 'grace', round: "2"}
annotations:
  - {kind: risk, value: high}
  - {kind: status, value: accepted}
scope: {}
provenance:
  agent: Ada
  created_at: 2026-10-10T18:21:47Z
  origin: cli
  session: s-1
  scope: {}
---

Text.
"""
STAMPED = WHOLE.replace(
    "  session", f"  modified: true\n  modified_at: {MONDAY}\n  modified_by: Ada\n  session"
)
TYPED = "---\ntitle: By hand\n---\n\nText.\n"


@pytest.fixture
def base(sandbox: GitSandbox) -> str:
    """A record that is well, in a memory that is begun."""
    return start(sandbox)


def start(sandbox: GitSandbox, config: str = "format = 1\n", text: str = WHOLE) -> str:
    begin(sandbox, config=config)
    sandbox.write(PATH, text)
    return sandbox.commit("add", date=BEGUN)


def mend(
    sandbox: GitSandbox, base: str, *paths: str, engine: Engine = "git", write: bool = True
) -> FixReport:
    repository = open_repository(sandbox.path, engine)
    return fix_range(repository, Wish((base, "HEAD"), "Ada", paths), NOW, write=write)


def codes(sandbox: GitSandbox, base: str, engine: Engine = "git") -> list[str]:
    """What a check of the range says, but for the kind that no schema knows (S204)."""
    repository = open_repository(sandbox.path, engine)
    found = check_range(repository, (base, "HEAD"), NOW, EVERYTHING).findings
    return [each.code for each in found if each.code != "S204"]


def left(report: FixReport) -> list[str]:
    return [each.code for each in report.remaining if each.code != "S204"]


def body(sandbox: GitSandbox, path: str = PATH) -> str:
    return (sandbox.path / path).read_text()


LOSSES = {
    "K401": ("x_review: {by: 'grace', round: \"2\"}\n", ""),
    "K402": ("  - {kind: risk, value: high}\n", ""),
    "K404": ('round: "2"', "round: 2"),
    "K405": ("  session: s-1\n", ""),
}


@pytest.mark.parametrize("code", LOSSES)
def test_what_a_range_lost_is_put_back(
    sandbox: GitSandbox, engine: Engine, base: str, code: str
) -> None:
    lossy = WHOLE.replace(*LOSSES[code]).replace("Text.", "Other text.")
    sandbox.write(PATH, lossy)
    sandbox.commit(author=BOB, date=MONDAY)
    assert codes(sandbox, base, engine) == [code]
    report = mend(sandbox, base, engine=engine)
    assert [file.path for file in report.files] == [PATH]
    assert left(report) == []
    assert mend(sandbox, base, engine=engine).files == ()
    sandbox.commit(date=FRIDAY)
    assert codes(sandbox, base, engine) == []
    assert "Other text." in body(sandbox)
    assert mend(sandbox, base, engine=engine).files == ()


def test_without_writing_it_says_what_would_change(sandbox: GitSandbox, base: str) -> None:
    lossy = WHOLE.replace(*LOSSES["K405"])
    sandbox.write(PATH, lossy)
    sandbox.commit(date=MONDAY)
    (file,) = mend(sandbox, base, write=False).files
    assert (file.before, body(sandbox)) == (lossy.encode(), lossy)


def test_what_was_consented_to_stays_gone(sandbox: GitSandbox, base: str) -> None:
    sandbox.write(PATH, WHOLE.replace(*LOSSES["K401"]).replace(*LOSSES["K405"]))
    sandbox.commit("drop it\n\nSGM-Allow: fact-a /x_review", date=MONDAY)
    assert codes(sandbox, base) == ["K405"]
    mend(sandbox, base)
    assert "session: s-1" in body(sandbox)
    assert "x_review" not in body(sandbox)


def test_a_new_record_is_completed_as_of_the_commit_that_added_it(
    sandbox: GitSandbox, engine: Engine, base: str
) -> None:
    sandbox.write(NEW, TYPED)
    sandbox.commit(author=BOB, date=MONDAY)
    sandbox.write(NEW, TYPED.replace("Text.", "More text."))
    sandbox.commit(date=TUESDAY)
    assert "S213" in codes(sandbox, base, engine)
    assert left(mend(sandbox, base, engine=engine)) == []
    text = body(sandbox, NEW)
    assert "id: fact-new\ntype: fact\n" in text
    assert "agent: Bob\n" in text
    assert f'created_at: "{MONDAY}"' in text
    assert "origin: editor\n" in text
    sandbox.commit(date=FRIDAY)
    assert codes(sandbox, base, engine) == []
    assert mend(sandbox, base, engine=engine).files == ()


def test_a_new_record_that_moved_since_is_completed_as_of_its_beginning(
    sandbox: GitSandbox, base: str
) -> None:
    text = TYPED.replace("title", "id: fact-new\ntype: fact\ntitle")
    sandbox.write("memory/fact/draft.md", text)
    sandbox.commit(author=BOB, date=MONDAY)
    sandbox.run("mv", "memory/fact/draft.md", NEW)
    sandbox.commit(date=TUESDAY)
    mend(sandbox, base)
    assert f'created_at: "{MONDAY}"' in body(sandbox, NEW)
    assert "agent: Bob\n" in body(sandbox, NEW)


def test_the_agent_that_a_commit_names_completes_its_record(sandbox: GitSandbox, base: str) -> None:
    sandbox.write(NEW, TYPED)
    sandbox.commit("add\n\nSGM-Agent: builder", date=MONDAY)
    mend(sandbox, base)
    assert "agent: builder\n" in body(sandbox, NEW)
    sandbox.commit(date=FRIDAY)
    assert codes(sandbox, base) == []


def test_a_new_record_that_is_not_committed_is_completed_now(
    sandbox: GitSandbox, base: str
) -> None:
    sandbox.commit(author=BOB, date=MONDAY)
    sandbox.write(NEW, TYPED)
    mend(sandbox, base)
    assert "agent: Ada\n" in body(sandbox, NEW)
    assert f'created_at: "{STAMP}"' in body(sandbox, NEW)


def test_stamps_that_lag_are_made_true(sandbox: GitSandbox, engine: Engine) -> None:
    base = start(sandbox, text=WHOLE)
    sandbox.write(PATH, STAMPED.replace("Text.", "Other text."))
    sandbox.commit(date=MONDAY)
    sandbox.write(PATH, STAMPED.replace("Text.", "New text."))
    sandbox.commit(author=BOB, date=TUESDAY)
    assert codes(sandbox, base, engine) == ["P303"]
    assert left(mend(sandbox, base, engine=engine)) == []
    assert f'modified_at: "{TUESDAY}"\n  modified_by: Bob\n' in body(sandbox)
    sandbox.commit(date=FRIDAY)
    assert codes(sandbox, base, engine) == []


def test_a_loss_that_is_put_back_is_a_change_that_stamps_tell_of(sandbox: GitSandbox) -> None:
    base = start(sandbox, text=STAMPED)
    sandbox.write(PATH, STAMPED.replace(*LOSSES["K405"]).replace("Text.", "New text."))
    sandbox.commit(author=BOB, date=TUESDAY)
    mend(sandbox, base)
    assert f'modified_at: "{STAMP}"\n  modified_by: Ada\n' in body(sandbox)
    sandbox.commit(date=STAMP)
    assert codes(sandbox, base) == []


@pytest.mark.parametrize(("policy", "is_stamped"), [("always", True), ("declared", False)])
def test_changes_are_stamped_as_the_first_end_wants_them(
    sandbox: GitSandbox, policy: str, *, is_stamped: bool
) -> None:
    base = start(sandbox, f'format = 1\n[store]\nstamp = "{policy}"\n')
    sandbox.write(PATH, WHOLE.replace("Text.", "New text."))
    sandbox.commit(author=BOB, date=TUESDAY)
    mend(sandbox, base)
    assert ("modified_by: Bob\n" in body(sandbox)) is is_stamped
    assert (f'modified_at: "{TUESDAY}"' in body(sandbox)) is is_stamped
    sandbox.commit(date=FRIDAY)
    assert codes(sandbox, base) == []


def test_a_merge_is_held_against_where_the_sides_parted(sandbox: GitSandbox, base: str) -> None:
    sandbox.run("checkout", "-q", "-b", "side")
    sandbox.write(PATH, WHOLE.replace(*LOSSES["K402"]))
    sandbox.commit(author=BOB, date=MONDAY)
    sandbox.run("checkout", "-q", "main")
    sandbox.write(PATH, WHOLE.replace("Text.", "Main's text."))
    main = sandbox.commit(date=TUESDAY)
    sandbox.run("checkout", "-q", "side")
    sandbox.run("merge", "-q", "--no-edit", "main")
    assert codes(sandbox, main) == ["K402"]
    mend(sandbox, main)
    assert "kind: risk" in body(sandbox)
    assert "Main's text." in body(sandbox)
    sandbox.commit(date=FRIDAY)
    assert codes(sandbox, main) == []
    assert codes(sandbox, base) == []


def test_what_the_range_left_alone_is_left_alone(sandbox: GitSandbox) -> None:
    base = start(sandbox, text=WHOLE.replace("title: 'A'", "title: no"))
    sandbox.write(NEW, TYPED)
    sandbox.commit(date=MONDAY)
    report = mend(sandbox, base)
    assert [file.path for file in report.files] == [NEW]


def test_only_what_is_asked_for_is_mended(sandbox: GitSandbox, base: str) -> None:
    sandbox.write(NEW, TYPED)
    sandbox.write(PATH, WHOLE.replace(*LOSSES["K405"]))
    sandbox.commit(date=MONDAY)
    assert [file.path for file in mend(sandbox, base, PATH).files] == [PATH]
    with pytest.raises(UsageError, match="no record lies"):
        mend(sandbox, base, "memory/elsewhere")


def test_what_only_a_person_can_mend_is_told(sandbox: GitSandbox, base: str) -> None:
    untold = WHOLE.replace("created_at: 2026-10-10T18:21:47Z", "created_at: once")
    sandbox.write("memory/fact/fact-b.md", untold.replace("fact-a", "fact-b"))
    sandbox.write(NEW, "---\nid: [\n---\n")
    sandbox.commit(date=MONDAY)
    told = {each.code for each in mend(sandbox, base).remaining}
    assert {"F103", "S202"} <= told


def test_the_rules_of_the_first_end_count(sandbox: GitSandbox, base: str) -> None:
    sandbox.write(".sgm/config.toml", 'format = 1\n[checks]\nignore = ["K"]\n')
    sandbox.write(PATH, WHOLE.replace(*LOSSES["K405"]))
    sandbox.commit(date=MONDAY)
    mend(sandbox, base)
    assert "session: s-1" in body(sandbox)


def test_before_there_was_a_configuration_records_are_judged_by_themselves(
    sandbox: GitSandbox,
) -> None:
    base = sandbox.commit("empty")
    begin(sandbox)
    sandbox.write(NEW, TYPED)
    sandbox.commit(author=BOB, date=MONDAY)
    report = mend(sandbox, base)
    assert "defaults judge" in report.notes[0]
    assert "agent: Bob\n" in body(sandbox, NEW)
    sandbox.commit(date=FRIDAY)
    assert codes(sandbox, base) == []


def test_where_the_ends_never_meet_losses_cannot_be_told(sandbox: GitSandbox, base: str) -> None:
    sandbox.run("checkout", "-q", "--orphan", "other")
    sandbox.write(PATH, WHOLE.replace("scope: {}\nprov", "scope: {a: b}\nprov"))
    sandbox.commit(date=MONDAY)
    report = mend(sandbox, base)
    assert report.notes == ("what was lost (K) cannot be told: the ends have no merge base here",)
    assert [file.path for file in report.files] == [PATH]


def test_only_what_is_checked_out_can_be_mended(sandbox: GitSandbox, base: str) -> None:
    sandbox.write("notes.txt", "")
    sandbox.commit()
    repository = open_repository(sandbox.path)
    with pytest.raises(CannotRun, match="not what is checked out"):
        fix_range(repository, Wish((base, base), "Ada"), NOW, write=True)


EDITS = [
    *LOSSES.values(),
    ("title: 'A'", "title: no"),
    ("Text.", "Other text."),
    ("high", "low"),
    ("  session", f"  modified: true\n  modified_at: {MONDAY}\n  modified_by: Ada\n  session"),
    ("scope: {}\nprov", "scope: {a: b}\nprov"),
    ("x_review:", "x_reviewed:"),
]
STEPS = st.lists(
    st.tuples(st.booleans(), st.sampled_from([*EDITS, "add", "merge", "revert", "move"])),
    min_size=1,
    max_size=6,
)


@settings(max_examples=12)
@given(steps=STEPS)
def test_whatever_a_range_brought_its_check_is_content_afterwards(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[bool, tuple[str, str] | str]]
) -> None:
    sandbox = repository(tmp_path_factory.mktemp("range"))
    base = start(sandbox)
    sandbox.run("branch", "side")
    for hour, (on_side, step) in enumerate(steps):
        sandbox.run("checkout", "-q", "side" if on_side else "main")
        take(sandbox, step, f"2026-10-13T{hour:02}:00:00Z", "main" if on_side else "side")
    mend(sandbox, base)
    sandbox.commit(date=FRIDAY)
    found = check_range(open_repository(sandbox.path), (base, "HEAD"), NOW, EVERYTHING).findings
    mendable = ("F110", "S210", "S213", "K401", "K402", "K404", "K405", "P303")
    assert [each for each in found if each.code.startswith(mendable)] == []
    assert mend(sandbox, base).files == ()


def repository(folder: Path) -> GitSandbox:
    box = GitSandbox(folder)
    box.run("init", "-q")
    return box


def take(sandbox: GitSandbox, step: tuple[str, str] | str, when: str, other: str) -> None:
    """Do something that no hook looks at; a merge that conflicts takes the other's text."""
    match step:
        case "add":
            sandbox.write(f"memory/fact/fact-{when[11:13]}.md", TYPED)
        case "merge":
            sandbox.run(
                "merge", "-q", "--no-edit", "--no-commit", "-X", "theirs", other, check=False
            )
        case "revert":
            sandbox.run("revert", "--no-commit", "-X", "theirs", "HEAD", check=False)
        case "move":
            sandbox.run("mv", "-k", PATH, "memory/fact/moved.md")
        case (str(old), str(new)):
            for place in sandbox.path.glob("memory/fact/*.md"):
                text = place.read_text()
                if text.startswith("---\nid: fact-a") and (not new or new not in text):
                    place.write_text(text.replace(old, new))
    sandbox.commit(author=BOB, date=when)


def test_who_began_a_record_and_when_is_put_back(sandbox: GitSandbox, base: str) -> None:
    taken = WHOLE.replace("agent: Ada", "agent: Bob").replace("10-10T18", "10-11T18")
    sandbox.write(PATH, taken.replace("Text.", "Other text."))
    sandbox.commit(author=BOB, date=MONDAY)
    assert sorted(codes(sandbox, base)) == ["P301", "P302"]
    assert left(mend(sandbox, base)) == []
    assert body(sandbox).replace(f'"{CREATED}"', CREATED) == WHOLE.replace("Text.", "Other text.")
    sandbox.commit(date=FRIDAY)
    assert codes(sandbox, base) == []


def test_another_beginning_that_was_consented_to_stays(sandbox: GitSandbox, base: str) -> None:
    taken = WHOLE.replace("agent: Ada", "agent: Bob")
    sandbox.write(PATH, taken)
    sandbox.commit("it was Bob\n\nSGM-Allow: fact-a /provenance/agent", date=MONDAY)
    mend(sandbox, base)
    assert body(sandbox) == taken
