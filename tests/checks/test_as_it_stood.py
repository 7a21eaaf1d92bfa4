"""What was lost by deleting its lines comes back where it stood and as it stood, to the byte."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgm_git.checks.edits import apply_edits
from sgm_git.checks.keeping import keep
from sgm_git.checks.putting_back import Base, way_back
from sgm_git.checks.run import check_document
from sgm_git.document.read import read
from sgm_git.document.splice import splice
from sgm_git.record.value import same
from tests.checks.support import POLICY, subject
from tests.support import untraced

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.record.value import JsonObject, JsonValue

VOCABULARY = POLICY.schemas.vocabulary

_VALUES = [
    "KEY: 1",
    "KEY:   'one'   # as it is typed",
    '"KEY": [1, {a: "2"}, ]  # in brackets',
    "KEY: {by: ada,\n  at: [1,\n  2]}",
    "KEY:\n  by: ada  # who\n  # when\n  at:\n  - 1\n\n  - 2",
    "KEY:\n# first\n- a\n-   b",
    "KEY: |\n  # no comment\n\n  text",
    "KEY: >-\n   folded\n   text",
    'KEY: "two\n  lines"',
    "? KEY\n: 1",
    "KEY:",
    "KEY: 0x1F",
    "KEY: !!str 12",
]
_NOTES = [
    "- {kind: KEY, value: 1}  # typed",
    "-   kind: KEY\n    # why\n    value: high",
    "- value: |\n    - text\n  kind: KEY",
    '- {kind: "KEY",\n   value: 2}',
]


@dataclass(frozen=True)
class Part:
    """Lines that are kept or may go, comments directly above them, blank lines above those."""

    lines: str
    blanks: int
    comments: tuple[str, ...]
    is_dropped: bool = False
    loses_comments: bool = False
    parts: tuple[Part, ...] = ()
    indent: str = ""

    def text(self, *, whole: bool) -> Iterator[str]:
        """Its lines, with all of it or without what is dropped."""
        yield from [""] * self.blanks
        is_there = whole or not self.is_dropped
        if is_there or not self.loses_comments:
            yield from (self.indent + comment for comment in self.comments)
        if is_there:
            yield from (self.indent + line if line else "" for line in self.lines.split("\n"))
        for part in self.parts if is_there else ():
            yield from part.text(whole=whole)


@st.composite
def parts(
    draw: st.DrawFn, name: str, lines: str, below: Sequence[Part] = (), *, indent: str = ""
) -> Part:
    """One part of a front matter; no two comments are alike."""
    number = draw(st.integers(0, 2))
    return Part(
        lines,
        draw(st.sampled_from([0, 0, 0, 1, 2])),
        tuple(f"# {name} {each}" for each in range(number)),
        parts=tuple(below),
        indent=indent,
    )


@st.composite
def droppable(draw: st.DrawFn, name: str, lines: str, *, indent: str = "") -> Part:
    """A part of which no schema knows, which goes or not, with its comments or without."""
    part = draw(parts(name, lines.replace("KEY", name), indent=indent))
    drops, comments = draw(st.tuples(st.booleans(), st.booleans()))
    return replace(part, is_dropped=drops, loses_comments=comments)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, str]:
    """A document of block style, and the same without the lines of some of its parts."""
    known = [parts("id", "id: dec-x"), parts("type", "type:  decision"), parts("title", "title: A")]
    chosen = draw(st.lists(st.sampled_from(_VALUES), max_size=5))
    found = [draw(each) for each in known]
    found += [draw(droppable(f"x_{n}", lines)) for n, lines in enumerate(chosen)]
    step = draw(st.sampled_from(["", "  "]))
    claims = [draw(parts("agent", "agent: ada", indent="  "))]
    claims += [
        draw(droppable(f"x_p{n}", lines, indent="  "))
        for n, lines in enumerate(draw(st.lists(st.sampled_from(_VALUES), max_size=3)))
    ]
    found.append(draw(parts("provenance", "provenance:", draw(st.permutations(claims)))))
    kinds = draw(st.lists(st.sampled_from(_NOTES), max_size=4))
    notes = [draw(droppable(f"x-{n}", lines, indent=step)) for n, lines in enumerate(kinds)]
    if notes:
        found.append(draw(parts("annotations", "annotations:  # all", notes)))
    found = draw(st.permutations(found))
    eol = draw(st.sampled_from(["\n", "\r\n"]))
    texts = [
        [
            "---",
            *(line for part in found for line in part.text(whole=whole)),
            "---",
            "",
            "Text.",
            "",
        ]
        for whole in (True, False)
    ]
    return eol.join(texts[0]), eol.join(texts[1])


def _says_nothing_else(base: JsonObject, lossy: JsonObject) -> bool:
    """Whether no value became another: blank lines behind a part may belong to a block scalar."""
    pairs = [(base, lossy), (base["provenance"], lossy["provenance"])]
    return all(
        same(value, before[name])
        for before, after in pairs
        if isinstance(before, dict) and isinstance(after, dict)
        for name, value in after.items()
        if name not in {"annotations", "provenance"}
    )


@given(documents())
@untraced
def test_what_was_dropped_comes_back_to_the_byte(texts: tuple[str, str]) -> None:
    base, lossy = (read(text.encode()).document for text in texts)
    assert base is not None
    assert lossy is not None
    assume(_says_nothing_else(base.record, lossy.record))
    losses = keep(base.record, lossy.record, VOCABULARY)
    changes = way_back(Base(base.record, base), lossy.record, losses, VOCABULARY)
    assert splice(texts[1].encode(), changes).decode() == texts[0]


@given(documents())
@untraced
def test_the_fixes_one_by_one_change_no_other_line(texts: tuple[str, str]) -> None:
    base, data = read(texts[0].encode()).document, texts[1].encode()
    lossy = read(data).document
    assert base is not None
    assert lossy is not None
    assume(_says_nothing_else(base.record, lossy.record))
    for _ in keep(base.record, lossy.record, VOCABULARY):
        given = replace(subject(data), previous=base.record, allowed=(), stood=texts[0].encode())
        found = next(each for each in check_document(given, POLICY) if each.code[0] == "K")
        assert found.fix is not None
        data = apply_edits(data, found.fix.edits)
    assert same(record_of(data), base.record)
    lines = iter(data.decode().split("\n"))
    assert all(line in lines for line in texts[1].split("\n"))  # all that was there, in order


def record_of(data: bytes) -> JsonValue:
    """The record that a document says."""
    document = read(data).document
    return None if document is None else document.record


def _restored(base: str, lossy: str) -> str:
    """A front matter with what it lost of another one, the document around it left away."""
    old, new = (read(_document(text)).document for text in (base, lossy))
    assert old is not None
    assert new is not None
    losses = keep(old.record, new.record, VOCABULARY)
    changes = way_back(Base(old.record, old), new.record, losses, VOCABULARY)
    text = splice(_document(lossy), changes).decode()
    return text.removeprefix("---\nid: dec-x\n").removesuffix("\n---\n\nText.\n")


def _document(front: str) -> bytes:
    return f"---\nid: dec-x\n{front}\n---\n\nText.\n".encode()


_LIST, _A, _B, _C = "annotations: ", "{kind: x-a}", "{kind: 'x-b'}", "{kind: x-c}"


@pytest.mark.parametrize(
    ("base", "lossy", "restored"),
    [
        ("title: A\nx_a: |+\n  kept\n\n\ntags: []", "title: A\ntags: []", None),
        ("title: A\nx_a: |+\n  kept\n\n\ntags: []", "title: A\n\ntags: []", None),
        ("title: A\nx_a: 1\ntags: []", "title: B\n\ntags: []", "title: B\nx_a: 1\n\ntags: []"),
        ("title: A\nx_a: 1\ntags: []", "tags: []\ntitle: A", "tags: []\ntitle: A\nx_a: 1"),
        ("x_a: 1\ntitle: A\ntags: []", "tags: []\ntitle: A", "x_a: 1\ntags: []\ntitle: A"),
        ("# why\nx_a: 1\ntitle: A", "# why\ntitle: A", None),
        ("# why\n# so\nx_a: 1\ntitle: A", "# why\ntitle: A", None),
        ("# one\nx_a: 1\n# two\ntitle: A", "# two\ntitle: A", None),
        ("x_a: '1'  # text\ntitle: A", "x_a: 1  # text\ntitle: A", None),
        ("x_a:\n  # why\n  b: 1\n  # two\n  c: 2", "x_a:\n  # why\n  b: 1", None),
        ("x_a:\n    b: 1\n    c: 2  # two", "x_a:\n  b: 1", "x_a:\n  b: 1\n  c: 2  # two"),
        ("x_a: {b:  1, c: 'x', d: 2}", "x_a: {b:  1, d: 2}", None),
        ("x_a: {b:  1, c: 'x', d: 2}", "x_a: {c: 'x', d: 2}", None),
        ("x_a: {b:  1, c: 'x', d: 0x2}", "x_a: {b:  1, c: 'x'}", None),
        ("x_a: {b: {c: 0x1}}", "x_a: {b: {}}", None),
        ("x_a: {\n  b: 1,\n  c: 'x',\n  d: 2\n}", "x_a: {\n  b: 1,\n  d: 2\n}", None),
        ("x_a: {b: 1, c: 'x'}", "x_a:\n  b: 1", "x_a:\n  b: 1\n  c: 'x'"),
        ("x_a:\n  c: >-\n    x\n  b: 1", "x_a: {b: 1}", "x_a: {c: x, b: 1}"),
        ("x_a:\n- x_b: 1 # one\n  c: 2", "x_a:\n- c: 2", None),
        (f"{_LIST}[{_A}, {_B}, {_C}]", f"{_LIST}[{_A}, {_C}]", None),
        (f"{_LIST}[{_A}, {_B}, {_C}]", f"{_LIST}[{_C}, {_A}]", f"{_LIST}[{_C}, {_A}, {_B}]"),
        (f"{_LIST}[{_B}]", f"{_LIST}[]", None),
        (f"title: A\n{_LIST}[{_B}, {{kind: status}}]", "title: A", f"title: A\n{_LIST}[{_B}]"),
        ("x_a: &a 0x1\nx_b: *a\ntitle: A", "title: A", None),
    ],
)  # fmt: skip
def test_where_it_stood(base: str, lossy: str, restored: str | None) -> None:
    assert _restored(base, lossy) == (base if restored is None else restored)
