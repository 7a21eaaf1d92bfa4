"""JSON values of every sort, for properties."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from sgm_git.record.value import number

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue


def _one_character_a_pair(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


AWKWARD = [
    *(
        "",
        " ",
        "\n",
        "\r",
        "\r\n",
        "\t",
        "---",
        "...",
        "- a",
        "? a",
        "a: b",
        "a #b",
        "#",
        "&a",
        "*a",
    ),
    *(
        "!t",
        "|",
        ">",
        "'",
        '"',
        "%",
        "@",
        "`",
        "{",
        "[",
        "]",
        "}",
        ",",
        "=",
        "<<",
        "~",
        "null",
        "No",
    ),
    *(
        "on",
        "Y",
        "true",
        "0123",
        "0x1F",
        "0b1",
        "1_000",
        "12:30:45",
        ".5",
        "+1",
        "1e3",
        "-",
        "1.",
        "1e1000",
    ),
    *(
        "2026-10-10",
        "2026-10-10T18:21:47Z",
        ".inf",
        ".NaN",
        "\\",
        "\ufeff",
        "\x85",
        "\u2028",
        "\u2029",
    ),
    *(
        "\ud800",
        "\udc00",
        "\x00",
        "\x1b",
        "\x7f",
        "\ue085\ue828",
        "a\n\n\nb",
        " a\nb",
        "a\nb ",
        "\n\n",
    ),
    *("a \n b", "\ta\n", "a\n\t\n", "\U0001f600", "__proto__", "a" * 1100, "key\nkey", "<<<<<<< a"),
]
TEXTS = st.one_of(
    st.text(st.characters(codec=None), max_size=20).map(_one_character_a_pair),
    st.text(st.sampled_from(list("ab:#- \n\t\r\"'|>{}[],&*!?\\\x85\u2028\ufeff0")), max_size=20),
    st.sampled_from(AWKWARD),
)
TOKENS = st.from_regex(
    r"-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,25})?([eE][-+]?[0-9]{1,3})?", fullmatch=True
)
NUMBERS: st.SearchStrategy[int | float | Decimal] = st.one_of(
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    TOKENS.map(number),
    st.sampled_from(
        [-0.0, 1e16, 1e-7, 5e-324, Decimal("1e400"), Decimal("-1E-400"), 2**64, 10**4000]
    ),
)
SCALARS: st.SearchStrategy[JsonValue] = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
OBJECTS: st.SearchStrategy[JsonObject] = st.dictionaries(TEXTS, VALUES, max_size=6)

_WORDS = st.sampled_from(["a", "b", "c"])
_LEAVES: st.SearchStrategy[JsonValue] = st.sampled_from([None, True, 1, 1.0, "a", "b"])
_ANNOTATIONS: st.SearchStrategy[JsonValue] = st.lists(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["note", "status"])},
        optional={"value": _LEAVES | st.dictionaries(_WORDS, _LEAVES, max_size=2), "x": _LEAVES},
    )
    | _LEAVES,
    max_size=4,
).map(list)
TIMES = st.sampled_from(
    ["2026-10-10T18:21:47Z", "2026-10-10T20:21:47+02:00", "2026-10-11T00:00:00Z", "soon", "a"]
)
_PROVENANCE: st.SearchStrategy[JsonValue] = st.fixed_dictionaries(
    {},
    optional={
        "links": st.lists(_WORDS, max_size=3),
        "modified": st.just(value=True),
        "modified_at": TIMES,
        "modified_by": _WORDS,
        "x": _LEAVES,
    },
)
LINES = st.lists(st.sampled_from(["one", "two", "three", "four", ""]), max_size=8).map("\n".join)
RECORDS: st.SearchStrategy[JsonObject] = st.fixed_dictionaries(
    {},
    optional={
        "title": _LEAVES,
        "content": LINES | _LEAVES,
        "aliases": st.lists(_WORDS, max_size=3),
        "scope": st.dictionaries(_WORDS, _LEAVES | st.dictionaries(_WORDS, _LEAVES), max_size=3),
        "annotations": _ANNOTATIONS | _LEAVES,
        "provenance": _PROVENANCE | _LEAVES,
    },
)
"""Records of few words, so that two of them often share what they say."""
