"""What an agent may do to what binds its readers: rules in force and settled decisions (DESIGN 4).

An agent that could write its own rules could be made to by whatever text it reads. So what it adds
is a proposal, and what binds already stays as a person has left it. What would reach that by a way
round is closed as well: which record supersedes which, other names, other types, words taken away.
Where it is not certain that a record does not bind, it counts as if it did.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sgm_git.policy.names import path_component
from sgm_git.record import fields
from sgm_git.record.meaning import same_meaning
from sgm_git.record.spoken import listed, quoted
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

Rules = Literal["propose", "allow", "deny"]
"""What ``[mcp] rules`` of the configuration may say."""

PROPOSED = "proposed"
_FIRM = frozenset(("accepted", "active"))
_NORMATIVE = ("rule", "decision")
_SUCCESSOR = "superseded_by"
_BETWEEN_RECORDS = ("supersedes", _SUCCESSOR)
_SUFFIX = ".md"
_ID = re.compile(r"\w+(?:(?:-+|\.)\w+)*")
_PERSON = "a person may do it; an agent may propose it on a branch (--propose)"


@dataclass(frozen=True, slots=True)
class Guarded:
    """Whether a write may be made, and of what.

    ``propose``: it may be made of ``record``, which says that it is proposed where the one that was
    asked for would have bound; ``why`` tells so. ``follow``: it may be made if ``successor`` means
    one record that ``may_follow``, and that nothing has followed itself. ``deny``: it may not, for
    the reason ``why``.
    """

    verdict: Literal["allow", "propose", "follow", "deny"]
    record: JsonObject | None
    why: str = ""
    hint: str = ""
    successor: str = ""


def guard(rules: Rules, before: JsonObject | None, after: JsonObject | None) -> Guarded:
    """Judge the write that makes ``after`` of ``before``; None: it is not there.

    ``rules`` is what the trusted side's configuration says; ``allow`` is also right for what goes
    to a branch that a person will review, unless rules are denied altogether.
    """
    if rules == "allow" or (
        before is not None and after is not None and same_meaning(before, after)
    ):
        return Guarded("allow", after)
    if after is None:
        return _denied("an agent removes no record", "a person may: sgm rm")
    if rules == "deny" and "rule" in (_type(before), _type(after)):
        return _denied("rules are not for agents here (mcp.rules)", "ask a person")
    return _added(rules, after) if before is None else _changed(before, after)


def is_fit_id(name: str) -> bool:
    """Whether an agent may give a record that id: one that its file can be called by as it is.

    Words of letters and digits with dashes or single dots between them: no path, no ``root:id``,
    no option, nothing that cannot be seen or looks like a dash, nothing very long.
    """
    return bool(_ID.fullmatch(name)) and path_component(name, _SUFFIX) == name + _SUFFIX


def may_bind(record: JsonObject) -> bool:
    """Whether a record may be a rule in force or a settled decision by its own words.

    Never False for one that is: all of its status words are firm ones, in whatever spelling, or it
    is a rule that has none. What supersedes it does not matter.
    """
    words = fields.statuses(record)
    if not all(isinstance(word, str) and word.strip().casefold() in _FIRM for word in words):
        return False
    return _type(record) == "rule" or (_type(record) == "decision" and bool(words))


def may_follow(record: JsonObject, successor: JsonObject) -> bool:
    """Whether an agent may say of two records that one takes the other's place.

    Both are of one type that never binds anybody.
    """
    kind = _type(record)
    return isinstance(kind, str) and kind not in _NORMATIVE and _type(successor) == kind


def _type(record: JsonObject | None) -> JsonValue:
    return None if record is None else record.get("type")


def _added(rules: Rules, after: JsonObject) -> Guarded:
    said = [kind for kind in _BETWEEN_RECORDS if fields.annotations_of(after, kind)]
    if said:
        return _denied(f"an agent does not say {listed(said)} of a record", _PERSON)
    if after.get("aliases", []) != []:
        return _denied("an agent gives a record no aliases: they are ids that it had", _PERSON)
    if ":" in (fields.record_id(after) or ""):
        return _denied("an agent's id has no colon: root:id would mean two records", "another id")
    if not may_bind(after):
        return Guarded("allow", after)
    if rules == "deny":
        return _denied("only a person accepts a decision", f"add it as {PROPOSED}")
    return _proposed(after)


def _proposed(after: JsonObject) -> Guarded:
    """The record with the status proposed in place of all that it says, for a person to accept."""
    items = after.get("annotations", [])
    if not isinstance(items, list):
        return _denied("annotations must be a list (S201)", "sgm schema annotation")
    others = [item for item in items if not _is_status(item)]
    own = next((item for item in items if _is_status(item) and isinstance(item, dict)), {})
    status: JsonValue = {**own, "kind": "status", "value": PROPOSED}
    said = [quoted(word) for word in fields.statuses(after)]
    instead = f" instead of {listed(said)}" if said else ""
    record = after | {"annotations": [*others, status]}
    why = f"it was added as {PROPOSED}{instead}: only a person makes a {_type(after)} binding"
    return Guarded("propose", record, why, "a person accepts it, or mcp.rules allows it")


def _is_status(item: JsonValue) -> bool:
    return isinstance(item, dict) and item.get("kind") == "status"


def _changed(before: JsonObject, after: JsonObject) -> Guarded:
    what = f"this {_type(before)}" if _type(before) in _NORMATIVE else "this record"
    if may_bind(before):
        return _denied(f"{what} may bind its readers: an agent does not change it", _PERSON)
    if may_bind(after):
        return _denied(f"only a person makes {what} binding", _PERSON)
    return _tied(before, after)


def _tied(before: JsonObject, after: JsonObject) -> Guarded:
    """Judge what a change does to the places of other records; neither state binds by itself."""
    changed = [name for name, value in _ties(before).items() if _ties(after)[name] != value]
    successor = _successor(before, after)
    if successor and changed == [_SUCCESSOR]:
        return Guarded("follow", after, successor=successor)
    if changed:
        return _denied(f"an agent does not change {listed(changed)} of a record", _PERSON)
    if fields.annotations_of(before, "supersedes") and _words(before) != _words(after):
        return _denied("an agent does not change how a record stands that supersedes one", _PERSON)
    return Guarded("allow", after)


def _successor(before: JsonObject, after: JsonObject) -> str:
    """What is newly said to take a record's place; empty where that is not an agent's to say.

    It must be all that is said of the places of a record that is no rule and no decision.
    """
    spoken = any(fields.annotations_of(before, kind) for kind in _BETWEEN_RECORDS)
    said = fields.annotations_of(after, _SUCCESSOR)
    if spoken or len(said) != 1 or not may_follow(before, after):
        return ""
    return value if isinstance(value := said[0].value, str) else ""


def _ties(record: JsonObject) -> dict[str, object]:
    """What ties a record to others: who supersedes whom, and the names that it is known by."""
    between = {kind: _values(record, kind) for kind in _BETWEEN_RECORDS}
    return between | {name: _member(record, name) for name in ("aliases", "id")}


def _values(record: JsonObject, kind: str) -> list[str]:
    return sorted(map(canonical, fields.annotation_values(record, kind)))


def _member(record: JsonObject, name: str) -> str:
    return canonical(record.get(name))


def _words(record: JsonObject) -> tuple[str, list[str]]:
    """What tells how a record stands, and so whether what it says of others holds."""
    return _member(record, "type"), _values(record, "status")


def _denied(why: str, hint: str) -> Guarded:
    return Guarded("deny", None, why, hint)
