"""The messages of the commits that we make: what was done, and nothing that text could forge."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from sgm_git.record.masking import masked_tokens

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sgm_git.record.consent import Consent

_SUBJECT_LENGTH = 100
_LISTED = 20
_FIELD_LENGTH = 24
_FIELDS = 3  # more are said to be more
_ROOM = 40  # times as long: a secret that begins within the line is seen to its end
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that a transaction did to one record, for its message and its report.

    ``verb`` is add, change, remove, move, rename, restore or accept, for which ``type`` is the
    code of the finding; ``fields`` names what a change changed, with True where it is gone.
    """

    verb: str
    type: str
    id: str
    fields: Mapping[str, bool] = field(default_factory=dict)


def defused(text: str, length: int = _SUBJECT_LENGTH) -> str:
    """Make one line of any text, at most ``length`` characters long.

    Line ends, controls and hidden characters become blanks, so that the text can neither end our
    line nor begin one of its own. Secrets in it are masked: a message is in every clone for good.
    """
    begins = masked_tokens(text[: length * _ROOM])[: length * 4]
    visible = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in begins)
    line = _BLANKS.sub(" ", visible).strip()
    return line if len(line) <= length else line[: length - 1] + "…"


def commit_message(
    deeds: Sequence[Deed],
    *,
    subject: str | None = None,
    agent: str | None = None,
    consents: Collection[Consent] = (),
    via: str | None = None,
) -> str:
    """Compose a message: a subject, what was done when it was more than one thing, trailers.

    ``agent`` is named in ``SGM-Agent`` and is given where the acting agent is not the author;
    ``via`` in ``SGM-Via``, where no person and no agent asked for this very commit.
    """
    lines = [_subject(deeds) if subject is None else f"memory: {defused(subject)}"]
    if len(deeds) > 1 or subject is not None:
        lines += ["", *_listed(deeds)]
    trailers = sorted(consent.line() for consent in consents)
    if agent is not None:
        trailers.insert(0, f"SGM-Agent: {defused(agent)}")
    if via is not None:
        trailers.append(f"SGM-Via: {defused(via)}")
    if trailers:
        lines += ["", *trailers]
    return "\n".join(lines) + "\n"


def _listed(deeds: Sequence[Deed]) -> list[str]:
    lines = [f"- {_phrase(deed)}" for deed in deeds[:_LISTED]]
    more = len(deeds) - _LISTED
    return [*lines, f"- and {more} more"] if more > 0 else lines


def _phrase(deed: Deed) -> str:
    names = [defused(name, _FIELD_LENGTH) for name in islice(deed.fields, _FIELDS)]
    if len(deed.fields) == 1 and names[0]:
        verb = "unset" if all(deed.fields.values()) else "set"
        return f"{verb} {names[0]} of {defused(deed.id)}"
    if names:
        more = ["..."] if len(deed.fields) > _FIELDS else []
        return f"edit {defused(deed.id)} ({', '.join([*names, *more])})"
    return f"{deed.verb} {defused(f'{deed.type} {deed.id}')}"


def _subject(deeds: Sequence[Deed]) -> str:
    if len(deeds) == 1:
        return f"memory: {_phrase(deeds[0])}"
    verbs = {deed.verb for deed in deeds}
    verb = verbs.pop() if len(verbs) == 1 else "change"
    return f"memory: {verb} {len(deeds)} records"
