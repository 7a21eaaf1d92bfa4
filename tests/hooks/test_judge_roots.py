"""What is a record in HEAD is judged with the commit that gives it another root, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hooks.staged_support import PATH, E, Memory, codes, document

if TYPE_CHECKING:
    from tests.support import GitSandbox

CONFIG = ".sgm/config.toml"
MOVED = '[[root]]\npath = "docs/memory"\n'
KEPT = document("x_own: keep")
LOSSY = document()
FORGED = document("x_own: keep", agent="Eve", created_at="2026-01-01T00:00:00Z")


@pytest.fixture
def memory(sandbox: GitSandbox) -> Memory:
    """A memory whose record has a field of its own."""
    memory = Memory.begun(sandbox.path)
    memory.commit(PATH, KEPT)
    return memory


def move(memory: Memory, text: str, *, before: str = "memory", after: str = "docs/memory") -> None:
    """Stage a record below another root, in another form."""
    (memory.box.path / after).parent.mkdir(parents=True, exist_ok=True)
    memory.box.run("mv", before, after)
    memory.stage(PATH.replace("memory", after), text)


def test_a_move_alone_passes(memory: Memory) -> None:
    memory.stage(CONFIG, MOVED)
    move(memory, KEPT)
    verdict = memory.judge()
    assert (codes(verdict), verdict.blocks, verdict.records) == ([], False, 1)


def test_what_is_lost_on_the_way_is_put_back(memory: Memory) -> None:
    memory.stage(CONFIG, MOVED)
    move(memory, LOSSY)
    verdict = memory.judge()
    (amendment,) = verdict.amendments
    assert (codes(verdict), verdict.blocks) == ([("K401", E)], True)
    assert (amendment.path, amendment.reasons) == (f"docs/{PATH}", ("restore",))
    assert b"x_own: keep" in amendment.after


def test_what_began_it_stays_on_the_way(memory: Memory) -> None:
    memory.stage(CONFIG, MOVED)
    move(memory, FORGED)
    assert {("P301", E), ("P302", E)} <= set(memory.told())


def test_two_roots_that_move_are_told_apart_by_places(memory: Memory) -> None:
    memory.stage(CONFIG, '[[root]]\npath = "memory"\n[[root]]\npath = "team"\n')
    memory.commit("team/fact/a.md", KEPT.replace("keep", "other"))
    memory.stage(CONFIG, '[[root]]\npath = "one"\n[[root]]\npath = "two"\n')
    move(memory, LOSSY, after="one")
    move(memory, KEPT.replace("keep", "other"), before="team", after="two")
    verdict = memory.judge()
    (amendment,) = verdict.amendments
    assert (amendment.path, b"x_own: keep" in amendment.after) == (PATH.replace("memory", "one"), 1)


@pytest.mark.parametrize(
    "config",
    [
        '[store]\nignore = ["fact-a.md"]\n',
        '[[root]]\npath = "memory/decision"\n',
        '[[root]]\npath = "docs"\n',
    ],
    ids=["ignored", "narrowed", "elsewhere"],
)
def test_a_record_that_is_to_be_none_loses_nothing_with_that(memory: Memory, config: str) -> None:
    memory.stage(CONFIG, config)
    memory.stage(PATH, KEPT.replace("Text", "More"))
    assert memory.told() == []
    memory.stage(PATH, LOSSY)
    assert memory.told() == [("K401", E)]


def test_what_is_new_where_no_root_is_any_more_is_no_record(memory: Memory) -> None:
    memory.stage(CONFIG, MOVED)
    move(memory, KEPT)
    memory.stage("memory/README2.md", "# What was here\n")
    assert memory.judge().records == 1


def test_a_broken_configuration_of_head_has_the_roots_of_the_defaults(memory: Memory) -> None:
    memory.commit(CONFIG, "no [toml\n")
    memory.stage(CONFIG, MOVED)
    move(memory, LOSSY)
    assert memory.told() == [("K401", E)]


def test_once_it_is_committed_only_the_roots_count(memory: Memory) -> None:
    memory.commit(CONFIG, MOVED)
    memory.stage(PATH, LOSSY)
    assert memory.judge().records == 0
