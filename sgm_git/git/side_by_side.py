"""Several questions to git at a time: what each takes is mostly waiting for another process."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Answer = TypeVar("Answer")


def side_by_side(questions: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """Give all answers, in the order of the questions; the first of them is asked right here.

    Raises what the first question raised that could not be answered, after all have ended.
    """
    if not questions:
        return []
    answers: dict[int, Answer] = {}
    failures: dict[int, BaseException] = {}

    def ask(place: int) -> None:
        """Ask one."""
        try:
            answers[place] = questions[place]()
        except BaseException as error:  # noqa: BLE001 - it is raised where it can be caught
            failures[place] = error

    others = [Thread(target=ask, args=(place,)) for place in range(1, len(questions))]
    for thread in others:
        thread.start()
    ask(0)
    for thread in others:
        thread.join()
    if failures:
        raise failures[min(failures)]
    return [answers[place] for place in range(len(questions))]
