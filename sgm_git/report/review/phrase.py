"""Our own words with texts of others among them, for every form of a review.

Whoever shows a phrase fences or escapes what is ``Quoted`` in its own way. A plain ``str`` in it is
always ours alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True, slots=True)
class Quoted:
    """A text of a record, a commit, a file name or a branch, exactly as it stands there."""

    text: str


Phrase: TypeAlias = "tuple[str | Quoted, ...]"
"""Our words and others', to be joined as they stand."""


def told(phrase: Phrase, quote: Callable[[str], str]) -> str:
    """Give a phrase as text: ours as it is, others' as ``quote`` shows it."""
    return "".join(piece if isinstance(piece, str) else quote(piece.text) for piece in phrase)


def joined(phrases: Iterable[Phrase], between: str = ", ") -> Phrase:
    """Give several phrases as one, with our words between them."""
    found: list[str | Quoted] = []
    for phrase in phrases:
        found += [between, *phrase] if found else phrase
    return tuple(found)


def numbered(count: int, one: str, many: str | None = None) -> str:
    """Give a number with its noun: ``1 record``, ``3 records``."""
    return f"{count} {one}" if count == 1 else f"{count} {many or f'{one}s'}"
