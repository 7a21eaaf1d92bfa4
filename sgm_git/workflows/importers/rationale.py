"""The reason that a decision record gives for its decision, in its own words or not at all."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sgm_git.workflows.importers.outline import Outline

_REASON_SECTIONS = frozenset({"rationale", "justification", "reasons", "reason", "reasoning"})
_DECISION_SECTIONS = frozenset({"decision outcome", "decision", "outcome"})
_BECAUSE = re.compile(r"\bbecause\b[ \t]*:?", re.IGNORECASE)
_CHOSEN = re.compile(r"\W*(?:chosen|selected) (?:option|alternative)\b", re.IGNORECASE)
_AFTER_OPTION = re.compile(r"[\"'\u201d\u2019*_`)\]}][,;.]?\s+because\b[ \t]*:?", re.IGNORECASE)
_ARGUMENT = re.compile(r"\W*(?:good|bad|neutral|positive|negative)\W+because\b", re.IGNORECASE)
_ITEM = re.compile(r"[ \t]*(?:[*+-]|\w{1,3}[.)])[ \t]|[ \t]+\S")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^a-z\s])")
_PLACEHOLDER = re.compile(r"[\[{<].*[\]}>]\.?", re.DOTALL)


def rationale_of(outline: Outline) -> str | None:
    """Give the reason as it stands in the text, ``None`` where none can be told.

    A section that is named for it comes first. Else it is what follows "because" in "Chosen
    option: .., because ..", or the sentence with "because" in the paragraph that states the
    decision, together with the list that such words introduce.
    """
    reason = outline.section(_REASON_SECTIONS)
    if not reason:
        decision = outline.section(_DECISION_SECTIONS)
        reason = _reason_in(decision) if decision else None
    return None if not reason or _PLACEHOLDER.fullmatch(reason) else reason


def _reason_in(section: str) -> str | None:
    blocks = re.split(r"\n[ \t]*\n", section)
    for number, block in enumerate(blocks):
        if _CHOSEN.match(block):
            because = _AFTER_OPTION.search(block) or _BECAUSE.search(block)
            return _rest(block, because, blocks[number + 1 :]) if because else None
    because = _BECAUSE.search(blocks[0])
    if because is None or _ARGUMENT.match(blocks[0]):
        return None
    return _sentence(blocks[0], because, blocks[1:])


def _rest(block: str, because: re.Match[str], later: list[str]) -> str:
    return block[because.end() :].strip() or _leading_list(later)


def _sentence(block: str, because: re.Match[str], later: list[str]) -> str:
    first = max((m.end() for m in _SENTENCE_END.finditer(block, 0, because.start())), default=0)
    last = _SENTENCE_END.search(block, because.end())
    sentence = block[first : last.start() if last else None].strip()
    introduces = not block[because.end() :].strip()
    return f"{sentence}\n\n{_leading_list(later)}".strip() if introduces else sentence


def _leading_list(blocks: list[str]) -> str:
    """Give the list that stands at the beginning of the blocks, "" if there is none."""
    return "\n\n".join(takewhile(_ITEM.match, blocks)).strip()
