"""Where the choices of a merge stand in the lines of a document (DESIGN section 9).

Each choice is to be made for itself, in any editor: whichever lines are taken of each hunk, the
document reads, and reads as what was chosen.
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

from sgm_git.document.parting import parted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.document.choices import Choices, Group
    from sgm_git.document.parting import Hunk

_MOST_READ = 1 << 21  # bytes, to tell conflicts apart: beyond, those of one field are one choice
_MOST_TRIED = 5  # choices of which every mix is tried


def hunks_of(choices: Choices) -> list[Hunk]:
    """The stretches of lines to choose in, from the top, as small as they can be."""
    levels = (_apart(choices, groups) for groups in _levels(choices))
    apart = next((groups for groups in levels if _all_read(choices, groups)), [choices.every])
    if choices.spell_as_theirs(apart):
        are_apart = len(_apart(choices, apart)) == len(apart)
        if not are_apart or not _all_read(choices, apart):
            choices.spell_as_ours()
    found = chain.from_iterable(_parts(choices, group) for group in apart)
    return sorted(found, key=lambda hunk: hunk[:2])


def _levels(choices: Choices) -> Iterator[list[Group]]:
    """The conflicts in ever larger groups."""
    conflicts = choices.merged.conflicts
    by_name: dict[str, Group] = {}
    for place, conflict in enumerate(conflicts):
        name = "".join(conflict.pointer[:1])
        by_name[name] = by_name.get(name, frozenset()) | {place}
    for groups in ([frozenset([place]) for place in sorted(choices.every)], [*by_name.values()]):
        if len(groups) * len(choices.data) <= _MOST_READ:
            yield groups
    yield [group for group in (choices.every - choices.content, choices.content) if group]


def _apart(choices: Choices, groups: list[Group]) -> list[Group]:
    """Groups whose hunks do not overlap, from the top."""
    while True:
        found: list[Group] = []
        for group in sorted(groups, key=lambda each: choices.hunk(each)[:2]):
            if found and _overlap(choices.hunk(found[-1]), choices.hunk(group)):
                found[-1] |= group
            else:
                found.append(group)
        if len(found) == len(groups):
            return found
        groups = found


def _overlap(one: Hunk, other: Hunk) -> bool:
    return other.start < one.end or other.start == one.start


def _all_read(choices: Choices, groups: list[Group]) -> bool:
    return all(
        choices.reads([choices.hunk(group) for group in mix], frozenset().union(*mix))
        for mix in _mixes(groups)
    )


def _mixes(groups: list[Group]) -> Iterable[Sequence[Group]]:
    """Every mix of a few choices; of many, each alone, each left out, and first ones."""
    sizes = range(len(groups) + 1)
    if len(groups) <= _MOST_TRIED:
        return chain.from_iterable(combinations(groups, size) for size in sizes)
    alone = [[group] for group in groups]
    left_out = [[each for each in groups if each != group] for group in groups]
    return [*alone, *left_out, *(groups[:size] for size in sizes)]


def _parts(choices: Choices, group: Group) -> list[Hunk]:
    """The hunks of a choice: of a text in the body several, and any may be taken of each."""
    hunk = choices.hunk(group)
    if group != choices.content or hunk.start < choices.body:
        return [hunk]
    return parted(choices.lines, hunk, choices.body, with_base=choices.with_base)
