"""Reading ends within 2 seconds and 200 MB on 1 MiB of anything (DESIGN section 3, "Limits")."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sgm_git.document import read
from tests.document.test_read import engines
from tests.support import untraced

MIB = 1 << 20
UNITS = (
    *("a", "a ", "a\n", "é", "😀", "\x85", "\u2028", "\ufeff", "\x00", "\t", "\r\n", "\n", " "),
    *("- ", "-\n", "- a\n", "- - ", "[", "[\n", "{", "{a: ", "a: {", "1,", "a, ", ".inf, ", "],"),
    *(
        "a: b\n",
        "a:\n  ",
        ": ",
        ":\n",
        "? ",
        "?\n",
        "? - ",
        "<<: *a\n",
        "&a ",
        "*a ",
        "!!str ",
        "!",
    ),
    *('"a" ', "''", "'x\n", '"\\', '\\u0041"', '"\\ud800', "|\n", ">\n", "# x\n", "%a\n", "`", "@"),
    *("---\n", "--- \n", "...\n", "<<<<<<< a\n", "=======\n", ">>>>>>> a\n", "```\n", "~~~~~\n"),
)
FRAMES = ("{}", "---\n{}\n---\n", "---\na: {}\n---\n", '---\na: "{}\n---\n', "---\na: [{}\n---\n")


def filled(frame: str, unit: str, size: int) -> bytes:
    """A document of about a size that repeats a unit."""
    return frame.format(unit * (size // len(unit.encode()))).encode()[:size]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("size", [MIB, 255 << 10, 63 << 10], ids=["1M", "255K", "63K"])
@untraced
def test_a_document_of_one_thing_is_read_in_time(unit: str, size: int) -> None:
    for frame in FRAMES:
        data = filled(frame, unit, size).decode(errors="ignore").encode()
        before = time.process_time()
        read(data)
        assert time.process_time() - before < 2


@pytest.mark.parametrize(
    "data",
    [
        b"---\na: [" + b"1," * 49_000 + b"]\n---\n",
        b"---\n" + b"a:\n" * 80_000 + b"---\n",
        b"---\na: [" + b".inf," * 50_000 + b"]\n---\n",
        b"---\na: &a [" + b"1," * 900 + b"]\nb: [" + b"*a," * 100 + b"]\n---\n",
        b"---\n---\n" + b"a\n" * ((MIB - 8) // 2),
        b"---\na: '" + b"x" * (250 << 10) + b"'\n---\n" + b"\xf0\x9f\x98\x80" * (190 << 10),
    ],
    ids=["numbers", "keys", "faults", "aliases", "lines", "wide characters"],
)
@untraced
def test_memory_is_bounded(data: bytes) -> None:
    tracemalloc.start()
    try:
        read(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 200 * MIB


PIECES = st.sampled_from(
    [
        *(
            "a",
            "b: ",
            "c",
            ": ",
            "- ",
            "? ",
            "[",
            "]",
            "{",
            "}",
            ", ",
            "\n",
            "\n  ",
            "\n    ",
            " #x",
        ),
        *(
            "&a ",
            "*a",
            "!!int ",
            "! ",
            "'",
            '"',
            "|\n",
            ">-\n",
            "<<: ",
            "\\ud800",
            "\t",
            "\r\n",
            "~",
        ),
        *("5", "true", "\x85", "é", "---\n", "...\n", "%", "@", "``", "\\", "=", "<<<<<<< a\n"),
    ]
)


@given(st.lists(PIECES, max_size=60).map("".join))
@example("---\na: !!int \n---\n")
def test_reading_never_fails_whatever_the_text(text: str) -> None:
    for frame in ("{}", "---\n{}---\n", "---\nx: {}\n---\n\n{}"):
        data = frame.replace("{}", text).encode("utf-8", "surrogatepass")
        reading = read(data)
        assert reading.faults or reading.document


@given(st.binary(max_size=200))
def test_reading_never_fails_whatever_the_bytes(data: bytes) -> None:
    assert read(data).faults
    read(b"---\n" + data + b"\n---\n" + data)


@given(st.lists(PIECES, max_size=60).map("".join))
def test_a_fault_lies_within_the_text(text: str) -> None:
    source = f"---\n{text}\n---\n"
    lines = source.split("\n")
    for engine in [None, *engines()]:
        for fault in read(source.encode("utf-8", "surrogatepass"), engine=engine).faults:
            span = fault.span
            assert span is not None
            assert (span.line, span.column) <= (span.end_line, span.end_column)
            assert 1 <= span.end_line <= len(lines)
            assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1
