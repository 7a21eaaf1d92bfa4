"""What a commit says of losses on purpose is said again by the commit that takes its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.matrix.support import CODE, PLAIN, PLAIN_BEFORE, Bench

if TYPE_CHECKING:
    from tests.matrix.support import Outcome

LINE = "SGM-Allow: fact-a /x_review"
DATES = [f"2026-11-0{day}T08:00:00Z" for day in range(1, 8)]


def on(bench: Bench, day: int, **more: str) -> Bench:
    """The same on another day: two commits of one second seem to be one that is amended."""
    return bench.under(GIT_AUTHOR_DATE=DATES[day], **more)


def follow(bench: Bench, line: str) -> None:
    """Run a command of ours."""
    done = bench.start("sh", "-c", f'sgm() {{ "$(git config sgm.path)" "$@"; }}\n{line}')
    assert done.status == 0, done.said


def words_of(bench: Bench) -> str:
    """The message of HEAD."""
    return bench.message().rstrip("\n")


def well(outcome: Outcome) -> None:
    """It has gone well."""
    assert outcome.status == 0, outcome.said


@pytest.fixture
def dropped(bench: Bench) -> Bench:
    """HEAD drops a field on purpose."""
    follow(bench, "sgm unset fact-a /x_review --no-commit")
    well(on(bench, 1).attempt("commit", "-qam", "drop it"))
    assert words_of(bench) == f"drop it\n\n{LINE}"
    return bench


class TestAmending:
    def test_with_another_message(self, dropped: Bench) -> None:
        well(dropped.attempt("commit", "-q", "--amend", "-m", "better words"))
        assert words_of(dropped) == f"better words\n\n{LINE}"

    def test_again_and_again(self, dropped: Bench) -> None:
        for words in ("once", "twice"):
            well(dropped.attempt("commit", "-q", "--amend", "-m", words))
        dropped.write(CODE, "more\n")
        well(dropped.attempt("commit", "-qa", "--amend", "-m", "thrice"))
        assert words_of(dropped) == f"thrice\n\n{LINE}"

    def test_where_an_editor_writes_another_message(self, dropped: Bench) -> None:
        editor = f'f() {{ grep -q "^{LINE}" "$1" && echo "new\n\n{LINE}" > "$1"; }}; f'
        well(dropped.under(GIT_EDITOR=editor).attempt("commit", "-q", "--amend"))
        assert words_of(dropped) == f"new\n\n{LINE}"

    def test_is_refused_where_the_line_is_taken_away(self, dropped: Bench) -> None:
        editor = 'f() { echo "new" > "$1"; }; f'
        refused = dropped.under(GIT_EDITOR=editor).attempt("commit", "-q", "--amend")
        assert (refused.status, LINE in refused.said) == (1, True)
        assert words_of(dropped) == f"drop it\n\n{LINE}"

    def test_says_no_more_what_is_put_back(self, dropped: Bench) -> None:
        dropped.write(PLAIN, PLAIN_BEFORE.replace(b"A title", b"Another"))
        well(dropped.attempt("commit", "-qa", "--amend", "-m", "keep it"))
        assert words_of(dropped) == "keep it"

    def test_of_a_commit_that_we_made(self, bench: Bench) -> None:
        follow(bench, "sgm unset fact-a /x_review")
        well(bench.attempt("commit", "-q", "--amend", "-m", "in my words"))
        assert words_of(bench) == f"in my words\n\n{LINE}"

    def test_of_a_consent_that_was_typed(self, bench: Bench) -> None:
        well(on(bench, 1).attempt("commit", "-q", "--allow-empty", "-m", f"x\n\n{LINE}"))
        assert (bench.git_dir / "sgm/consented").exists()

    def test_a_commit_after_it_says_nothing(self, dropped: Bench) -> None:
        dropped.write(PLAIN, dropped.read(PLAIN).replace(b"A title", b"Another"))
        well(on(dropped, 2).attempt("commit", "-qam", "another"))
        assert words_of(dropped) == "another"


class TestRebase:
    def test_reword(self, dropped: Bench) -> None:
        assert_reworded(dropped)

    def test_reword_of_one_that_moves(self, dropped: Bench) -> None:
        dropped.run("branch", "old", "HEAD~1")
        dropped.run("checkout", "-q", "old")
        dropped.write(CODE, "elsewhere\n")
        well(on(dropped, 3).attempt("commit", "-qam", "elsewhere"))
        dropped.run("checkout", "-q", "main")
        assert_reworded(dropped, "old")

    def test_fixup(self, bench: Bench) -> None:
        bench.write(CODE, "more\n")
        well(on(bench, 1).attempt("commit", "-qam", "more"))
        follow(bench, "sgm unset fact-a /x_review --no-commit")
        well(on(bench, 2).attempt("commit", "-qa", "--fixup", "HEAD"))
        bench.write(CODE, "even more\n")
        well(on(bench, 3).attempt("commit", "-qa", "--fixup", "HEAD~1"))
        editor = bench.under(GIT_SEQUENCE_EDITOR="true", GIT_EDITOR="true")
        well(editor.attempt("rebase", "-q", "-i", "--autosquash", "HEAD~3"))
        assert words_of(bench) == f"more\n\n{LINE}"


def assert_reworded(bench: Bench, onto: str = "HEAD~1") -> None:
    """The line is offered to who rewords, and refused where it goes."""
    editor = f'f() {{ grep -q "^{LINE}" "$1" && echo "new\n\n{LINE}" > "$1"; }}; f'
    reword = bench.under(GIT_SEQUENCE_EDITOR="sed -i 1s/pick/reword/", GIT_EDITOR=editor)
    well(reword.attempt("rebase", "-q", "-i", onto))
    assert words_of(bench) == f"new\n\n{LINE}"
    bare = reword.under(GIT_EDITOR='f() { echo "bare" > "$1"; }; f')
    refused = bare.attempt("rebase", "-q", "-i", "HEAD~1")
    assert (refused.status, LINE in refused.said) == (1, True), refused.said
    well(bench.attempt("commit", "-q", "--amend", "-m", "at last"))
    assert words_of(bench) == f"at last\n\n{LINE}"


class TestSquash:
    def test_says_what_the_commits_said(self, bench: Bench) -> None:
        bench.run("checkout", "-q", "-b", "side")
        follow(bench, "sgm unset fact-a /x_review --no-commit")
        well(on(bench, 1).attempt("commit", "-qam", "drop it"))
        bench.write(CODE, "more\n")
        well(on(bench, 2).attempt("commit", "-qam", "more"))
        bench.run("checkout", "-q", "main")
        (bench.git_dir / "sgm/consented").unlink()
        well(bench.attempt("merge", "-q", "--squash", "side"))
        well(on(bench, 3).attempt("commit", "-q", "-m", "squashed"))
        assert words_of(bench) == f"squashed\n\n{LINE}"

    def test_says_no_more_than_is_lost(self, bench: Bench) -> None:
        bench.run("checkout", "-q", "-b", "side")
        follow(bench, "sgm unset fact-a /x_review --no-commit")
        well(on(bench, 1).attempt("commit", "-qam", "drop it"))
        bench.write(PLAIN, PLAIN_BEFORE.replace(b"A title", b"Another"))
        well(on(bench, 2).attempt("commit", "-qam", "keep it"))
        bench.run("checkout", "-q", "main")
        well(bench.attempt("merge", "-q", "--squash", "side"))
        well(on(bench, 3).attempt("commit", "-q", "-m", "squashed"))
        assert words_of(bench) == "squashed"

    def test_of_a_pick_that_is_left_to_a_person(self, dropped: Bench) -> None:
        dropped.run("checkout", "-q", "-b", "side", "HEAD~1")
        dropped.write(PLAIN, PLAIN_BEFORE.replace(b"A title", b"Another"))
        well(on(dropped, 2).attempt("commit", "-qam", "title"))
        dropped.attempt("cherry-pick", "main")
        lost = PLAIN_BEFORE.replace(b"A title", b"Another").replace(b"x_review: 42\n", b"")
        dropped.write(PLAIN, lost)
        dropped.run("add", PLAIN)
        well(dropped.attempt("commit", "-q", "-m", "picked"))
        assert words_of(dropped) == f"picked\n\n{LINE}"
