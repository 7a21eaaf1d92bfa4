"""What was accepted is read as it stands, and grows at its end alone."""

from __future__ import annotations

import time
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.configuration import unknown_files
from sgm_git.errors import CannotRun
from sgm_git.policy.accepted import Accepted, parse_accepted, with_accepted
from sgm_git.policy.config import ACCEPTED_PATH

ONE = Accepted("dec-1", "P302", "the name was a slip")
WHOLE = Accepted(
    *("dec-1", "P302", "a slip", "memory", "/provenance/agent", "0" * 40, "sha256:00", "Ada"),
    "2026-10-10T18:21:47Z",
)
WRITTEN = """\
[[accepted]]
id = "dec-1"
code = "P302"
reason = "a slip"
root = "memory"
pointer = "/provenance/agent"
commit = "0000000000000000000000000000000000000000"
value = "sha256:00"
by = "Ada"
at = "2026-10-10T18:21:47Z"
"""
SHORT = '[[accepted]]\nid = "dec-1"\ncode = "P302"\nreason = "the name was a slip"\n'


def test_an_absent_file_accepts_nothing() -> None:
    assert parse_accepted(None) == ((), ())
    assert parse_accepted(b"\xef\xbb\xbf# nothing\r\n") == ((), ())


def test_an_entry_is_read_whole() -> None:
    assert parse_accepted(WRITTEN.encode()) == ((WHOLE,), ())
    assert parse_accepted(WRITTEN.replace("\n", "\r\n").encode()) == ((WHOLE,), ())
    both = f'{SHORT}[[accepted]]\nreason = "x"\nid="b"\ncode = "P305"\nat = 2026-10-10T18:21:47Z\n'
    expected = (ONE, Accepted("b", "P305", "x", at="2026-10-10T18:21:47+00:00"))
    assert parse_accepted(both.encode()) == (expected, ())


def test_a_key_that_is_not_known_is_told_with_its_place() -> None:
    text = f'acepted = 1\n\n{SHORT}reasons = "x"\n[other]\na = 1\n'
    entries, faults = parse_accepted(text.encode())
    assert entries == (ONE,)
    told = [(f.code, f.span and (f.span.line, f.span.column), f.pointer, f.message) for f in faults]
    assert told == [
        ("C801", (1, 1), "/acepted", 'acepted is not known; did you mean "accepted"?'),
        ("C801", (8, 2), "/other", "other is not known"),
        (
            *("C801", (7, 1), "/accepted/0/reasons"),
            'accepted[0].reasons is not known; did you mean "reason"?',
        ),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[accepted]", "1:11: not TOML: Expected ']]' at the end of an array declaration"),
        ("accepted = 1", "1:1: accepted is no list of tables"),
        ("\n[accepted]\nid = 'a'", "2:2: accepted is no list of tables"),
        ("accepted = ['a']", "1:1: accepted[0] is no table"),
        (f"{SHORT}\n[[accepted]]\nid = 'a'", "6:3: accepted[1].code is missing"),
        (SHORT.replace('"dec-1"', "1"), "2:1: accepted[0].id is no text"),
        (SHORT.replace('"dec-1"', "''"), "2:1: accepted[0].id is empty"),
        (SHORT.replace("the name was a slip", " \\t"), "4:1: accepted[0].reason is empty"),
        (f"{SHORT}commit = true", "5:1: accepted[0].commit is no text"),
    ],
)
def test_what_does_not_say_what_and_why_stops_the_run(text: str, message: str) -> None:
    with pytest.raises(CannotRun) as caught:
        parse_accepted(text.encode())
    assert str(caught.value) == f"{ACCEPTED_PATH}:{message}"


@pytest.mark.parametrize("data", [b"\xff", b"[" * 100_000, b"a = " + b"1" * 10_000, b"a\0"])
def test_what_is_no_toml_stops_the_run(data: bytes) -> None:
    with pytest.raises(CannotRun, match=r"\.sgm/accepted\.toml"):
        parse_accepted(data)


@pytest.mark.parametrize(
    ("before", "start"),
    [
        (None, ""),
        ("", ""),
        ("# why\n", "# why\n\n"),
        ("# why", "# why\n\n"),
        ("\ufeff# why\r\n", "\ufeff# why\r\n\r\n"),
        (f"{SHORT}", f"{SHORT}\n"),
        (f"{SHORT}\n", f"{SHORT}\n"),
        (SHORT.replace("\n", "\r\n"), f"{SHORT}\n".replace("\n", "\r\n")),
        ("[other]\na = 1 # odd\n", "[other]\na = 1 # odd\n\n"),
    ],
)
def test_an_entry_is_added_and_nothing_else_changes(before: str | None, start: str) -> None:
    added = WRITTEN.replace("\n", "\r\n") if "\r\n" in start else WRITTEN
    data = None if before is None else before.encode()
    assert with_accepted(data, WHOLE).decode() == start + added


@pytest.mark.parametrize("text", ["accepted = []\n", f"accepted = [{{{'id = 1'}}}]", "a = [\n"])
def test_a_file_that_cannot_grow_is_left(text: str) -> None:
    with pytest.raises(CannotRun, match=ACCEPTED_PATH):
        with_accepted(text.encode(), ONE)


def test_what_toml_cannot_write_is_refused() -> None:
    with pytest.raises(CannotRun, match="id has a lone surrogate"):
        with_accepted(None, Accepted("a\ud800", "P302", "x"))
    with pytest.raises(CannotRun, match="reason is empty"):
        with_accepted(None, Accepted("a", "P302", ""))


def test_what_is_not_seen_is_spelled_out() -> None:
    text = with_accepted(
        None, Accepted('\u202e"]]\n[[accepted]]\\', "\x7f", "Jørn \U000e0001")
    ).decode()
    assert text == (
        '[[accepted]]\nid = "\\u202E\\"]]\\n[[accepted]]\\\\"\n'
        'code = "\\u007F"\nreason = "Jørn \\U000E0001"\n'
    )


hostile = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\"'\\\n\r\0\x7f]#="))
required = hostile.filter(lambda text: text.strip() != "")
optional = st.none() | hostile
entries = st.builds(
    Accepted, *[required] * 3, optional, hostile, optional, optional, optional, optional
)


@pytest.mark.parametrize("start", [None, b"# a\r\n", b"b = '''\n[[accepted]]\n'''"])
@given(drawn=st.lists(entries, min_size=1, max_size=3))
def test_every_entry_comes_back(start: bytes | None, drawn: list[Accepted]) -> None:
    data = start
    for number, entry in enumerate(drawn):
        longer = with_accepted(data, entry)
        assert longer.startswith(data or b"")
        assert parse_accepted(longer)[0] == tuple(drawn[: number + 1])
        data = longer
    assert len(tomllib.loads((data or b"").decode())["accepted"]) == len(drawn)


def test_many_entries_with_a_key_of_the_teams_own_take_no_long_time() -> None:
    start = time.process_time()
    _, faults = parse_accepted(f'{SHORT}ticket = "A-1"\n'.encode() * 2000)
    assert len(faults) == 2000
    assert time.process_time() - start < 20


def test_it_is_a_file_that_means_something_in_sgm() -> None:
    assert list(unknown_files([ACCEPTED_PATH, ".sgm/allowed_signers"])) == []
    assert [path for path, _ in unknown_files([".sgm/accepted.tml"])] == [".sgm/accepted.tml"]
