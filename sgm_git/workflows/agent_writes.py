"""What writes of agents need besides: ids that do not collide, what is there already, and a guard.

See ``policy.agent_rules`` for what an agent may do to what binds.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Protocol

from sgm_git.errors import CannotRun, Refused, UsageError
from sgm_git.policy.agent_rules import guard, may_follow
from sgm_git.policy.config import CONFIG_PATH, McpConfig
from sgm_git.policy.config_file import parse_config
from sgm_git.record import fields
from sgm_git.record.likeness import Words, likeness
from sgm_git.record.spoken import quoted
from sgm_git.record.value import canonical
from sgm_git.resources import schema_texts
from sgm_git.store.naming import readable_id
from sgm_git.store.query import Filters
from sgm_git.store.window import Window
from sgm_git.workflows.superseding import free_successor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sgm_git.policy.agent_rules import Guarded, Rules
    from sgm_git.record.value import JsonObject
    from sgm_git.store.drafts import Written
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.store.transaction import Transaction
    from sgm_git.workflows.reading.reader import Reader

_SUFFIX = 5
_ALIKE = 0.3
_WORDS, _CANDIDATES = 12, 60
_HERE = Filters(is_here=True)
_SUPERSESSION = ("supersedes", "superseded_by")


class Known(Protocol):
    """A record that is there: an ``Entry``, or a ``Reading``."""

    @property
    def record(self) -> JsonObject | None:
        """The record, None where it cannot be read."""
        ...

    @property
    def path(self) -> str:
        """Where it lies."""
        ...


@dataclass(frozen=True, slots=True)
class Similar:
    """A record that looks like another one; ``score`` is from 0 to 1, ``why`` a few words."""

    id: str
    type: str
    title: str
    path: str
    score: float
    why: str


@dataclass(frozen=True, slots=True)
class Created:
    """What was added for an agent; ``note`` says so where it is not what was asked for."""

    written: Written
    note: str = ""


def mcp_config(records: Records) -> McpConfig:
    """What the trusted ref says of agents; what HEAD says where there is no such ref.

    Never what only the work tree says. A configuration that cannot be read says the defaults,
    which let an agent only propose.
    """
    ref = records.repository.trusted_ref()
    if ref is None:
        return records.settings.config.mcp
    try:
        data = records.repository.read_path(records.repository.resolve(ref), CONFIG_PATH)
        return parse_config(data, schema_texts())[0].mcp
    except CannotRun:
        return McpConfig()


def rules_for(configured: Rules, *, on_branch: bool) -> Rules:
    """What an agent may do where it writes; ``on_branch``: where a person will review it."""
    return "allow" if on_branch and configured == "propose" else configured


def agent_id(record: JsonObject, taken: Callable[[str], bool], salt: str) -> str:
    """A readable id with five letters or digits at its end, that nobody else will make.

    Two agents on two clones make different ones by their ``salt``: any text of this very call.
    """
    stem = readable_id(record)
    for number in count():
        told = f"{salt}\0{number}\0{canonical(record)}".encode("utf-8", "surrogatepass")
        suffix = base64.b32encode(hashlib.sha256(told).digest())[:_SUFFIX].decode().lower()
        if not taken(name := f"{stem}-{suffix}"):
            return name
    raise AssertionError  # one of them is free


def create(
    transaction: Transaction,
    record: JsonObject,
    rules: Rules,
    *,
    salt: str,
    path: str | None = None,
) -> Created:
    """Add a record for an agent, within what ``rules`` let it do; for ``salt`` see ``agent_id``.

    Raises Refused for what it may not add, and for an id that a record anywhere in the store has,
    had, or is spoken of by: it must not take the place of another one.
    """
    told = guard(rules, None, record)
    whole = _allowed(told, fields.record_id(record) or "a new record")
    if "id" not in whole:
        taken = lambda name: bool(transaction.catalog.alike(name))  # noqa: E731
        whole = whole | {"id": agent_id(whole, taken, salt)}
    elif rules != "allow":
        _refuse_spoken_for(transaction, fields.record_id(whole) or "")
    return Created(transaction.add(whole, path=path), told.why)


def settle(transaction: Transaction, rules: Rules) -> None:
    """Refuse the transaction if anything in it is more than an agent may do; call it at its end.

    What is held against each other is the first and the last state of each file, so that two steps
    cannot do what one may not. What ``create`` has added passes.
    """
    for before, after in transaction.drafts.pairs():
        told = guard(rules, _record(before), _record(after))
        named = after or before
        name = (None if named is None else named.id) or "a record"
        if told.verdict == "propose":
            raise Refused(f"{name} would bind its readers", hint="add it as proposed")
        _allowed(told, name)
        if told.verdict == "follow" and after is not None:
            _refuse_unfit(transaction, after, told.successor)


def _record(entry: Entry | None) -> JsonObject | None:
    return None if entry is None else entry.record


def similar(record: JsonObject, known: Iterable[Known], limit: int = 5) -> list[Similar]:
    """The records that look most like one, best first; itself, by its id, is none of them."""
    own, name = Words.of(record), fields.record_id(record)
    found = []
    for each in known:
        theirs = each.record
        other = None if theirs is None else fields.record_id(theirs)
        if theirs is None or other is None or other == name:
            continue
        alike = likeness(own, Words.of(theirs))
        if alike.score >= _ALIKE:
            title, kind = fields.text_field(theirs, "title"), fields.record_type(theirs)
            why = f"both say {', '.join(alike.shared[:5])}"
            found.append(Similar(other, kind or "", title or "", each.path, alike.score, why))
    return sorted(found, key=lambda each: (-each.score, each.path))[:limit]


def candidates(reader: Reader, record: JsonObject) -> list[Known]:
    """The records of an index that share a word with one: what ``similar`` has to look at."""
    own = Words.of(record)
    asked = sorted(own.title, key=lambda word: (-len(word), word)) or sorted(own.text)
    if not asked:
        return []
    try:
        window = Window(limit=_CANDIDATES)
        words = " OR ".join(f'"{word}"' for word in asked[:_WORDS])
        found = reader.search(words, _HERE, window)
    except (CannotRun, UsageError):
        return list(reader.each(_HERE))
    return [each.reading for each in found.items]


def _allowed(told: Guarded, name: str) -> JsonObject:
    if told.verdict == "deny" or told.record is None:
        raise Refused(f"{name}: {told.why}", hint=told.hint)
    return told.record


def _refuse_unfit(transaction: Transaction, entry: Entry, reference: str) -> None:
    """Refuse a successor that an agent may not name."""
    other = free_successor(transaction.catalog, entry, reference)
    if not may_follow(entry.record or {}, other.record or {}):
        raise Refused(
            f"{other.id} is no {entry.type}: an agent lets it not take the place of {entry.id}",
            hint="name a record of the same type; a person may name any",
        )


def _refuse_spoken_for(transaction: Transaction, name: str) -> None:
    for entry in transaction.catalog.alike(name):
        raise Refused(f"{name} is there already ({entry.path})", hint="choose another id")
    for entry in transaction.catalog:
        if any(each == name or each.endswith(f":{name}") for each in _spoken_of(entry, name)):
            raise Refused(
                f"{entry.path} speaks of {quoted(name)}, which is not there",
                hint="choose another id; only a person fills such a gap",
            )


def _spoken_of(entry: Entry, name: str) -> Iterator[str]:
    """What an entry says to supersede it or to be superseded by it; parsed only if it may."""
    spelled = (name.encode("utf-8", "replace"), b"supersede")
    may_say = b"\\" in entry.data or all(each in entry.data for each in spelled)
    if may_say and entry.record is not None:
        for kind in _SUPERSESSION:
            yield from (each.id for each in fields.annotated_references(entry.record, kind))
