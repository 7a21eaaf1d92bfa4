from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgm_git.document import Remove, Set, read, splice, update, write
from sgm_git.document.changes import applied
from sgm_git.document.source import spot_at
from sgm_git.record.pointer import Pointer, parse, walk
from sgm_git.record.value import JsonObject, JsonValue, normal, same
from tests.document.test_read import document
from tests.document.typed import DOCUMENTS
from tests.record.strategies import OBJECTS, VALUES
from tests.support import untraced

if TYPE_CHECKING:
    from collections.abc import Sequence

TEXT = """---
# reviewed by hand
type: decision   # the type
id: 'dec-x'
title: "Keep \\u00e9"

scope: {project: p, y: [1,2]}
annotations:
- kind: status   # st
  value: accepted

-   kind: why
    value: |
      line one
      line two

- {kind: x, value: 1}
fold: >-
   one two
   three

   four
empty:
nul: ~ # c
anch: &a hello
use: *a
multi: [
  a, # first
  b
]
m2: {
  a: 1,
  b: 2, # two
}
lst: []
provenance:
    agent: bob
    links:
        - l1
        - l2  # second
# the end
---

Body

text.
"""


def changed(text: str, *changes: Set | Remove) -> list[str]:
    """The lines that a splice takes away and adds, with their sign; nothing else may differ."""
    after = splice(text.encode(), changes).decode()
    lines = difflib.ndiff(text.splitlines(keepends=True), after.splitlines(keepends=True))
    return [line[0] + line[2:].rstrip("\n") for line in lines if line[0] in "+-"]


@pytest.mark.parametrize(
    ("pointer", "value", "lines"),
    [
        ("type", "rule", ["-type: decision   # the type", "+type: rule   # the type"]),
        ("id", "it's", ["-id: 'dec-x'", "+id: 'it''s'"]),
        ("id", "a\nb", ["-id: 'dec-x'", "+id: |-", "+  a", "+  b"]),
        ("title", "new", ['-title: "Keep \\u00e9"', '+title: "new"']),
        ("title", 5, ['-title: "Keep \\u00e9"', "+title: !!int 5"]),
        (
            "scope/project",
            "q: r",
            ["-scope: {project: p, y: [1,2]}", '+scope: {project: "q: r", y: [1,2]}'],
        ),
        (
            "scope/z",
            None,
            ["-scope: {project: p, y: [1,2]}", "+scope: {project: p, y: [1,2], z: null}"],
        ),
        (
            "scope/y/-",
            3,
            ["-scope: {project: p, y: [1,2]}", "+scope: {project: p, y: [1,2, 3]}"],
        ),
        ("annotations/0/kind", "state", ["-- kind: status   # st", "+- kind: state   # st"]),
        (
            "annotations/0/value",
            ["a", {"b": 1}],
            ["-  value: accepted", "+  value:", "+    - a", "+    - b: 1"],
        ),
        ("annotations/1/value", "line one\nline 2\n", ["-      line two", "+      line 2"]),
        (
            "annotations/1/value",
            "x",
            ["-    value: |", "-      line one", "-      line two", "+    value: |-", "+      x"],
        ),
        ("annotations/-", {"kind": "k", "value": "v"}, ["+- kind: k", "+  value: v"]),
        ("fold", "one two three\nfour five", ["-   four", "+   four five"]),
        ("empty", "x", ["-empty:", "+empty: x"]),
        ("empty", [1, {"a": "b"}], ["+  - 1", "+  - a: b"]),
        ("nul", True, ["-nul: ~ # c", "+nul: true # c"]),
        ("nul", {"a": 1}, ["-nul: ~ # c", "+nul: # c", "+  a: 1"]),
        ("use", "bye", ["-use: *a", "+use: bye"]),
        ("anch", "bye", ["-anch: &a hello", "-use: *a", "+anch: &a bye", "+use: hello"]),
        ("multi/-", "c", ["-  b", "+  b,", "+  c"]),
        ("m2/c", 3, ["+  c: 3,"]),
        ("lst/-", "a", ["-lst: []", "+lst:", "+  - a"]),
        ("provenance/links/-", "l3", ["+        - l3"]),
        ("provenance/modified", True, ["+    modified: true"]),
        ("new", {"a": [1]}, ["+new:", "+  a:", "+    - 1"]),
        ("content", "Body\n\ntext changed.\nmore", ["-text.", "+text changed.", "+more"]),
        ("content", "\r", ['+content: "\\r"', "-", "-Body", "-", "-text."]),
    ],
)
def test_a_change_is_typed_as_a_person_would(
    pointer: str, value: JsonValue, lines: list[str]
) -> None:
    assert sorted(changed(TEXT, Set(parse(pointer), value))) == sorted(lines)


@pytest.mark.parametrize(
    ("pointer", "lines"),
    [
        ("type", ["-type: decision   # the type"]),
        ("annotations/0", ["-- kind: status   # st", "-  value: accepted"]),
        (
            "annotations/0/kind",
            ["-- kind: status   # st", "-  value: accepted", "+- value: accepted"],
        ),
        ("annotations/2", ["-- {kind: x, value: 1}"]),
        ("scope/y", ["-scope: {project: p, y: [1,2]}", "+scope: {project: p}"]),
        ("scope/project", ["-scope: {project: p, y: [1,2]}", "+scope: {y: [1,2]}"]),
        ("multi/0", ["-  a, # first"]),
        ("m2/b", ["-  b: 2, # two"]),
        ("anch", ["-anch: &a hello", "-use: *a", "+use: hello"]),
        ("provenance/links/1", ["-        - l2  # second"]),
        ("content", ["-", "-Body", "-", "-text."]),
        ("lst", ["-lst: []"]),
        ("empty", ["-empty:"]),
    ],
)
def test_what_is_removed_leaves_the_rest(pointer: str, lines: list[str]) -> None:
    assert sorted(changed(TEXT, Remove(parse(pointer)))) == sorted(lines)


@pytest.mark.parametrize(
    ("text", "change", "after"),
    [
        ("x: {a: 1}\n", Remove(("x", "a")), "x: {}\n"),
        ("x:\n  a: 1\ny: 2\n", Remove(("x", "a")), "x: {}\ny: 2\n"),
        ("x:\n- a # c\n", Remove(("x", "0")), "x: []\n"),
        ("x: 1\n", Remove(("x",)), ""),
        ("", Set(("x",), 1), "x: 1\n"),
        ("# c\n", Set(("x",), 1), "# c\nx: 1\n"),
        ("{a: 1}\n", Set(("x",), "z"), "{a: 1, x: z}\n"),
        ("x: {}\n", Set(("x", "a"), 1), "x:\n  a: 1\n"),
        ("x: [{}]\n", Set(("x", "0", "a"), 1), "x: [{a: 1}]\n"),
        ("x: |+\n  a\n\ny: 1\n", Set(("x",), "a\nb\n\n\n"), "x: |+\n  a\n  b\n\n\ny: 1\n"),
        ("x: |+\n  a\n\n", Set(("z",), 1), "x: |+\n  a\n\nz: 1\n"),
        (
            "x:\n-   a: 1\n    b: 2\n",
            Set(("x", "-"), {"c": 3}),
            "x:\n-   a: 1\n    b: 2\n-   c: 3\n",
        ),
        (
            "x: &b {a: 1}\ny:\n  <<: *b\n",
            Set(("y", "a"), 2),
            "x: &b {a: 1}\ny:\n  <<: *b\n  a: 2\n",
        ),
        ("x: &b {a: 1}\ny: *b\n", Set(("y", "a"), 2), "x: &b {a: 1}\ny:\n  a: 2\n"),
        ("a: !!int 5\n", Set(("a",), 6), "a: !!int 6\n"),
        ("a: !!int 5\n", Set(("a",), "b"), "a: b\n"),
        ("title: !!int 5\n", Set(("title",), 6), "title: !!int 6\n"),
        ("? a\n", Set(("a",), 1), "? a\n: 1\n"),
        ("x: {a}\n", Set(("x", "a"), 1), "x: {a: 1}\n"),
        ("x: {a: 1,}\n", Set(("x", "b"), 2), "x: {a: 1, b: 2}\n"),
        ("x:\n- a\n- c\n", Set(("x",), ["a", "b", "c"]), "x:\n- a\n- b\n- c\n"),
        ("x:\n- b # two\n", Set(("x",), ["a", "b"]), "x:\n- a\n- b # two\n"),
        ("x: [a, c]\n", Set(("x",), ["b", "a", "c"]), "x: [b, a, c]\n"),
        ("x: [a, b, c]\n", Set(("x",), ["c", "a", "b"]), "x: [c, a, b]\n"),
        ("x: [a, b, c]\n", Set(("x",), ["b", "c", "a", 1]), "x: [b, c, a, 1]\n"),
        ("x:\n- a\n# b\n- b\n", Set(("x",), ["a", 1, "b"]), "x:\n- a\n- 1\n# b\n- b\n"),
        ("x:\n- a # a\n# b\n- b\n", Set(("x",), ["b", "a"]), "x:\n# b\n- b\n- a # a\n"),
        ("x:\n- - a # a\n  - b\n", Set(("x", "0"), ["b", "a"]), "x:\n- - b\n  - a # a\n"),
        ("x:\n- &a 1\n- 2\ny: *a\n", Set(("x",), [2, 1]), "x:\n- 2\n- &a 1\ny: *a\n"),
        (
            "x:\n- kind: a\n  value: 1 # one\n",
            Set(("x",), [{"kind": "b"}, {"kind": "a", "value": 2}]),
            "x:\n- kind: b\n- kind: a\n  value: 2 # one\n",
        ),
        ("x: [a: 1]\n", Set(("x", "0", "b"), 2), "x: [{a: 1, b: 2}]\n"),
        ("x: >-\n  a\n   b\n", Set(("x",), "a\n  c"), "x: |-\n  a\n    c\n"),
        ("x:\n-\n  a: 1\n", Set(("x", "0"), "s"), "x:\n- s\n"),
        ("a: {b: 1} # c\n", Set(("a",), "text"), "a: text # c\n"),
        ("a:\n  # above\n  b: 1\n", Set(("a",), {"c": 1}), "a:\n  # above\n  c: 1\n"),
        ("x:\n- - a\n  - b\n", Remove(("x", "0", "0")), "x:\n- - b\n"),
        ("x:\n  a: 1 # one\n  b: 2\n", Set(("x",), {"a": 1, "c": 3}), "x:\n  a: 1 # one\n  c: 3\n"),
    ],
)
def test_edges_of_blocks_and_brackets(text: str, change: Set | Remove, after: str) -> None:
    got = splice(f"---\n{text}---\n".encode(), [change]).decode()
    assert got == f"---\n{after}---\n"


@pytest.mark.parametrize(
    ("text", "content", "after"),
    [
        ("---\nid: a\n---", "b", "---\nid: a\n---\n\nb\n"),
        ("---\nid: a\n---\n", "", "---\nid: a\n---\n\n"),
        ("---\nid: a\n---\n\nb\n", "", "---\nid: a\n---\n\n\n"),
        ("---\nid: a\n---\nb", "", "---\nid: a\n---\n\n"),
        ("---\nid: a\n---\nb", "c", "---\nid: a\n---\nc"),
        ("---\nid: a\n---\n\n\n\nb\n\n\n", "\n\nc\n\n", "---\nid: a\n---\n\n\n\nc\n\n\n"),
        ("---\ncontent: b\nid: a\n---\n", "c", "---\ncontent: c\nid: a\n---\n"),
        ("---\nid: a\n---\n\nb\n", 5, "---\nid: a\ncontent: !!int 5\n---\n"),
        (
            "---\nid: a\n---\n\nb\n",
            "---\nid: c\n---",
            "---\nid: a\ncontent: |-\n  ---\n  id: c\n  ---\n---\n",
        ),
        (
            "---\r\nid: a\r\n---\r\n\r\nb\nc\r\n",
            "b\nd\ne",
            "---\r\nid: a\r\n---\r\n\r\nb\nd\r\ne\r\n",
        ),
    ],
)
def test_content_is_changed_where_it_is_or_moved_where_it_must(
    text: str, content: JsonValue, after: str
) -> None:
    got = splice(text.encode(), [Set(("content",), content)])
    assert got.decode() == after
    assert same(document(got).record["content"], content)


def test_a_changed_folded_text_keeps_its_paragraphs_and_its_width() -> None:
    text = f"---\nx: >\n  one two\n  three\n\n  {'word ' * 9}end\n---\n"
    after = splice(text.encode(), [Set(("x",), f"one two three\n\n{'seven ' * 12}end\n")])
    assert after.decode() == (
        f"---\nx: >\n  one two\n  three\n\n\n  {'seven ' * 7}seven\n  {'seven ' * 4}end\n---\n"
    )


def test_removed_content_takes_a_blank_body_with_it_and_no_other() -> None:
    assert splice(b"---\ncontent: a\n---\n \n", [Remove(("content",))]) == b"---\n---\n"
    with pytest.raises(ValueError, match="cannot be written"):
        splice(b"---\ncontent: a\n---\n\nb\n", [Remove(("content",))])


@pytest.mark.parametrize("text", DOCUMENTS.values(), ids=DOCUMENTS)
def test_what_changes_nothing_writes_nothing(text: str) -> None:
    data = text.encode()
    record = document(data).record
    assert update(data, record) is data
    again = [Set(pointer, value) for pointer, value in walk(record) if pointer]
    assert splice(data, again) is data


SAMPLE: list[JsonValue] = [
    *(
        "x",
        "a: b",
        "two\nlines\n",
        "it's",
        "",
        "no",
        "2026-10-10",
        " lead\nb",
        "\ta",
        "a\r",
        "\n\na\n\n",
    ),
    None,
    True,
    5,
    1.5,
    [],
    {},
    ["a", {"b": ["c"]}],
    {"k": "v", "l": [1]},
]


def lines_around(text: str, pointer: Pointer) -> tuple[str, str] | None:
    """What stands before and behind the lines of a front matter's entry or item."""
    spot = spot_at(document(text), pointer)
    if spot is None:
        return None
    start = spot.key.start if spot.key else min(spot.indicator_end, spot.node.start)
    end = spot.text.find("\n", spot.node.end)
    return spot.text[: spot.text.rfind("\n", 0, start) + 1], spot.text[end:]


@pytest.mark.parametrize("name", DOCUMENTS)
@untraced
def test_every_value_of_every_style_can_become_any_other(name: str) -> None:
    text = DOCUMENTS[name]
    found = document(text)
    for pointer, _ in walk(found.record):
        for value in SAMPLE if pointer else ():
            change = Set(pointer, value)
            after = splice(text.encode(), [change])
            assert same(document(after).record, applied(found.record, change))
            around = lines_around(text, pointer)
            if around is None or "&" in text or "|+" in text:
                continue
            assert after.decode().startswith(around[0])
            assert after.decode().endswith(around[1])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_value_of_every_style_can_be_removed_and_every_container_extended(name: str) -> None:
    data = DOCUMENTS[name].encode()
    record = document(data).record
    changes: list[Set | Remove] = []
    for pointer, value in walk(record):
        if pointer:
            changes.append(Remove(pointer))
        if isinstance(value, dict):
            changes += [Set((*pointer, "new key"), new) for new in SAMPLE]
    for change in changes:
        after = document(splice(data, [change])).record
        assert same(after, applied(record, change))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_list_can_be_appended_to(name: str) -> None:
    data = DOCUMENTS[name].encode()
    record = document(data).record
    lists = [(pointer, value) for pointer, value in walk(record) if isinstance(value, list)]
    for pointer, value in lists:
        for new in SAMPLE:
            after = document(splice(data, [Set((*pointer, "-"), new)])).record
            assert same(after, applied(record, Set(pointer, [*value, new])))


@given(OBJECTS, OBJECTS)
@untraced
def test_a_written_record_can_be_made_any_other(old: JsonObject, new: JsonObject) -> None:
    data = update(write(old), new)
    assert same(document(data).record, normal(new))
    assert update(data, new) is data


@given(st.sampled_from(sorted(DOCUMENTS)), OBJECTS)
@untraced
def test_a_typed_document_can_be_made_any_record(name: str, new: JsonObject) -> None:
    assert same(document(update(DOCUMENTS[name].encode(), new)).record, normal(new))


@given(OBJECTS, st.data(), VALUES)
@untraced
def test_any_value_of_any_record_can_be_set(
    record: JsonObject, data: st.DataObject, value: JsonValue
) -> None:
    pointers = [pointer for pointer, _ in walk(normal(record)) if pointer]
    assume(pointers)
    change = Set(data.draw(st.sampled_from(pointers)), normal(value))
    after = document(splice(write(record), [change])).record
    assert same(after, applied(normal(record), change))


@pytest.mark.parametrize(
    ("text", "changes", "message"),
    [
        ("---\nid: a\n", [Set(("id",), "b")], "F102"),
        ("---\nid: [\n---\n", [Set(("id",), "b")], "F103"),
        ("---\nid: a\n---\n", [Remove(("x",))], "nothing stands at /x"),
        ("---\nid: a\n---\n", [Remove(())], "nothing stands at /"),
        ("---\nid: a\n---\n", [Remove(("content",))], "nothing stands at /content"),
        ("---\nid: a\n---\n", [Set(("x", "y"), 1)], "nothing stands at /x/y"),
        ("---\nid: a\n---\n", [Set(("id", "-"), 1)], "nothing stands at /id/-"),
        ("---\nx: [a]\n---\n", [Set(("x", "1"), 1)], "nothing stands at /x/1"),
        ("---\nx: [a]\n---\n", [Set(("x", "k"), 1)], "nothing stands at /x/k"),
        ("---\nid: a\n---\n", [Set((), ["a"])], "a record is a JSON object"),
        ("---\nid: a\n---\n", [Set(("id",), float("nan"))], "not a JSON number"),
        ("---\nid: a\n---\n", [Set(("id",), "x" * 300_000)], "/id cannot be written"),
    ],
)
def test_what_cannot_be_is_refused(
    text: str, changes: Sequence[Set | Remove], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        splice(text.encode(), changes)


def test_changes_are_made_one_after_the_other() -> None:
    text = b"\xef\xbb\xbf---\r\nid: a\r\n---\r\n\r\nx\r\n"
    changes: list[Set | Remove] = [
        Set(("scope",), {}),
        Set(("scope", "p"), "q"),
        Remove(("id",)),
        Set(("content",), "y\nz"),
    ]
    after = b"\xef\xbb\xbf---\r\nscope:\r\n  p: q\r\n---\r\n\r\ny\r\nz\r\n"
    assert splice(text, changes) == after


def test_a_document_with_conflict_markers_in_its_body_can_still_be_changed() -> None:
    text = b"---\nid: a\n---\n\n<<<<<<< x\n=======\n>>>>>>> y\n"
    after = splice(text, [Set(("id",), "b")])
    assert after == text.replace(b"id: a", b"id: b")
    assert [fault.code for fault in read(after).faults] == ["F106"]


def test_many_changes_in_one_container_write_it_anew() -> None:
    items: list[JsonValue] = [{"n": n} for n in range(300)]
    record: JsonObject = {"x": items, "y": "# stays"}
    more: list[JsonValue] = [{"n": n + 1} for n in range(300)]
    after = update(write(record), {**record, "x": more})
    assert same(document(after).record["x"], more)
    fields: JsonObject = {f"f{n}": n for n in range(200)}
    assert same(document(update(write(record), fields)).record, fields)
