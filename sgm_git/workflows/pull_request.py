"""The text by which a proposal asks to be merged: nothing in it acts on those who read it.

Forges make mentions, closing words, commands and markup of what a text says, and take the text into
the message of the commit that merges it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.store.message import defused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.findings import Finding
    from sgm_git.record.provenance import Actor
    from sgm_git.store.catalog import Catalog
    from sgm_git.store.drafts import Written

_LISTED = 50
_TITLE = 72
_ACTING = (
    (re.compile(r"(?<=[@#!&$%])(?=\w)"), " "),  # a mention, an issue, a merge request
    (re.compile(r"(?i)\bgh-(?=\d)"), "GH "),
    (re.compile(r"(?i)\bsgm-(?=\w)"), "SGM "),  # a line of consent or approval
    (re.compile(r"(?i)(?<=\w)://"), ": //"),
    (re.compile(r"(?i)\bwww\.(?=\w)"), "www "),
    (re.compile(r"\*\*\*"), "* * *"),  # ***NO_CI***
)
_OTHERS = str.maketrans(dict(zip("<>[]{}`\\|", "()()()'//", strict=True)))


@dataclass(frozen=True, slots=True)
class PullRequest:
    """Title (one line) and body (Markdown) of a pull or merge request."""

    title: str
    body: str


def inert(text: str, length: int = 100) -> str:
    """Make one line of any text that mentions nobody, closes nothing and is no markup.

    What would act is parted by a blank, or replaced by what looks like it; secrets are masked.
    """
    line = defused(text, length).translate(_OTHERS)
    for acts, instead in _ACTING:
        line = acts.sub(instead, line)
    return line


def in_code(text: str, length: int = 100) -> str:
    """The same as a span of code, in which Markdown sees no markup either."""
    return f"`{inert(text, length) or ' '}`"


def pull_request(
    written: Sequence[Written],
    catalog: Catalog,
    actor: Actor,
    *,
    findings: Sequence[Finding] = (),
    title: str | None = None,
) -> PullRequest:
    """Say what is proposed; ``catalog`` has the records as they are proposed.

    ``title`` is a person's or an agent's own first line.
    """
    done = [each for each in written if each.action != "same"]
    lines = [f"Records of the memory, proposed by {in_code(actor.agent)}.", ""]
    lines += [_line(each, catalog) for each in done[:_LISTED]]
    if len(done) > _LISTED:
        lines.append(f"- and {len(done) - _LISTED} more")
    lines += ["", *_checked(findings), "They hold once a person has merged them."]
    return PullRequest(inert(title or "", _TITLE) or _title(done), "\n".join(lines) + "\n")


def _title(done: Sequence[Written]) -> str:
    if len(done) == 1:
        return inert(f"memory: {done[0].action} {done[0].type} {done[0].id}", _TITLE)
    verbs = {each.action for each in done}
    return f"memory: {verbs.pop() if len(verbs) == 1 else 'change'} {len(done)} records"


def _line(written: Written, catalog: Catalog) -> str:
    what = f"- {written.action} {in_code(written.type)} {in_code(written.id)}"
    entry = catalog.at(written.path)
    title = None if entry is None else fields.text_field(entry.record or {}, "title")
    return f"{what}: {in_code(title)}" if title else what


def _checked(findings: Sequence[Finding]) -> list[str]:
    if not findings:
        return []
    codes = Counter(finding.code for finding in findings)
    listed = ", ".join(f"{code} ({number})" for code, number in sorted(codes.items()))
    return [f"The checks have something to say: {listed}.", ""]
