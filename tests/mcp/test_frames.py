"""What is read of a line, and which request an answer to it is for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("mcp_types", reason="the extra mcp is not installed")

import mcp_types as types
from mcp.shared.message import SessionMessage

from sgm_git.mcp.batches import Batches
from sgm_git.mcp.frames import read
from sgm_git.mcp.legible import legible_id


def _request(**members: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": "ping", **members}).encode()


def _refusal(line: bytes) -> tuple[object, int]:
    answer = read(line)
    assert isinstance(answer, types.JSONRPCError), answer
    return answer.id, answer.error.code


@pytest.mark.parametrize("asked", [7, 0, -1, 10**30, "", "seven"])
def test_an_id_is_a_text_or_a_whole_number(asked: object) -> None:
    message = read(_request(id=asked))
    assert isinstance(message, SessionMessage)
    assert isinstance(message.message, types.JSONRPCRequest)
    assert message.message.id == asked


@pytest.mark.parametrize("asked", [None, 1.5, 1e30, True, {}, []])
def test_what_is_no_id_is_refused_and_no_notification(asked: object) -> None:
    assert _refusal(_request(id=asked)) == (None, types.INVALID_REQUEST)


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"params": [1]}, types.INVALID_PARAMS),
        ({"params": "text"}, types.INVALID_REQUEST),
        ({"method": 5}, types.INVALID_REQUEST),
        ({"jsonrpc": "1.0"}, types.INVALID_REQUEST),
    ],
)
def test_a_request_of_a_wrong_form_is_refused_under_its_id(
    members: dict[str, Any], code: int
) -> None:
    assert _refusal(_request(**members)) == (7, code)


_DEEP = b'{"id": 7, "a": ' + b"[" * 5000 + b"]" * 5000 + b"}"


@pytest.mark.parametrize(
    "line",
    [
        _DEEP,
        b'{"a": 1, "a": 2, "id": 7}',
        b'{"id": 7, "a": NaN}',
        b'{"a": {"id": 1}, "b": "id", "id": 7, "c": }',
        b'{"id": 7, "a": "\xff"}',
    ],
)
def test_what_is_not_taken_for_json_is_refused_under_its_id(line: bytes) -> None:
    assert _refusal(line) == (7, types.PARSE_ERROR)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        '{"id": 7',
        '{"id": 7} {',
        '[{"id": 7, "a": NaN}]',
        '{"id": 7, "id": 8}',
        '{"id": [7], "a": NaN}',
        '{"id": 7.5, "a": NaN}',
        '{"id": "',
        '{"id": 7, "a": "' + "x" * (1 << 20) + '", "b": NaN}',
    ],
)
def test_an_id_that_cannot_be_told_is_none(text: str) -> None:
    assert legible_id(text) is None


@given(st.integers() | st.text(), st.dictionaries(st.text(), st.text() | st.integers()))
def test_the_id_of_what_is_json_is_found(asked: int | str, others: dict[str, object]) -> None:
    assert legible_id(json.dumps({**others, "id": asked})) == asked


def test_a_broken_answer_of_the_client_is_told_under_no_id() -> None:
    assert _refusal(b'{"jsonrpc": "2.0", "id": 7, "result": 5}') == (None, types.INVALID_REQUEST)


def test_a_batch_is_what_it_holds() -> None:
    found = read(b"[" + _request() + b', 5, {"id": 8}]')
    assert isinstance(found, list)
    first, second, third = found
    assert isinstance(first, SessionMessage)
    assert isinstance(second, types.JSONRPCError)
    assert isinstance(third, types.JSONRPCError)
    assert (second.id, third.id) == (None, 8)


def test_answers_to_a_batch_wait_for_each_other() -> None:
    sent: list[bytes] = []
    batches = Batches(sent.append)
    batches.begin(["1", "2", "3"], [b"{}\n"])
    batches.settle("9", b"alone\n")
    batches.settle("9", None)
    batches.settle("2", b"two\n")
    batches.settle("3", None)
    assert sent == [b"alone\n"]
    batches.settle("1", b"one\n")
    batches.settle("1", b"late\n")
    assert sent == [b"alone\n", b"[{}, two, one]\n", b"late\n"]


def test_an_id_that_stands_twice_in_a_batch_has_two_answers() -> None:
    sent: list[bytes] = []
    batches = Batches(sent.append)
    batches.begin(["1", "1"], [])
    batches.settle("1", b"one\n")
    batches.settle("1", b"two\n")
    assert sent == [b"[one, two]\n"]


def test_a_batch_to_which_there_is_no_answer_has_none() -> None:
    sent: list[bytes] = []
    batches = Batches(sent.append)
    batches.begin([], [])
    batches.begin(["1"], [])
    batches.settle("1", None)
    assert sent == []
