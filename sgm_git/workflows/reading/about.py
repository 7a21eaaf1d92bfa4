"""What a shelf was made of and rests on: as long as that is the same, so is what it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, cast
from zlib import crc32

from sgm_git.record.value import canonical
from sgm_git.store.index.database import Unusable
from sgm_git.witness.reading import Review
from sgm_git.witness.review import Side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject, JsonValue

Ground: TypeAlias = "dict[str, JsonValue]"
"""What the verdicts on all records rest on; compared as a whole."""

Step: TypeAlias = "tuple[str, str | None]"
"""A name, and the commit that it led to; the first is what git's configuration says, and a ref."""

_SUM = "sum"


@dataclass(frozen=True, slots=True)
class About:
    """About a shelf of the work tree.

    ``ground`` is what must be the same for any verdict to hold, ``tip`` HEAD's commit, ``trusted``
    that of the trusted side, to which the names of ``trail`` lead. ``prefixes`` are the folders
    that may hold documents. ``changed`` stands for what was not committed there, None where that
    cannot be known again; ``attributes`` for those of the work tree that are not HEAD's. ``dirty``
    are where documents may be otherwise than in HEAD, a sync client's copies among them, and
    ``author`` is who would commit them.
    ``volatile`` are those whose verdict may be another one at another time, ``sided`` those whose
    verdict rests on where the trusted side stands; ``keyring`` stands for the user's GPG keys, None
    where no verdict rests on them. ``people`` and ``configured`` count who made a commit, and
    commits that changed the configuration. ``reviews`` are those of records apart from the trusted
    side, by path.
    """

    ground: Ground
    tip: str | None
    side: Side
    trusted: str | None
    trail: tuple[Step, ...]
    prefixes: tuple[str, ...]
    changed: list[JsonValue] | None = None
    attributes: list[JsonValue] = field(default_factory=list)
    dirty: frozenset[str] = frozenset()
    author: str | None = None
    volatile: frozenset[str] = frozenset()
    sided: frozenset[str] = frozenset()
    keyring: str | None = None
    people: int = 0
    configured: int = 0
    reviews: Mapping[str, Review] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def json(self) -> JsonObject:
        """The same as JSON, for ``about_from``, with a sum of it: damage is noticed."""
        told = self._told
        return {**told, _SUM: _sum(told)}

    @property
    def _told(self) -> JsonObject:
        return {
            "ground": self.ground,
            "tip": self.tip,
            "side": self.side.value,
            "trusted": self.trusted,
            "trail": [[*step] for step in self.trail],
            "prefixes": [*self.prefixes],
            "changed": self.changed,
            "attributes": self.attributes,
            "dirty": [*sorted(self.dirty)],
            "author": self.author,
            "volatile": [*sorted(self.volatile)],
            "sided": [*sorted(self.sided)],
            "keyring": self.keyring,
            "people": self.people,
            "configured": self.configured,
            "reviews": {path: review.value for path, review in self.reviews.items()},
            "notes": [*self.notes],
            "doubts": [*self.doubts],
        }


def about_from(told: JsonObject) -> About:
    """Read it again; raises Unusable for what is none."""
    if told.get(_SUM) != _sum({name: value for name, value in told.items() if name != _SUM}):
        raise Unusable("what a shelf says of itself was damaged")
    try:
        return About(
            ground=cast("Ground", told["ground"]),
            tip=cast("str | None", told["tip"]),
            side=Side(cast("str", told["side"])),
            trusted=cast("str | None", told["trusted"]),
            trail=tuple(map(_step, cast("list[list[str]]", told["trail"]))),
            prefixes=_texts(told["prefixes"]),
            changed=cast("list[JsonValue] | None", told["changed"]),
            attributes=cast("list[JsonValue]", told["attributes"]),
            dirty=frozenset(_texts(told["dirty"])),
            author=cast("str | None", told["author"]),
            volatile=frozenset(_texts(told["volatile"])),
            sided=frozenset(_texts(told["sided"])),
            keyring=cast("str | None", told["keyring"]),
            people=cast("int", told["people"]),
            configured=cast("int", told["configured"]),
            reviews={
                path: Review(cast("str", review))
                for path, review in cast("JsonObject", told["reviews"]).items()
            },
            notes=_texts(told["notes"]),
            doubts=_texts(told["doubts"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unusable("what a shelf says of itself makes no sense") from error


def _sum(told: JsonObject) -> int:
    return crc32(canonical(told).encode("utf-8", "surrogatepass"))


def _texts(told: JsonValue) -> tuple[str, ...]:
    return tuple(cast("list[str]", told))


def _step(told: list[str]) -> Step:
    name, oid = told
    return name, oid
