"""Histories of one record, told step by step, as the testimonies that rules judge."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.checks.case import Case
from sgm_git.checks.run import check_witness, check_witnesses
from sgm_git.checks.stock import Stock
from sgm_git.commits import UNCOMMITTED, Commit, Identity
from sgm_git.policy.mailmap import parse_mailmap
from sgm_git.policy.people import build_people
from sgm_git.record import fields
from sgm_git.record.consent import consents
from sgm_git.record.times import parse_rfc3339
from sgm_git.record.value import dumps
from sgm_git.witness.facts import Facts, facts_of
from sgm_git.witness.life import Event, Kind, Life, State
from sgm_git.witness.testimony import History, Testimony
from tests.checks.support import NOW, POLICY, subject

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sgm_git.checks.case import Subject
    from sgm_git.findings import Finding
    from sgm_git.policy.config import Config
    from sgm_git.policy.people import People
    from sgm_git.record.value import JsonObject, JsonValue

ADA = "Ada <ada@example.org>"
BOB = "Bob <bob@example.org>"
EVE = "Eve <eve@evil.example>"
PATH = "memory/fact/fact-a.md"
BEGUN: JsonObject = {
    "agent": "Ada",
    "created_at": "2026-10-10T08:00:00Z",
    "origin": "cli",
    "scope": {},
}
GONE = None  # says={"agent": GONE}: the field is taken away


@dataclass(frozen=True)
class Step:
    """One commit. ``says`` changes what stood in ``provenance`` before it.

    Each step has a text of its own, unless ``text`` says which. ``parents`` are places of steps, by
    default the one before. Times are RFC 3339 or seconds; the committer is the author, at once, if
    nothing else is said.
    """

    at: str | int | None = "2026-10-10T12:00:00Z"
    who: str = ADA
    says: Mapping[str, JsonValue] = field(default_factory=dict)
    text: str | None = None
    message: str = ""
    committer: str | None = None
    commit_at: str | int | None = ""
    parents: tuple[int, ...] | None = None
    returns: bool = False
    is_automatic: bool = False  # a merge that made itself
    is_committed: bool = True
    id: str = "fact-a"


def identity(text: str) -> Identity:
    """``Name <address>`` as an identity."""
    name, _, email = text.rpartition(" <")
    return Identity(name, email.rstrip(">"))


def seconds(time: str | int | None) -> int | None:
    """A time of a step in seconds since the epoch."""
    if not isinstance(time, str):
        return time
    instant = parse_rfc3339(time)
    assert instant is not None, time
    return instant.seconds


def oid(place: int) -> str:
    """The commit of a step, such as ``0000000001`` four times."""
    return f"{place + 1:010x}" * 4


def people(
    *steps: Step,
    config: Config = POLICY.config,
    mailmap: bytes | None = None,
    trusted: Iterable[str] | None = None,
) -> People:
    """Those whom a history knows: the authors and committers of its steps.

    ``trusted`` are those of the trusted side's history, where it is another.
    """
    seen = [identity(who) for step in steps for who in (step.who, step.committer or step.who)]
    known = None if trusted is None else [identity(who) for who in trusted]
    return build_people(config, parse_mailmap(mailmap), seen, trusted=known)


class Past:
    """What a record went through, and how it stands before history."""

    def __init__(
        self, *steps: Step, is_cut: bool = False, doubt: str | None = None, **shared: object
    ) -> None:
        """``shared`` are fields of the history; see ``people`` for those of its people."""
        self.steps = steps
        self.shared = shared
        self.is_cut = is_cut
        self.doubt = doubt
        self.texts: list[str] = []
        self.states: list[State] = []
        self.facts: dict[str, Facts] = {}
        self.commits: dict[str, Commit] = {}
        self.ancestors: dict[str, set[str]] = {}
        self.events: list[Event] = []
        provenances: list[JsonObject] = []
        for place, step in enumerate(steps):
            parents = self._parents(place)
            before = provenances[parents[0]] if parents else BEGUN
            said: JsonObject = {n: v for n, v in {**before, **step.says}.items() if v is not GONE}
            provenances.append(said)
            self._take(place, said, parents)

    def __repr__(self) -> str:
        return f"Past(*{self.steps}, {self.is_cut=}, {self.doubt=}, **{self.shared})"

    def _parents(self, place: int) -> tuple[int, ...]:
        given = self.steps[place].parents
        return tuple(range(max(place - 1, 0), place)) if given is None else given

    def _take(self, place: int, provenance: JsonObject, parents: Sequence[int]) -> None:
        step = self.steps[place]
        commit = oid(place) if step.is_committed else UNCOMMITTED
        text = f"Text {place + 1}" if step.text is None else step.text
        record: JsonObject = {
            "id": step.id, "type": "fact", "title": "A", "scope": {}, "content": text,
            "provenance": provenance,
        }  # fmt: skip
        blob = f"blob of {place}"
        self.texts.append(_document(step.id, provenance, text))
        self.facts[blob] = facts_of(record)
        self.states.append(State(commit, PATH, blob))
        self.commits[commit] = _commit(commit, step, [oid(each) for each in parents])
        above = [self.ancestors[oid(each)] for each in parents]
        self.ancestors[commit] = {commit}.union(*above)
        event = self._event(place, parents)
        if event is not None:
            self.events.insert(0, event)
        same = [p for p in parents if self._facts(p) == self._facts(place)]
        if same:
            self.states[place] = replace(self.states[place], blob=self.states[same[0]].blob)

    def _facts(self, place: int) -> Facts:
        return self.facts[self.states[place].blob]

    def _event(self, place: int, parents: Sequence[int]) -> Event | None:
        after, now = self.states[place], self._facts(place)
        if not parents:
            return None if self.is_cut else Event(Kind.BORN, after)
        if self.steps[place].is_automatic:
            return None
        if self.steps[place].returns:
            return Event(Kind.RETURNED, after)
        old = [self._facts(parent) for parent in parents]
        if now in old:
            return None
        is_same = any(now.meaning == each.meaning for each in old)
        if is_same and any(now.stamps == each.stamps for each in old):
            return None  # a merge that made itself
        before = tuple(self.states[parent] for parent in parents)
        return Event(Kind.STAMPED if is_same else Kind.CHANGED, after, before)

    @cached_property
    def history(self) -> History:
        """What all records of this history share."""
        values: dict[str, object] = {
            "commits": self.commits,
            "facts": self.facts.get,
            "people": people(*self.steps),
            "now": NOW.seconds,
            "consents": tuple(
                (each.oid, c) for each in self.commits.values() for c in consents(each.message)
            ),
            "is_ancestor": lambda first, second: first in self.ancestors[second],
        }
        return History(**(values | self.shared))  # type: ignore[arg-type]  # by name, as tests say

    @cached_property
    def testimony(self) -> Testimony:
        """The record as it stands after the last step."""
        followed = {self.states[place].commit for place in self._followed()}
        events = tuple(event for event in self.events if event.commit in followed)
        life = Life(events, self.is_cut, self.doubt)
        return Testimony(PATH, self._facts(len(self.steps) - 1), life, self.history)

    def _followed(self) -> set[int]:
        """The steps that made the present state: of a merge with the state of one side, that."""
        found: set[int] = set()
        ahead = [len(self.steps) - 1]
        while ahead:
            place = ahead.pop()
            parents = self._parents(place)
            same = [p for p in parents if self._facts(p) == self._facts(place)]
            ahead += [p for p in same[:1] or parents if p not in found]
            found.add(place)
        return found

    @property
    def text(self) -> str:
        """The content after the last step."""
        given = self.steps[-1].text
        return f"Text {len(self.steps)}" if given is None else given

    @property
    def said(self) -> JsonObject:
        """What ``provenance`` says after the last step."""
        return fields.provenance(Case(self.subject, POLICY).record)

    @cached_property
    def subject(self) -> Subject:
        """The file after the last step."""
        return subject(self.texts[-1], PATH)

    @cached_property
    def case(self) -> Case:
        """The same under the policy of all tests."""
        return Case(self.subject, POLICY)

    def findings(self, code: str = "") -> list[Finding]:
        """What the rules say; with a code, only what it says."""
        found = check_witness(self.subject, self.testimony, POLICY)
        stock = Stock.of([self.subject], POLICY)
        assert check_witnesses(stock, {PATH: self.testimony}) == found
        return [finding for finding in found if finding.code.startswith(code)]


def _commit(commit: str, step: Step, parents: Sequence[str]) -> Commit:
    commit_at = step.at if step.commit_at == "" else step.commit_at
    return Commit(
        commit,
        tuple(parents),
        identity(step.who),
        seconds(step.at),
        identity(step.committer or step.who),
        seconds(commit_at),
        step.message,
        (),
    )


_TAGS = {bool: "!!bool ", int: "!!int ", float: "!!float "}  # else they would be texts there


def _json(name: str, value: JsonValue) -> str:
    tag = "" if name == "modified" else _TAGS.get(type(value), "")
    return tag + dumps(value, ascii=True)


def _document(name: str, provenance: JsonObject, text: str) -> str:
    """A document with one line for each field: those of ``provenance`` from the seventh on."""
    lines = [f"  {name}: {_json(name, v)}" for name, v in provenance.items()]
    head = ["---", f"id: {name}", "type: fact", "title: A", "scope: {}", "provenance:"]
    return "\n".join([*head, *lines, "---", "", text, ""])
