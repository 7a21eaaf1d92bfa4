"""Whether history bears out a record's stamps, so that they need not be declared (DESIGN 5)."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from sgm_git.checks.case import Case
from sgm_git.checks.claims import authored_at, instant
from sgm_git.checks.fixing import splice_fix
from sgm_git.checks.run import check_witness
from sgm_git.commits import UNCOMMITTED
from sgm_git.document.splice import Remove
from sgm_git.policy.spelling import folded_name
from sgm_git.record.meaning import STAMPS
from sgm_git.record.spoken import quoted
from sgm_git.witness.effective import effective
from sgm_git.witness.maker import agent_of, maker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.findings import Fix
    from sgm_git.record.value import JsonValue
    from sgm_git.witness.testimony import History, Testimony

_POINTERS = {f"/provenance/{name}" for name in STAMPS}


def without_stamps(subject: Subject, testimony: Testimony, policy: CheckPolicy) -> Fix | None:
    """The fix that drops all stamps of a record; None where it cannot be made."""
    stamps = [Remove(("provenance", name)) for name in STAMPS if name in testimony.facts.claims]
    return splice_fix(Case(subject, policy), stamps)


def why_kept(subject: Subject, testimony: Testimony, policy: CheckPolicy) -> str | None:
    """Say why a record that has stamps must keep them; None where history says the same.

    ``policy`` silences nothing; nor does a baseline, for what nobody judges is not borne out.
    """
    life, last = testimony.life, testimony.last
    if life.doubt is not None or life.is_cut or last is None:
        return life.doubt or "history is cut before its beginning"
    if last.commit == UNCOMMITTED:
        return "its last version is not committed yet"
    history = replace(testimony.history, old_claims=lambda _: False)
    told = check_witness(subject, replace(testimony, history=history), policy)
    against = [f"{each.code}: {each.message}" for each in told if each.pointer in _POINTERS]
    return next(chain(against, _unsaid(testimony)), None)


def _unsaid(testimony: Testimony) -> Iterator[str]:
    """What the stamps say and history would not say, were they gone."""
    claims = testimony.facts.claims
    found = effective({}, testimony)
    version = found.witness.modified
    is_modified = version is not None
    if claims.get("modified", is_modified) is not is_modified:
        yield f"modified is {quoted(claims['modified'])}, and history says otherwise"
    for name in ("modified_at", "modified_by"):
        value = claims.get(name)
        if name in claims and not (version and _bears(testimony, version.commit, name, value)):
            yield f"{name} is {quoted(value)}, and history does not bear that out"


def _bears(testimony: Testimony, oid: str | None, name: str, value: JsonValue) -> bool:
    """Whether a version says of itself what a stamp says of it."""
    if oid is None or not isinstance(value, str):
        return False
    if name == "modified_at":
        is_known = authored_at(testimony.history, oid) is not None
        return is_known and instant(value) is not None
    return _is_maker(testimony.history, value, oid)


def _is_maker(history: History, name: str, oid: str) -> bool:
    """Whether a name is that of who made a commit, or another one of the same person.

    An agent is only itself: whoever commits its words is somebody else.
    """
    if folded_name(name) == folded_name(maker(history, oid)):
        return True
    is_person = agent_of(history, oid) is None and not history.people.is_agent(name)
    return is_person and history.bears(name, history.commits[oid].author)
