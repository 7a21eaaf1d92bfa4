"""What a write puts into a record's provenance (DESIGN section 5, provenance.md "Semantics").

What a record says about itself is never overwritten: gaps are filled, and stamps are kept true.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sgm_git.record.meaning import same_meaning
from sgm_git.record.times import parse_rfc3339, render_utc
from sgm_git.record.value import JsonObject, JsonValue, same

StampPolicy = Literal["declared", "always", "never"]
_STAMPS = ("modified", "modified_at", "modified_by")
_ORDER = ("agent", "session", "origin", "scope", "created_at", *_STAMPS, "links", "source")


@dataclass(frozen=True, slots=True)
class Actor:
    """Who writes: the agent's name, the way in (``cli``, ``mcp``...) and the tool session."""

    agent: str
    origin: str = "api"
    session: str | None = None


def completed(record: JsonObject, actor: Actor, *, now: int, scope: JsonObject) -> JsonObject:
    """The new record with the provenance that it lacks; what is there stays.

    ``now`` is in seconds since the epoch; ``scope`` is used where neither the record nor its
    provenance has one, for the two must agree. A record that says when it began did not begin in
    our session. A provenance that is no object is left alone, for the schema to refuse.
    """
    result = dict(record)
    declared = result.get("provenance", {})
    if not isinstance(declared, dict):
        return result
    if scope and "scope" not in result and "scope" not in declared:
        result["scope"] = scope
    filled: JsonObject = {
        "agent": actor.agent,
        "created_at": render_utc(now),
        "origin": actor.origin,
        "scope": result.get("scope", {}),
    }
    if actor.session is not None and "created_at" not in declared:
        filled["session"] = actor.session
    whole = filled | declared
    first = {name: whole[name] for name in _ORDER if name in whole}
    result["provenance"] = first | whole
    return result


def stamped(
    before: JsonObject, after: JsonObject, policy: StampPolicy, *, actor: Actor, now: int
) -> JsonObject:
    """The changed record with ``modified*`` as the stamp policy wants them.

    ``declared`` keeps stamps true where a record has them, ``always`` stamps every change of
    meaning, ``never`` none. Stamps that the change itself sets are taken as they are.
    """
    provenance = after.get("provenance")
    if not isinstance(provenance, dict) or same_meaning(before, after):
        return after
    wanted = policy == "always" or (policy == "declared" and "modified_at" in provenance)
    if not wanted or _stamps_differ(before, provenance):
        return after
    stamp: JsonObject = {
        "modified": True,
        "modified_at": _later(now, provenance.get("modified_at")),
        "modified_by": actor.agent,
    }
    return after | {"provenance": provenance | stamp}


def stamps_due(
    before: JsonObject,
    after: JsonObject,
    policy: StampPolicy,
    *,
    actor: Actor,
    now: int,
    latest: int,
) -> JsonObject:
    """Those of ``modified*`` that a change has to set by the stamp policy; none where it has.

    ``latest`` is the latest time that may be declared, in seconds since the epoch as ``now``: a
    stamp that lies ahead of it never could be true, and need not be followed.
    """
    result = stamped(before, after, policy, actor=actor, now=now)
    old, new = after.get("provenance"), result.get("provenance")
    if not isinstance(old, dict) or not isinstance(new, dict):
        return {}
    due = {name: new[name] for name in _STAMPS if not same(_field(old, name), _field(new, name))}
    at = due.get("modified_at")
    instant = parse_rfc3339(at) if isinstance(at, str) else None
    if instant is not None and instant.seconds > latest:
        due["modified_at"] = render_utc(now)
    return due


def _stamps_differ(before: JsonObject, provenance: JsonObject) -> bool:
    old = before.get("provenance")
    if not isinstance(old, dict):
        return False
    return not all(same(_field(old, key), _field(provenance, key)) for key in _STAMPS)


def _field(provenance: JsonObject, key: str) -> JsonValue:
    return provenance.get(key)


def _later(now: int, stamp: JsonValue) -> str:
    """The time now, or a second after a stamp that is later; no stamp can follow the year 9999."""
    instant = parse_rfc3339(stamp) if isinstance(stamp, str) else None
    after = now if instant is None else max(now, instant.seconds + 1)
    try:
        return render_utc(after)
    except ValueError:
        return render_utc(now)
