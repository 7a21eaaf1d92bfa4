"""Items of few words, so that many are alike, and shelves to put them on."""

from __future__ import annotations

from contextlib import closing, contextmanager
from dataclasses import fields, replace
from decimal import Decimal
from typing import TYPE_CHECKING, cast

from hypothesis import settings
from hypothesis import strategies as st

from sgm_git.record.times import Instant
from sgm_git.store.index.database import in_memory
from sgm_git.store.index.shelf import Item, Shelf, item_reading
from sgm_git.store.query import Filters, matching
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.standing import LEEWAY
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.record.value import JsonObject, JsonValue

NOW = 1_000
FEW = settings(max_examples=max(1, settings().max_examples // 3))
"""For what takes several indexes each time."""

PATHS = st.sampled_from(
    ["m/a.md", "m/b.md", "m/\udcff.md", "m/\xfc\n.md", "x/a.md", "x/\U0001f600.md"]
)
NAMES = st.sampled_from(["a", "b", "A", "", "\xfc", "\ud800", "m:a"])
TIMES = ["1970-01-01T00:16:40Z", "1970-01-01T00:16:40.000000001Z", "1970-01-01T01:16:40.5+01:00"]
MOMENTS = st.sampled_from([*TIMES, "0000-01-01T00:00:00Z", "9999-12-31T23:59:60Z", "1970-01-01"])
TEXTS = st.lists(
    st.sampled_from(
        [
            *("snake_case", "kebab-case", "a/b.py", "GitHub", "git", "hub", "HTTPServer", "v1.2"),
            *(
                "\u00e9t\u00e9",
                "ETE",
                "\u4eac\u90fd",
                "\u6771\u4eac\u90fd",
                "\u3067\u3059",
                "\u0e01\u0e32",
            ),
            *("\uc11c\uc6b8", "\U0001f680", "\u0439", "\ue000", "\x00", "\ud800", "\n", "don't"),
            *("AND", "OR", "NOT", '"', "*", "-git", "(", ")", "NEAR(", "title:", "^", "--x"),
        ]
    ),
    max_size=8,
).map(" ".join)
ODD: list[JsonValue] = [None, 1, True, 0.5, "1", {"a": [1]}]
TYPED = st.sampled_from(["1", "true", "null", "0.50", '"1"', '{"a":[1]}', " 1", "1.0", "nul"])
"""Values that are mostly no texts, and what somebody may type to look for them."""
_VALUES: st.SearchStrategy[JsonValue] = st.one_of(NAMES, MOMENTS, st.sampled_from(ODD))
_KINDS = ["status", "state", "supersedes", "superseded_by", "review_by", "note"]


def _record(parts: Mapping[str, object]) -> JsonObject:
    return {name: cast("JsonValue", value) for name, value in parts.items() if value != 0}


def _maybe(values: st.SearchStrategy[JsonValue]) -> st.SearchStrategy[JsonValue]:
    return st.just(0) | values


RECORDS = st.fixed_dictionaries(
    {
        "id": _maybe(_VALUES),
        "type": _maybe(st.sampled_from(["rule", "fact", "", 5])),
        "title": _maybe(TEXTS | _VALUES),
        "content": _maybe(TEXTS),
        "aliases": _maybe(st.lists(_VALUES, max_size=2)),
        "scope": _maybe(st.dictionaries(NAMES, _VALUES, max_size=2) | _VALUES),
        "annotations": st.lists(
            st.fixed_dictionaries(
                {"kind": st.sampled_from(_KINDS)},
                optional={"value": _VALUES | st.lists(NAMES, max_size=2)},
            ),
            max_size=3,
        ),
        "provenance": _maybe(st.fixed_dictionaries({"links": st.lists(_VALUES, max_size=2)})),
    }
).map(_record)
_TIME = MOMENTS | _VALUES
EFFECTIVE: st.SearchStrategy[dict[str, JsonValue]] = st.fixed_dictionaries(
    {}, optional={"agent": _VALUES, "created_at": _TIME, "modified_at": _TIME}
)
INSTANTS = st.builds(
    Instant,
    st.sampled_from([NOW - 1, NOW, NOW + LEEWAY, NOW + LEEWAY + 1]) | st.integers(0, 3 * NOW),
    st.sampled_from([Decimal(0), Decimal("0.5"), Decimal("0.50001"), Decimal("1.2")]),
)
_WORDS = st.lists(NAMES, max_size=2).map(tuple)


def _items(
    record: st.SearchStrategy[JsonObject | None], is_reviewed: st.SearchStrategy[bool]
) -> st.SearchStrategy[Item]:
    return st.builds(
        Item,
        PATHS,
        st.sampled_from(["m", "\udcff"]),
        st.just("0" * 40),
        record,
        st.none() | NAMES,
        NAMES,
        st.sampled_from([*Standing]).map(_but_stale),
        st.none() | NAMES,
        st.none() | INSTANTS,
        st.none() | st.integers(0, 2) | st.integers(0, 2 * NOW),
        st.sampled_from(Review),
        st.sampled_from(Trust),
        _WORDS,
        EFFECTIVE,
        _WORDS,
        _WORDS,
        is_reviewed,
        st.dictionaries(NAMES, _VALUES, max_size=1),
    )


def _but_stale(standing: Standing) -> Standing:
    """No item is stale by itself: it comes to be so."""
    return Standing.CURRENT if standing is Standing.STALE else standing


_SHOWN = _items(RECORDS, st.just(value=False))
ITEMS = _items(st.none() | RECORDS, st.booleans()) | _SHOWN
STORES = st.lists(ITEMS, max_size=4) | st.lists(_SHOWN, max_size=9)
"""Some that are shown, all or most of them."""


def _some(values: st.SearchStrategy[str]) -> st.SearchStrategy[frozenset[str]]:
    return st.just(frozenset()) | st.frozensets(values, max_size=2)


_MOMENT = st.none() | st.just(Instant(NOW)) | INSTANTS
_PARTS: dict[str, st.SearchStrategy[object]] = {
    "types": _some(st.sampled_from(["rule", "fact", ""])),
    "scope": st.lists(st.tuples(NAMES, NAMES | TYPED), max_size=1).map(tuple),
    "kinds": st.lists(
        st.tuples(st.sampled_from(_KINDS), st.none() | NAMES | TYPED), max_size=1
    ).map(tuple),
    "agents": _some(NAMES),
    "links": _some(NAMES),
    "since": _MOMENT,
    "until": _MOMENT,
    "standings": st.frozensets(st.sampled_from(Standing)),
    "reviews": st.frozensets(st.sampled_from(Review)),
    "trusts": st.frozensets(st.sampled_from(Trust)),
    "is_stale": st.just(value=True),
    "is_due": st.just(value=True),
    "is_here": st.booleans(),
}
FILTERS = st.builds(Filters, **_PARTS)
"""Of every part something."""


def parts_of(filters: Filters) -> list[Filters]:
    """The filters, and each part of them by itself: many leave little to be told apart."""
    nothing = Filters()
    names = [each.name for each in fields(Filters)]
    return [
        filters,
        nothing,
        *(replace(nothing, **{name: getattr(filters, name)}) for name in names),
    ]


@contextmanager
def a_shelf(*items: Item) -> Iterator[Shelf]:
    """A shelf in an index in memory, with some items."""
    with closing(in_memory()) as connection:
        shelf = Shelf(connection, "here")
        shelf.put(items)
        yield shelf


def fact(path: str, title: str = "", **more: JsonValue) -> Item:
    """An item of few words."""
    return Item(path, "m", "b", {"id": path, "type": "fact", "title": title, **more})


def is_told(item: Item) -> bool:
    """Whether a list of everything shows it: what is here, and reviewed versions that bind."""
    return item.record is not None and matching(item_reading(item, NOW), Filters(), NOW)
