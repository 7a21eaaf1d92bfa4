"""Rules P305 and P310: those whom a record names are those who made its commits (DESIGN 5, 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.bearing import Bearing, bearing
from sgm_git.checks.claims import about, along, judged, made
from sgm_git.checks.claims_created import is_original
from sgm_git.checks.claims_modified import lag
from sgm_git.checks.fixing import splice_fix
from sgm_git.commits import UNCOMMITTED
from sgm_git.document.splice import Set
from sgm_git.findings import Severity
from sgm_git.record.spoken import quoted
from sgm_git.witness.life import Kind
from sgm_git.witness.maker import maker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import Case
    from sgm_git.findings import Fault, Fix
    from sgm_git.witness.life import Event
    from sgm_git.witness.testimony import Testimony


_WEIGHT = {Bearing.FOREIGN: Severity.ERROR, Bearing.LIKELY: Severity.WARNING}
_PLACE = ("provenance", "modified_by")


def modifier_foreign(case: Case | Brief, testimony: Testimony) -> Iterator[Fault]:
    """``modified_by`` names somebody who did not make that version (P305).

    Why: words under a name that everybody trusts are believed. Whoever may commit can write any
    name into a record, but not so easily into git. It is a warning where a co-author line with
    that person's full address, or a forge's signature, speaks for it, and where nothing is known
    of the name at all.

    Bad:
        2026-10-10 Ada: {}
        2026-10-20 Eve: {modified: true, modified_at: 2026-10-20T09:00:00Z, modified_by: Ada}

    Good:
        2026-10-10 Ada: {}
        2026-10-20 Eve: {modified: true, modified_at: 2026-10-20T09:00:00Z, modified_by: Eve}

    Fix: ``sgm fix`` names the commit's author. If both are the same person, ``.mailmap`` or
    ``[identities]`` says so; an agent is named in ``[agents]``, or by a line ``SGM-Agent: NAME``
    in the commit's message.
    """
    event, by = judged(testimony, testimony.stamped), _name(testimony, "modified_by")
    if event is None or by is None:
        return
    versions, is_whole = _stamped(testimony, event)
    found = bearing(testimony.history, by, [each.commit for each in versions])
    is_told = found is Bearing.BORNE or _is_open(found, event)
    if is_whole and not is_told and lag(testimony) is None:
        message = f"modified_by is {quoted(by)}, but that came with {made(testimony, event)}"
        severity = along(testimony, event, _weight(testimony, found))
        is_mendable = (severity, found) == (Severity.ERROR, Bearing.FOREIGN)
        fix = _renamed(case, testimony, versions[-1]) if is_mendable else None
        fault = case.fault("P305", f"{message}; {_REMEDIES[found]}", _PLACE, fix)
        yield about(fault, event, severity)


def creator_foreign(case: Case | Brief, testimony: Testimony) -> Iterator[Fault]:
    """``agent`` is not who made the record's first commit (P310).

    Why: it says who created the record, and git bears that out only where the first commit is
    that person's, or names that agent. It is common where one commits what another wrote, and
    then worth no more than a note; with ``identities_strict`` it is a warning.

    Bad:
        2026-10-10 Ada: {agent: build-agent}

    Good:
        2026-10-10 Ada: {agent: Ada}

    Fix: name the agent's addresses in ``[agents]`` of ``.sgm/config.toml``. Our own commits name
    it in their message: ``SGM-Agent: build-agent``.
    """
    event, agent = judged(testimony, testimony.brought("agent")), _name(testimony, "agent")
    first = testimony.first
    if first is None or event is None or agent is None:
        return
    found = bearing(testimony.history, agent, [each.commit for each in testimony.births])
    is_told = found is Bearing.BORNE or _is_open(found, testimony.births[0])
    if not is_told and is_original(testimony, "agent"):
        message = (
            f"agent is {quoted(agent)}, but the first version is {made(testimony, first)};"
            f" {_REMEDIES[Bearing.UNHEARD]}"
        )
        fault = case.fault("P310", message, ("provenance", "agent"))
        yield about(fault, event, _weight_of_agent(testimony))


def _weight_of_agent(testimony: Testimony) -> Severity:
    is_imported = testimony.facts.claims.get("origin") == "import"
    is_strict = testimony.history.identities_strict and not is_imported
    return Severity.WARNING if is_strict else Severity.INFO


def _renamed(case: Case | Brief, testimony: Testimony, version: Event) -> Fix | None:
    """The fix that names who made a version; none where git has no name of theirs."""
    name = maker(testimony.history, version.commit)
    return splice_fix(case, [Set(_PLACE, name)]) if name else None


def _name(testimony: Testimony, field: str) -> str | None:
    """The name that a field declares; None where it declares none."""
    value = testimony.facts.claims.get(field)
    return value if isinstance(value, str) and value else None


_REMEDIES = {
    Bearing.FOREIGN: "sgm fix names the author, [identities] joins addresses of one person",
    Bearing.LIKELY: "that is only claimed there: let them stamp it, or sgm accept it",
    Bearing.UNHEARD: "name its addresses in [agents] or [identities] of .sgm/config.toml",
}


def _weight(testimony: Testimony, found: Bearing) -> Severity:
    is_strict = found is Bearing.UNHEARD and testimony.history.identities_strict
    return Severity.ERROR if is_strict else _WEIGHT.get(found, Severity.WARNING)


def _is_open(found: Bearing, event: Event) -> bool:
    """Whether the message that may name an agent is still to be written."""
    return found is Bearing.UNHEARD and event.commit == UNCOMMITTED


def _stamped(testimony: Testimony, event: Event) -> tuple[list[Event], bool]:
    """Whose work stamps stand for: the commit that brought them, and those that they were for.

    These are the versions before it, where it is none itself, and a later one that they cover
    (P303). Also whether all of them can be seen.
    """
    found: list[Event | None] = [event]
    if event.kind is Kind.STAMPED:
        found += [_newest(testimony, state.commit) for state in event.before]
    last = testimony.last
    if last is not None and last != event and _leads(testimony, event, last.commit):
        found.append(last)
    return [each for each in found if each is not None], None not in found


def _newest(testimony: Testimony, commit: str) -> Event | None:
    """The newest version in a commit or before it."""
    return next((v for v in testimony.versions if _leads(testimony, v, commit)), None)


def _leads(testimony: Testimony, event: Event, commit: str) -> bool:
    return testimony.history.is_ancestor(event.commit, commit)
