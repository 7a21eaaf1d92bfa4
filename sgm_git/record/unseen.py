"""Characters that a reader does not see, or that reorder what a reader sees.

What a person cannot see in a review, an agent reads: a check says where they stand (F112), and
what is printed for a model shows them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_TAGS = "\U000e0000-\U000e007f"
UNSEEN_RUN = re.compile(
    f"[{_BIDI}{_TAGS}"
    "\u00ad\u034f\u115f\u1160\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0080-\U000e0fff]+"
)
"""One or more such characters, whether writing needs them there or not."""

# What writing needs: a variation of the character before, joiners inside words and emoji, and
# the flags of regions, which are spelled with tags.
_PRESENTATION = re.compile("[\ufe0e\ufe0f]\\Z")
_VARIATION = re.compile("[\u180b-\u180d\ufe00-\ufe0d\U000e0100-\U000e01ef]\\Z")
_JOINER = re.compile("\ufe0f?[\u200c\u200d]\\Z")
_REGION = re.compile("[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f\\Z")
_FLAG = "\U0001f3f4"
_JOINED = frozenset(("Lo", "Lm", "Mn", "Mc", "So", "Sk"))
_PRESENTED = frozenset(("So", "Sm", "Sk", "Po", "Pd", "Nd"))
_VARIED = frozenset(("Lo", "So", "Sm"))
_LETTER_LIKE = "\u2139"  # the one letter that is an emoji too


def unseen_runs(text: str) -> Iterator[re.Match[str]]:
    """Give each run of such characters in a text, but for what writing needs at its place."""
    return (run for run in UNSEEN_RUN.finditer(text) if not _is_writing(run))


def _is_writing(run: re.Match[str]) -> bool:
    text, hidden = run.string, run[0]
    before = text[run.start() - 1] if run.start() else " "
    after = text[run.end()] if run.end() < len(text) else " "
    if _JOINER.match(hidden):
        return {unicodedata.category(before), unicodedata.category(after)} <= _JOINED
    if _PRESENTATION.match(hidden):
        return before == _LETTER_LIKE or unicodedata.category(before) in _PRESENTED
    if _VARIATION.match(hidden):
        return unicodedata.category(before) in _VARIED
    return before == _FLAG and _REGION.match(hidden) is not None
