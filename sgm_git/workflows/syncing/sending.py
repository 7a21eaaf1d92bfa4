"""Checks what goes out as the hook of a push does, and pushes it; never by force."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.workflows.hooks.push import judge_pushed
from sgm_git.workflows.syncing.model import Trouble

if TYPE_CHECKING:
    from sgm_git.findings import Finding
    from sgm_git.workflows.syncing.ground import Ground

_HOW = "the branch here is as it would be there; ask who keeps it, or push to another branch"


@dataclass(frozen=True, slots=True)
class Sent:
    """What came of it.

    ``lost_race``: somebody else was quicker, and it is to be done again. ``follows``: the branch
    here follows the one there from now on. ``span`` is the range that was judged.
    """

    outgoing: tuple[Finding, ...] = ()
    trouble: Trouble | None = None
    lost_race: bool = False
    follows: bool = False
    span: str | None = None


def judged(ground: Ground, there: str | None, tip: str) -> Sent:
    """Check what the branch would bring to the remote, by what is trusted there."""
    repository, ref = ground.records.repository, ground.upstream.branch
    nothing = "0" * len(tip)
    line = f"{ref} {tip} {ref} {there or nothing}\n".encode("utf-8", "surrogateescape")
    report = judge_pushed(repository, ground.upstream.remote, line, ground.records.now())
    found = tuple(each for one in report.judged for each in one.report.findings)
    span = next((each.span for each in report.judged if each.span is not None), None)
    if not report.fails:
        return Sent(found, span=span)
    how = "sgm check" if span is None else f"sgm check --range {span}"
    why = "what would go has errors, so it stays here"
    hint = f"{how} shows them; mend, commit, then sgm sync again"
    return Sent(found, Trouble(why, hint), span=span)


def sent(ground: Ground, there: str | None, tip: str, seconds: float) -> Sent:
    """Check what goes and push it; raises CannotRun where the remote cannot be reached."""
    found = judged(ground, there, tip)
    if found.trouble is not None:
        return found
    follows = _is_to_follow(ground, there)
    outcome = ground.exchange.push(
        ground.upstream, there, tip, seconds=seconds, set_upstream=follows
    )
    if outcome.kind == "done":
        return replace(found, follows=follows)
    if outcome.kind == "race":
        return replace(found, lost_race=True)
    words = tuple(outcome.said.splitlines())
    return replace(found, trouble=Trouble(f"{ground.there} did not take the push", _HOW, words))


def _is_to_follow(ground: Ground, there: str | None) -> bool:
    """Whether the branch is new there and nothing is said yet of where the one here belongs."""
    ref = ground.records.repository.head().ref or ""
    name = ref.removeprefix("refs/heads/")
    return there is None and ground.records.repository.config(f"branch.{name}.remote") is None
