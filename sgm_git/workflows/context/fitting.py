"""Fits a context into its budget: rules first and whole, then the rest by relevance.

What does not fit whole is given in short, what does not even fit so is left out, and both are
said. Nothing is cut without a word.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.workflows.context.brevity import brief_text
from sgm_git.workflows.context.calls import call_for, in_short
from sgm_git.workflows.context.model import BYTES_OF_TOKEN, LeftOut
from sgm_git.workflows.context.sections import HISTORY, KINDS, RULES, UNCLASSIFIED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.workflows.context.model import Call, Context, Item, Section, Sizes, Wanted

_SHARE = 4
"""No item but a rule takes more than this part of the budget, while others wait."""

_FRAME_SHARE = 2
"""What is told beside the items takes no more than this part, or is told in short."""

_LEAST = 40
"""Bytes that an item takes beside its text, whatever it is: what is larger is not even sized."""

_LAST = {HISTORY: 1, UNCLASSIFIED: 2}


def tokens(size: int) -> int:
    """How many tokens that many bytes are taken for."""
    return -(-size // BYTES_OF_TOKEN)


class Beyond:
    """What is left out: counts by section of what was not even gathered, and the calls for all."""

    def __init__(self, counts: Mapping[str, int], wanted: Wanted) -> None:
        self._counts = counts
        self._calls: dict[str, Call] = {kind.name: call_for(kind, wanted) for kind in KINDS}

    def left_out(self, counts: Mapping[str, int]) -> tuple[LeftOut, ...]:
        """What is left out if so many of what was gathered are, too."""
        both = {name: counts.get(name, 0) + self._counts.get(name, 0) for name in self._calls}
        return tuple(
            LeftOut(name, count, self._calls[name]) for name, count in both.items() if count
        )


def fitted(blank: Context, sections: Sequence[Section], beyond: Beyond, sizes: Sizes) -> Context:
    """Give a context with as much of the sections as its budget allows.

    ``blank`` is the context without sections. What is told beside the items is never left out,
    however small the budget.
    """
    limit = blank.budget * BYTES_OF_TOKEN
    everything = replace(blank, sections=tuple(sections), left_out=beyond.left_out({}))
    if _least(sections) <= limit and _size(everything, sizes) <= limit:
        return _counted(everything, sizes)
    all_of = {section.name: len(section.items) for section in sections}
    frame = replace(blank, left_out=beyond.left_out(all_of))
    if sizes.frame(frame) > limit // _FRAME_SHARE:
        frame = replace(frame, is_terse=True)
    calls = _calls(frame)
    frame = _with_rest(frame, (in_short(calls), in_short(calls, few=0)), sizes)
    kept = _kept(frame, sections, sizes)
    context = replace(
        frame,
        sections=tuple(section for section in kept if section.items),
        left_out=beyond.left_out(_without(sections, kept)),
    )
    rest = in_short(_calls(context))
    return _counted(_with_rest(context, (rest, frame.rest), sizes), sizes)


def _without(sections: Sequence[Section], kept: Sequence[Section]) -> dict[str, int]:
    """How many items of each section are not among what is kept of it."""
    pairs = zip(sections, kept, strict=True)
    return {each.name: len(each.items) - len(part.items) for each, part in pairs}


def _calls(context: Context) -> list[Call]:
    return [left.call for left in context.left_out]


def _with_rest(context: Context, calls: Sequence[Call], sizes: Sizes) -> Context:
    """The context with the first of some calls for the rest that finds room, if one does."""
    made = [replace(context, rest=call) for call in calls]
    limit = context.budget * BYTES_OF_TOKEN
    return next((each for each in made if _size(each, sizes) <= limit), made[0])


def _size(context: Context, sizes: Sizes) -> int:
    parts = sum(
        sizes.heading(section) + sum(sizes.item(item, context.now) for item in section.items)
        for section in context.sections
    )
    return sizes.frame(context) + parts


def _least(sections: Sequence[Section]) -> int:
    return sum(_LEAST + len(item.text) for section in sections for item in section.items)


def _counted(context: Context, sizes: Sizes) -> Context:
    return replace(context, used=tokens(_size(context, sizes)))


def _kept(frame: Context, sections: Sequence[Section], sizes: Sizes) -> list[Section]:
    """The sections with those of their items that find room beside the frame."""
    left = frame.budget * BYTES_OF_TOKEN - sizes.frame(frame)
    kept: list[dict[int, Item]] = [{} for _ in sections]
    for number, position in _by_priority(sections):
        if left < _LEAST:
            break
        section = sections[number]
        room = left - (0 if kept[number] else sizes.heading(section))
        found = _fitting(_forms(section, position, frame.budget), room, sizes, frame.now)
        if found is not None:
            kept[number][position], left = found
    return [
        section._replace(items=tuple(items[position] for position in sorted(items)))
        for section, items in zip(sections, kept, strict=True)
    ]


def _fitting(forms: Iterable[Item], room: int, sizes: Sizes, now: int) -> tuple[Item, int] | None:
    """The first form that fits, and the room that it leaves; None where none does."""
    for item in forms:
        if _LEAST + len(item.text) <= room:
            size = sizes.item(item, now)
            if size <= room:
                return item, room - size
    return None


def _by_priority(sections: Sequence[Section]) -> list[tuple[int, int]]:
    """The places of all items, by section and position, those first that must not be missing.

    After the rules the sections take turns among what is equally near and relevant.
    """
    found: list[tuple[tuple[float, ...], tuple[int, int]]] = []
    for number, section in enumerate(sections):
        turn = 0 if section.name == RULES else 1 + _LAST.get(section.name, 0)
        for position, item in enumerate(section.items):
            rank = (item.nearness, -item.relevance) if turn else ()
            found.append(((turn, *rank, position, number), (number, position)))
    return [place for _, place in sorted(found)]


def _forms(section: Section, position: int, budget: int) -> Iterator[Item]:
    """An item whole, unless it would take too much of the budget, and then in short."""
    item = section.items[position]
    size = len(item.text.encode("utf-8", "replace"))
    if section.name == RULES or size <= budget * BYTES_OF_TOKEN // _SHARE:
        yield item
    text = brief_text(item.text, item.reading.title)
    if text != item.text:
        rest = size - len(text.encode("utf-8", "replace"))
        yield replace(item, text=text, cut=tokens(rest))


class PlainSizes:
    """Sizes of nothing but names and texts, for whoever prints them in a way of their own."""

    def frame(self, context: Context) -> int:
        """The bytes of what was left out, by name."""
        return sum(len(left.name) for left in context.left_out)

    def heading(self, section: Section) -> int:
        """The bytes of a section's name and how to read it."""
        return len(section.name) + len(section.reading)

    def item(self, item: Item, now: int) -> int:  # noqa: ARG002 - as ``Sizes`` has it
        """The bytes of a record's id, title and text."""
        parts = (item.reading.id, item.reading.title, item.text)
        return sum(len((part or "").encode("utf-8", "replace")) for part in parts)
