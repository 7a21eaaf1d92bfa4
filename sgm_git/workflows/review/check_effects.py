"""What another ``[checks]`` does: which findings are made no more, or weigh less."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.registry import rule
from sgm_git.findings import Severity
from sgm_git.policy.config import Loosening
from sgm_git.record.spoken import quoted
from sgm_git.workflows.review.coming import duration, switched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.policy.config import ChecksConfig

_ORDER = list(Severity)
_SWITCHES = {
    "require_signed": (
        "records need a good signature now",
        "records need no signature any more",
    ),
    "identities_strict": (
        "only names that are listed are believed now",
        "names that are not listed are believed now",
    ),
}


def check_effects(before: ChecksConfig, after: ChecksConfig) -> Iterator[str]:
    """Say what it does, a sentence for each effect; none where both are the same."""
    yield from _loosened(before.everywhere, after.everywhere, "")
    old, new = before.per_path, after.per_path
    for pattern in dict.fromkeys((*new, *old)):
        was, becomes = (each.get(pattern, Loosening()) for each in (old, new))
        yield from _loosened(was, becomes, f", at paths that match {quoted(pattern)}")
    shared = [[each for each in one if each in other] for one, other in ((old, new), (new, old))]
    if shared[0] != shared[1]:
        yield "the order of per_path changed: where several patterns match, another one counts now"
    yield from switched(
        before.baseline,
        after.baseline,
        "claims that came in up to commit {} are believed without a witness now, up to {} before",
        empty="none",
    )
    for name, (on, off) in _SWITCHES.items():
        if getattr(before, name) != getattr(after, name):
            yield on if getattr(after, name) else off
    if before.tolerance != after.tolerance:
        ages = duration(after.tolerance), duration(before.tolerance)
        yield "times may be {} off those of git now, {} before".format(*ages)


def _loosened(before: Loosening, after: Loosening, where: str) -> Iterator[str]:
    for code in _beyond(after.ignore, before.ignore):
        yield f"{_named(code)} is checked no more{where}"
    for code in sorted(before.severity.keys() | after.severity.keys()):
        yield from _weight(code, before, after, where)
    for code in _beyond(before.ignore, after.ignore):
        yield f"{_named(code)} is checked again{where}"


def _beyond(codes: tuple[str, ...], others: tuple[str, ...]) -> list[str]:
    """The codes and families that the others do not cover."""
    return [each for each in dict.fromkeys(codes) if not {each, each[:1]} & set(others)]


def _weight(code: str, before: Loosening, after: Loosening, where: str) -> Iterator[str]:
    old, new = (each.severity.get(code) for each in (before, after))
    if old == new:
        return
    known = rule(code)
    own = known.severity if known is not None else None
    was, becomes = old or own, new or own
    less = ""
    if was is not None and becomes is not None and was != becomes:
        less = "only " if _ORDER.index(becomes) > _ORDER.index(was) else ""
    shown = [
        f"{less}{becomes}" if becomes else "what it does by itself",
        was or "what it does by itself",
    ]
    yield "{} weighs {} now, {} before{}".format(_named(code), *shown, where)


def _named(code: str) -> str:
    """A code with what it is called, or a family of codes."""
    found = rule(code)
    if found is not None:
        return f"{found.code} ({found.name})"
    return f"every rule of the family {quoted(code)}" if len(code) == 1 else quoted(code)
