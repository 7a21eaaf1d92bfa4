"""What git put into the work tree, and what was there before, is nobody's save."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workflows.watching.bench import PATH, Bench, document

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support import GitSandbox

OTHER = "memory/fact/fact-b.md"


@pytest.fixture
def bench(sandbox: GitSandbox) -> Bench:
    """A watch of a record that has had two texts, with a third in a stash."""
    found = Bench(sandbox)
    sandbox.write(PATH, document(body="Second."))
    sandbox.commit("second")
    sandbox.write(PATH, document(body="Stashed."))
    sandbox.run("stash")
    found.start()
    found.wait(2.0)
    return found


def pop(box: GitSandbox) -> None:
    box.run("stash", "pop")


def apply(box: GitSandbox) -> None:
    box.run("stash", "apply")


def restore(box: GitSandbox) -> None:
    box.run("restore", "--source=HEAD~1", PATH)


@pytest.mark.parametrize("work", [pop, apply, restore])
def test_what_git_puts_there_is_told_and_left(
    bench: Bench, work: Callable[[GitSandbox], None]
) -> None:
    work(bench.box)
    bench.hear(PATH)
    bench.wait(20.0)
    assert bench.kinds() == ["left"]
    assert "git has this text already" in (bench.last("left").why or "")
    assert bench.subjects() == ["second"]
    bench.save(document(body="Typed on."))
    bench.wait()
    assert bench.subjects()[0] == "memory: set content of fact-a"


def test_what_git_takes_back_is_nothing(bench: Bench) -> None:
    bench.save(document(body="Typed."))
    bench.wait(1.0)
    bench.box.run("checkout", "--", PATH)
    bench.hear(PATH)
    bench.wait(20.0)
    assert bench.kinds() == []


def test_who_goes_back_to_an_old_text_in_an_editor_has_saved_it(bench: Bench) -> None:
    bench.save(document())
    bench.wait()
    assert bench.kinds() == ["committed"]
    bench.save(document(body="Second."))
    bench.wait()
    assert bench.kinds() == ["committed", "committed"]


def test_who_types_while_the_index_is_written_has_typed(bench: Bench) -> None:
    bench.save(document(body="Typed."))
    bench.box.write("notes.txt", "mine")
    bench.box.run("add", "notes.txt")
    bench.wait()
    assert bench.kinds() == ["committed"]


def test_what_was_saved_on_another_branch_is_left(bench: Bench) -> None:
    bench.save(document(body="Typed."))
    bench.wait(1.0)
    bench.box.run("checkout", "-q", "-b", "other")
    bench.wait(20.0)
    assert "branch was switched" in (bench.last("left").why or "")
    assert bench.subjects() == ["second"]
    bench.save(document(body="Typed on."))
    bench.wait()
    assert bench.kinds() == ["left", "committed"]


@pytest.mark.parametrize("is_all", [True, False])
def test_what_was_there_from_the_beginning_was_not_seen_to_change(
    sandbox: GitSandbox, *, is_all: bool
) -> None:
    bench = Bench(sandbox)
    sandbox.write(PATH, document(body="Before."))
    sandbox.write(OTHER, document(record_id="fact-b"))
    bench.start()
    bench.hear(PATH, OTHER, is_all=is_all)
    bench.wait(20.0)
    assert bench.kinds() == []
    bench.save(document(body="Before, and since."))
    bench.wait()
    assert bench.subjects() == ["memory: set content of fact-a"]


def test_a_branch_that_is_moved_back_is_no_edit(bench: Bench) -> None:
    bench.box.run("reset", "-q", "--soft", "HEAD~1")
    bench.box.run("reset", "-q")
    bench.hear(is_all=True)
    bench.wait(20.0)
    assert bench.kinds() == ["left"]
    assert bench.subjects() == []
