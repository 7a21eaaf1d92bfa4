"""What the tools that read have in common: the state that is asked for, filters, and items."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, cast

from sgm_git.api import Filters
from sgm_git.errors import UsageError
from sgm_git.record.times import last_moment, parse_rfc3339
from sgm_git.record.value import dumps
from sgm_git.report.listing import reading_item
from sgm_git.store.window import Window
from sgm_git.tools import forms
from sgm_git.tools.naming import revision
from sgm_git.tools.vantage import Vantage, vantage
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.api import Store
    from sgm_git.record.times import Instant
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.tools.tool import Session
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.reading.reader import Reader

_NAMES = ("id", "type", "title", "standing", "review", "trust", "binds", "path", "blob")
_REVIEWED = "is_reviewed_version"
_STANDINGS, _REVIEWS, _TRUSTS = (
    [each.value for each in words] for words in (Standing, Review, Trust)
)

STATE_INPUTS = {
    "rev": forms.text("As it was at this commit, branch or tag."),
    "as_of": forms.text("As it was known then, of a date at its end: 2026-10-10."),
}
FILTER_INPUTS = {
    "type": forms.texts("decision, rule, status, task, fact..."),
    "scope": forms.members('As {"project": "x"}.'),
    "kind": forms.texts("Annotated so: KIND or KIND=VALUE, as status=accepted."),
    "standing": forms.texts("How it must be taken.", choices=_STANDINGS),
    "review": forms.texts("How it stands beside what is reviewed.", choices=_REVIEWS),
    "trust": forms.texts("How far git bears it out.", choices=_TRUSTS),
    "agent": forms.texts("Who made it."),
    "link": forms.texts("That link to one of these."),
    "since": forms.text("Made at this time or later."),
    "until": forms.text("Made before it."),
    "stale": forms.flag("Statuses too old to rely on."),
    "due": forms.flag("With a review_by that has come."),
}
ITEM = forms.outputs(
    {
        "standing": forms.STRING,
        "review": forms.STRING,
        "trust": forms.STRING,
        "binds": {"type": "boolean"},
        "path": forms.STRING,
        "blob": forms.STRING,
        _REVIEWED: {"type": "boolean"},
    },
    _NAMES,
)


class Asked(NamedTuple):
    """The state that is read: its reader, its commit (None: the work tree), and what to say."""

    reader: Reader
    rev: str | None
    notes: tuple[str, ...]


@contextmanager
def asked(session: Session, store: Store, arguments: JsonObject) -> Iterator[Asked]:
    """Open the state that the arguments ask for: a revision's or a time's, else the session's own.

    Raises UsageError for a time that is none, CannotRun for a state that is not there.
    """
    rev, time = revision(arguments.get("rev")), _as_of(store, arguments)
    if rev is not None and time is not None:
        raise UsageError("rev and as_of both name a state", hint="give one of them")
    own = vantage(session, store) if rev is None and time is None else Vantage(rev)
    with store.reading(rev=own.rev, as_of=time) as reader:
        at = own.rev if time is None else _commit_at(store, time)
        yield Asked(reader, at, (*reader.notes, *own.notes))


def _commit_at(store: Store, time: Instant) -> str | None:
    tip = store.repository.head().oid
    return None if tip is None else store.repository.commit_at(tip, time.seconds)


def filters(arguments: JsonObject) -> Filters:
    """Give the filters that the arguments are; raises UsageError for one that cannot be read."""
    scope = cast("JsonObject", arguments.get("scope", {}))
    return Filters(
        types=frozenset(_texts(arguments, "type")),
        scope=tuple((name, _word(name, value)) for name, value in scope.items()),
        kinds=tuple(map(_kind, _texts(arguments, "kind"))),
        agents=frozenset(_texts(arguments, "agent")),
        links=frozenset(_texts(arguments, "link")),
        since=_moment(arguments, "since"),
        until=_moment(arguments, "until"),
        standings=frozenset(map(Standing, _texts(arguments, "standing"))),
        reviews=frozenset(map(Review, _texts(arguments, "review"))),
        trusts=frozenset(map(Trust, _texts(arguments, "trust"))),
        is_stale=arguments.get("stale") is True,
        is_due=arguments.get("due") is True,
    )


def window(arguments: JsonObject) -> Window:
    """Give the page that is asked for."""
    limit = cast("int", arguments.get("limit", forms.LIMIT))
    return Window(limit, cast("str | None", arguments.get("cursor")))


def item(reading: Reading) -> JsonObject:
    """Give a record's item without what there is nothing of."""
    told = reading_item(reading)
    if not reading.is_reviewed_version:
        del told[_REVIEWED]
    return {name: each for name, each in told.items() if name in _NAMES or each not in (None, [])}


def _texts(arguments: JsonObject, name: str) -> Sequence[str]:
    return cast("Sequence[str]", arguments.get(name, ()))


def _word(name: str, value: JsonValue) -> str:
    if isinstance(value, (list, dict)):
        raise UsageError(f"scope.{name} must be no list or object", hint='as {"project": "x"}')
    return value if isinstance(value, str) else dumps(value)


def _kind(text: str) -> tuple[str, str | None]:
    kind, equals, value = text.partition("=")
    return kind, value if equals else None


def _as_of(store: Store, arguments: JsonObject) -> Instant | None:
    """The time whose state is asked for: of a date its end, or now."""
    text = arguments.get("as_of")
    found = None if text is None else last_moment(str(text), store.records.now())
    return found or _moment(arguments, "as_of")


def _moment(arguments: JsonObject, name: str) -> Instant | None:
    text = arguments.get(name)
    if text is None:
        return None
    found = parse_rfc3339(str(text)) or parse_rfc3339(f"{text}T00:00:00Z")
    if found is None:
        raise UsageError(
            f"{name}: {str(text)!r} is no time", hint="as 2026-10-10 or 2026-10-10T18:21:47Z"
        )
    return found
