"""The index is brought up beside a watch: a save never waits for it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.workflows.watching import parts
from sgm_git.workflows.watching.warming import Warming, bring_up
from sgm_git.workflows.watching.wish import Wish
from tests.workflows.watching.bench import Bench, document

if TYPE_CHECKING:
    import pytest

    from tests.support import GitSandbox


def test_a_save_is_told_while_the_index_is_brought_up(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(parts.warming, "bring_up", lambda _: go_on.wait(20))
    bench = Bench(sandbox, Wish(warms=True))
    bench.start()
    assert [each.kind for each in bench.told] == ["watching"]
    bench.wait(4.0)
    assert "beside this" in (bench.last("note").why or "")
    bench.save(document().replace("type: fact", "type: fact\n bad: ["))
    bench.wait(0.5)
    assert bench.kinds() == ["note", "findings"]
    go_on.set()


def test_it_begins_after_some_rest_and_again_for_what_came_meanwhile() -> None:
    begun: list[int] = []
    go_on = threading.Event()

    def work() -> None:
        begun.append(len(begun))
        go_on.wait(20)

    warming = Warming(work)
    assert warming.due() is None
    warming.wish(10.0)
    warming.act(10.9)
    assert begun == []
    warming.wish(10.5)
    warming.act(11.5)
    assert warming.due() is None
    warming.wish(12.0)
    warming.act(14.0)
    assert begun == [0]
    assert len([*warming.notes(14.0)]) == 1
    go_on.set()
    warming.join()
    assert [*warming.notes(14.1)] == ["the index is up"]
    warming.act(14.1)
    warming.join()
    assert begun == [0, 1]


def test_what_goes_wrong_is_a_note() -> None:
    def work() -> None:
        raise CannotRun("no")

    warming = Warming(work)
    warming.wish(0.0)
    warming.act(2.0)
    warming.join()
    assert [*warming.notes(2.0)] == ["the index was not brought up: no"]


def test_lists_and_searches_need_not_bring_it_up_any_more(sandbox: GitSandbox) -> None:
    bench = Bench(sandbox)
    bring_up(bench.records)
    assert (sandbox.path / ".git/sgm/index.sqlite").stat().st_size > 0
