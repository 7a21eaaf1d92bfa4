from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.findings import Span
from sgm_git.policy.toml_places import place_of

if TYPE_CHECKING:
    from sgm_git.record.pointer import Pointer

TEXT = '''\
# a comment with [brackets] and = signs
format = 1
"quoted \\u0041" . 'key' = """
[not.a.table]
format = 2""\\""""
[ checks ]  # [not.this]
ignore = ["a#b", 'c', [1, {deep = true}],
  # comment
  "d",
]
per_path = { "a/**" = { ignore = ["P"] }, b = {} }
severity.P310 = "warning"
when = 1979-05-27T07:32:00.5Z
[[root]]
path = 'a.b'
[[root]]
path = "b"
[root.scope]
x = {y={z=[{},{w=1}]}}
[[root.more]]
[[root.more]]
n = -1.5e3
'''


@pytest.mark.parametrize(
    ("pointer", "line", "columns"),
    [
        (("format",), 2, (1, 7)),
        (("quoted A", "key"), 3, (19, 24)),
        (("checks",), 6, (3, 9)),
        (("checks", "ignore"), 7, (1, 7)),
        (("checks", "ignore", "1"), 7, (1, 7)),
        (("checks", "ignore", "2", "1", "deep"), 7, (28, 32)),
        (("checks", "per_path", "a/**"), 11, (14, 20)),
        (("checks", "per_path", "a/**", "ignore"), 11, (25, 31)),
        (("checks", "per_path", "b"), 11, (43, 44)),
        (("checks", "severity", "P310"), 12, (10, 14)),
        (("checks", "when"), 13, (1, 5)),
        (("root", "0"), 14, (3, 7)),
        (("root", "0", "path"), 15, (1, 5)),
        (("root", "1", "path"), 17, (1, 5)),
        (("root", "1", "scope"), 18, (7, 12)),
        (("root", "1", "scope", "x", "y", "z", "1", "w"), 19, (16, 17)),
        (("root", "1", "more", "1", "n"), 22, (1, 2)),
        (("root", "1", "more", "1", "absent", "deep"), 21, (8, 12)),
        (("nothing",), 1, (1, 1)),
        ((), 1, (1, 1)),
    ],
)
def test_a_key_is_placed_where_it_stands(
    pointer: Pointer, line: int, columns: tuple[int, int]
) -> None:
    tomllib.loads(TEXT)
    place = place_of(TEXT, pointer)
    assert place == Span(line, columns[0], line, columns[1])


KEYS = st.sampled_from(["a", "b-c", '"x y"', "'q\"r'", '"\\u00e9"', "7"])
SCALARS = st.sampled_from(["1", "true", '"a=[b]#c"', "'{'", "1.5", '"""x\n[y]\n"""', "1979-05-27"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.dictionaries(KEYS, inner, max_size=3).map(
            lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
        )
    ),
    max_leaves=5,
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=3).map(
    lambda table: "".join(f"{key} = {value}  # why\n" for key, value in table.items())
)


def keys_of(value: Any, at: Pointer = ()) -> list[Pointer]:  # noqa: ANN401 - what TOML gives
    if isinstance(value, list):
        return [p for n, item in enumerate(value) for p in keys_of(item, (*at, str(n)))]
    if not isinstance(value, dict):
        return []
    return [p for k, item in value.items() for p in [(*at, k), *keys_of(item, (*at, k))]]


@given(
    TABLES,
    st.dictionaries(KEYS.map(lambda k: f"t.{k}"), TABLES, max_size=2),
    st.lists(TABLES, max_size=3),
)
def test_every_key_is_found_and_reads_as_itself(
    top: str, tables: dict[str, str], items: list[str]
) -> None:
    text = top + "".join(f"[{name}]\n{body}" for name, body in tables.items())
    text += "".join(f"[[list]]\n{body}" for body in items)
    parsed = tomllib.loads(text)
    for pointer in keys_of(parsed):
        place = place_of(text, pointer)
        line = text.split("\n")[place.line - 1]
        found = line[place.column - 1 : place.end_column - 1]
        if pointer in {("t",), ("list",)}:
            continue
        assert next(iter(tomllib.loads(f"{found} = 1"))) == pointer[-1]
