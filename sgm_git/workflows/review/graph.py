"""The records that a change touches and those beside them, as a graph (DESIGN 8 and 11)."""

from __future__ import annotations

from collections import Counter
from itertools import chain, count
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record import fields
from sgm_git.witness.references import Among, claims_of, meant, possible_names
from sgm_git.workflows.review.model import Edge, Graph, Node

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Literal

    from sgm_git.record.value import JsonObject
    from sgm_git.witness.reading import Reading, Standing
    from sgm_git.witness.references import Claims, Key, Lookup
    from sgm_git.workflows.review.model import RecordReview

MOST = 40
"""Records that a graph has room for."""


class _Said(NamedTuple):
    """That one record says something of another."""

    source: Key
    target: Key
    kind: Literal["supersedes", "link"]


class _Document(NamedTuple):
    """A record in one state."""

    claims: Claims
    record: JsonObject
    standing: Standing | None

    @property
    def key(self) -> Key:
        return self.claims.key


class _Touched(NamedTuple):
    """A record as it was and as it arrives; None where it is not there, or cannot be read.

    ``is_affected``: its file stays as it is, and others make that it is to be taken otherwise.
    """

    first: _Document | None
    last: _Document | None
    is_affected: bool = False

    @property
    def home(self) -> Key | None:
        """The key by which it is drawn; None where it never could be read."""
        told = self.last or self.first
        return None if told is None else told.key


class _Drawing(NamedTuple):
    """Everything that may be drawn; ``then`` and ``now`` are what records said and say.

    ``touched`` tells of each whether its file is not what it was.
    """

    documents: Mapping[Key, _Document]
    touched: Mapping[Key, bool]
    then: Collection[_Said]
    now: Collection[_Said]

    def around(self) -> list[_Said]:
        """What is said by a touched record or of one, once, in a lasting order."""
        return sorted(
            said
            for said in {*self.then, *self.now}
            if said.source in self.touched or said.target in self.touched
        )

    def change(self, said: _Said) -> Literal["added", "removed"] | None:
        """Whether that is said since, or no more; None: it stays."""
        if said not in self.now:
            return "removed"
        return None if said in self.then else "added"


def graph_of(after: Iterable[Reading], records: Sequence[RecordReview], limit: int = MOST) -> Graph:
    """Give what is touched, and what it supersedes, links, or is superseded or linked by.

    ``after`` are the readings of all records as they arrive. Where there is no room for all, those
    that are touched and have neighbours come first, then the neighbours; what stands alone is left
    out first. Nodes are named by id, and where several have one by ``root:id`` or path.
    """
    now = {document.key: document for document in map(_of_reading, after)}
    touched = [_touched(each, now) for each in records]
    gone = [each.first for each in touched if each.first and each.last is None]
    drawing = _Drawing(
        now | {each.key: each for each in gone},
        {each.home: not each.is_affected for each in touched if each.home is not None},
        _said_before(touched, now),
        {*_sayings(now.values(), gone)},
    )
    return _drawn(drawing, limit)


def _said_before(touched: Iterable[_Touched], now: Mapping[Key, _Document]) -> set[_Said]:
    """What was said, of what became of both records."""
    old = dict(now)
    homes: dict[Key, Key] = {}
    for each in touched:
        if each.last is not None:
            old.pop(each.last.key, None)
        if each.first is not None and each.home is not None:
            old[each.first.key] = each.first
            homes[each.first.key] = each.home
    return {_at_home(said, homes) for said in _sayings(old.values(), ())}


def _of_reading(reading: Reading) -> _Document:
    claims = claims_of(reading.record, reading.path, reading.root)
    return _Document(claims, reading.record, reading.standing)


def _touched(each: RecordReview, now: Mapping[Key, _Document]) -> _Touched:
    before, after = each.diff.before, each.diff.after
    last = None if after is None else now.get((after.path, False))
    if before is None or before.record is None:
        return _Touched(None, last)
    claims = claims_of(before.record, before.path, before.root.path, is_reviewed_version=True)
    standing = None if each.before is None else each.before.standing
    return _Touched(_Document(claims, before.record, standing), last, each.is_affected)


def _at_home(said: _Said, homes: Mapping[Key, Key]) -> _Said:
    """The same of what became of both records."""
    source, target = (homes.get(key, key) for key in (said.source, said.target))
    return _Said(source, target, said.kind)


def _sayings(documents: Iterable[_Document], gone: Iterable[_Document]) -> Iterator[_Said]:
    """What records say of each other; what leads nowhere among them may mean one that is gone."""
    every = list(documents)
    looks = tuple(Among(each.claims for each in among) for among in (every, gone))
    for document in every:
        yield from _said_by(document, looks)


def _said_by(document: _Document, looks: Sequence[Lookup]) -> Iterator[_Said]:
    key, claims = document.key, document.claims
    for link in fields.links(document.record):
        yield from (_Said(key, each, "link") for each in _meant(claims, link, looks))
    for name in claims.supersedes:
        yield from (_Said(key, each, "supersedes") for each in _meant(claims, name, looks))
    for name in claims.superseded_by:
        yield from (_Said(each, key, "supersedes") for each in _meant(claims, name, looks))


def _meant(claims: Claims, reference: str, looks: Sequence[Lookup]) -> list[Key]:
    for look in looks:
        found = meant(claims.root, reference, list(look.named(possible_names(reference))))
        if found:
            return [each.key for each in found]
    return []


def _drawn(drawing: _Drawing, limit: int) -> Graph:
    around = drawing.around()
    wanted = _by_weight(drawing.touched, around)
    chosen = frozenset(wanted[:limit])
    places = [key for key in dict.fromkeys((*drawing.touched, *wanted)) if key in chosen]
    names = _names([drawing.documents[key] for key in places])
    return Graph(
        tuple(
            _node(names[key], drawing.documents[key], is_changed=drawing.touched.get(key, False))
            for key in places
        ),
        tuple(
            Edge(names[said.source], names[said.target], said.kind, drawing.change(said))
            for said in around
            if chosen.issuperset((said.source, said.target))
        ),
        len(wanted) - len(chosen),
    )


def _by_weight(touched: Collection[Key], around: Iterable[_Said]) -> list[Key]:
    """Records in the order in which they get room: supersession brings them nearer than links."""
    nearest = sorted(around, key=lambda said: said.kind == "link")
    linked = dict.fromkeys(key for said in nearest for key in (said.source, said.target))
    own = [key for key in touched if key in linked]
    beside = [key for key in linked if key not in touched]
    return [*own, *beside, *(key for key in touched if key not in linked)]


def _names(documents: Sequence[_Document]) -> dict[Key, str]:
    """A name for each that no other has."""
    spellings = {each.key: _spellings(each.claims) for each in documents}
    counts = Counter(chain.from_iterable(spellings.values()))
    found = {
        key: own[0]
        for key, names in spellings.items()
        if (own := [name for name in names if counts[name] == 1])
    }
    for key in sorted(spellings.keys() - found.keys(), key=_last):
        found[key] = _free_name(key, {*found.values()})
    return found


def _free_name(key: Key, taken: Collection[str]) -> str:
    path, is_before = key
    wanted = f"{path} (before)" if is_before else path
    return next(name for name in _numbered(wanted) if name not in taken)


def _last(key: Key) -> tuple[bool, str]:
    path, is_before = key
    return is_before, path


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name} ({number})" for number in count(2))


def _spellings(claims: Claims) -> tuple[str, ...]:
    """What a record may be called, the shortest first."""
    if claims.id is None:
        return (claims.path,)
    return claims.id, f"{claims.root or '.'}:{claims.id}", claims.path


def _node(name: str, document: _Document, *, is_changed: bool) -> Node:
    record = document.record
    return Node(
        name,
        fields.text_field(record, "title") or "",
        fields.record_type(record),
        document.standing,
        is_changed=is_changed,
    )
