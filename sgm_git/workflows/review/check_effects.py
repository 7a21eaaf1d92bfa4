"""What another ``[checks]`` does: which findings are made no more, or weigh less."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.registry import rule
from sgm_git.findings import Severity
from sgm_git.policy.config import Loosening
from sgm_git.record.spoken import quoted
from sgm_git.workflows.review.coming import duration, switched

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.policy.config import ChecksConfig

_ORDER = list(Severity)
_ITSELF = "as it does by itself"
_BASELINE = (
    "claims that came in up to commit {} are believed without a witness now, up to {} before"
)
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
    yield from _at_paths(before.per_path, after.per_path)
    yield from switched(before.baseline, after.baseline, _BASELINE, empty="none")
    for name, (on, off) in _SWITCHES.items():
        if getattr(before, name) != getattr(after, name):
            yield on if getattr(after, name) else off
    if before.tolerance != after.tolerance:
        ages = duration(after.tolerance), duration(before.tolerance)
        yield "times may be {} off those of git now, {} before".format(*ages)


def _at_paths(before: Mapping[str, Loosening], after: Mapping[str, Loosening]) -> Iterator[str]:
    for pattern in dict.fromkeys((*after, *before)):
        old, new = (each.get(pattern, Loosening()) for each in (before, after))
        yield from _loosened(old, new, f", at paths that match {quoted(pattern)}")
    if [each for each in before if each in after] != [each for each in after if each in before]:
        yield "the order of per_path changed: where several patterns match, another one counts now"


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
    known = rule(code)
    own = None if known is None else known.severity
    was, becomes = (each.severity.get(code, own) for each in (before, after))
    if was == becomes:
        return
    less = "only " if _rank(becomes) > _rank(was) else ""
    weights = f"{less}{becomes or _ITSELF} now, {was or _ITSELF} before"
    yield f"{_named(code)} weighs {weights}{where}"


def _rank(severity: Severity | None) -> int:
    """How light it is; of what nobody knows, that it is heavy."""
    return -1 if severity is None else _ORDER.index(severity)


def _named(code: str) -> str:
    """A code with what it is called, or a family of codes."""
    found = rule(code)
    if found is not None:
        return f"{found.code} ({found.name})"
    return f"every rule of the family {quoted(code)}" if len(code) == 1 else quoted(code)
