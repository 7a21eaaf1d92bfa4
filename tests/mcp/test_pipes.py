"""The server in this process, at pipes of the test's."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("mcp_types", reason="the extra mcp is not installed")

import mcp_types as types
from mcp import Client

from sgm_git.cli import failing
from sgm_git.errors import CannotRun
from sgm_git.mcp.frames import LONGEST_LINE, Lines
from sgm_git.mcp.replies import plain
from sgm_git.mcp.server import Door
from sgm_git.mcp.serving import serve
from sgm_git.mcp.wire import Wire, take
from sgm_git.record.value import loads
from tests.tools.support import Memory

if TYPE_CHECKING:
    from sgm_git.tools.tool import Session
    from tests.support import GitSandbox

_HELLO = {
    "protocolVersion": "2024-11-05",
    "capabilities": {},
    "clientInfo": {"name": "pipe", "version": "1"},
}


@pytest.fixture
def memory(sandbox: GitSandbox) -> Memory:
    sandbox.commit("begin")
    return Memory(sandbox)


def _answers(memory: Memory, lines: list[bytes]) -> tuple[int, list[dict[str, Any]]]:
    """What a client gets that sends some lines and ends, and the server's exit status."""
    (ours, theirs), (heard, said) = os.pipe(), os.pipe()
    os.write(theirs, b"".join(line + b"\n" for line in lines))
    os.close(theirs)
    status = serve(Wire(ours, said), memory.session, failing.known)
    os.close(said)
    os.close(ours)
    with os.fdopen(heard, "rb") as stream:
        return status, [json.loads(line) for line in stream]


def _call(number: int, method: str, params: dict[str, Any]) -> bytes:
    asked = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(asked).encode()


def test_all_that_was_asked_is_answered(memory: Memory) -> None:
    fact = {"type": "fact", "id": "fact-a", "content": "Water is wet."}
    status, answers = _answers(
        memory,
        [
            _call(1, "initialize", _HELLO),
            b'{"jsonrpc": "2.0", "method": "notifications/initialized"}',
            b"what?",
            _call(2, "tools/call", {"name": "sgm_create", "arguments": fact}),
            b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}}',
            _call(3, "tools/call", {"name": "sgm_create", "arguments": fact}),
        ],
    )
    assert status == 0
    by_id = {each["id"]: each for each in answers}
    assert set(by_id) == {1, 2, 3, None}
    assert by_id[None]["error"]["code"] == types.PARSE_ERROR
    assert memory.record("fact-a")["provenance"]["agent"] == "pipe"
    assert by_id[3]["result"]["isError"]


def test_what_nobody_foresaw_is_told_in_one_line(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_self: Memory) -> None:
        raise ZeroDivisionError("so what")

    monkeypatch.setattr(Memory, "store", broken)
    call = {"name": "sgm_check", "arguments": {}}
    _, answers = _answers(memory, [_call(1, "initialize", _HELLO), _call(2, "tools/call", call)])
    text = answers[-1]["result"]["content"][0]["text"]
    first, hint = text.split("\n")
    assert first == "internal error: ZeroDivisionError: so what"
    assert hint.startswith("hint: for a person: this is a bug in sgm")


async def _resources(memory: Memory) -> list[str]:
    session = memory.session()
    async with Client(Door(lambda _client: session, failing.known).server()) as client:
        first = await client.list_resources()
        second = await client.list_resources(cursor=first.next_cursor)
        wrong = await client.call_tool("sgm_get", {"ids": ["x"], "rev": "--all"})
        assert wrong.is_error
        return [str(each.name) for each in (*first.resources, *second.resources)]


def test_resources_come_a_page_at_a_time(memory: Memory) -> None:
    names = [f"fact-{number:02}" for number in range(60)]
    for name in names:
        memory.box.write(f"memory/fact/{name}.md", f"---\nid: {name}\ntype: fact\n---\n\nX.\n")
    found = asyncio.run(_resources(memory))
    assert found[-60:] == names
    assert "record" in found


@given(st.lists(st.binary(max_size=6)), st.data())
def test_lines_are_the_same_however_they_come(pieces: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(pieces)
    cut = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=4)))
    parts = [whole[a:b] for a, b in zip([0, *cut], [*cut, len(whole)], strict=True)]
    lines = Lines()
    found = [line for part in parts for line in lines.feed(part)]
    assert found == [line for line in whole.split(b"\n")[:-1] if line.strip()]


def test_a_line_without_end_is_not_kept() -> None:
    lines = Lines()
    piece = b"x" * (1 << 20)
    for _ in range(LONGEST_LINE // len(piece) + 5):
        assert list(lines.feed(piece)) == []
    assert list(lines.feed(b"\nnext\n")) == [None, b"next"]


def test_values_are_made_for_every_client() -> None:
    given_text = '{"a": 0.1000000000000000055511151231257827, "b": 1e400, "c": ["\\ud800"]}'
    assert plain(loads(given_text)) == {"a": 0.1, "b": "1E+400", "c": ["?"]}


@pytest.mark.skipif(sys.platform == "win32", reason="told by the descriptors of a Unix")
def test_what_prints_goes_to_standard_error(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    wire = take()
    try:
        os.write(1, b"from a library\n")
        print("from Python", flush=True)  # noqa: T201 - that is what is tried
        assert os.read(0, 1) == b""
        os.write(wire.outgoing, b"{}\n")
    finally:
        os.dup2(wire.incoming, 0)
        os.dup2(wire.outgoing, 1)
        os.close(wire.incoming)
        os.close(wire.outgoing)
    out, err = capfd.readouterr()
    assert out == "{}\n"
    assert err == "from a library\nfrom Python\n"


def test_closed_streams_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(_number: int) -> int:
        raise OSError

    monkeypatch.setattr("sgm_git.mcp.wire._apart", closed)
    with pytest.raises(CannotRun, match="must be open"):
        take()


def _clients(memory: Memory, lines: list[bytes]) -> list[str]:
    """The names by which sessions are made for a client that sends some lines."""
    seen: list[str] = []

    def session_of(client: str) -> Session:
        seen.append(client)
        return memory.session(client)

    (ours, theirs), (_, said) = os.pipe(), os.pipe()
    os.write(theirs, b"".join(line + b"\n" for line in lines))
    os.close(theirs)
    assert serve(Wire(ours, said), session_of, failing.known) == 0
    return seen


def test_a_session_has_the_name_that_the_client_gave(memory: Memory) -> None:
    check = _call(2, "tools/call", {"name": "sgm_check", "arguments": {}})
    assert _clients(memory, [_call(1, "initialize", _HELLO), check]) == ["pipe"]


def test_a_client_that_says_who_it_is_in_each_call_stays_who_it_was(memory: Memory) -> None:
    lines = []
    for number, name in enumerate(("first", "second")):
        said: dict[str, object] = {"protocolVersion": "2026-07-28", "clientCapabilities": {}}
        said["clientInfo"] = {"name": name, "version": "1"}
        about = {f"io.modelcontextprotocol/{key}": value for key, value in said.items()}
        params = {"name": "sgm_check", "arguments": {}, "_meta": about}
        lines.append(_call(number, "tools/call", params))
    assert _clients(memory, lines) == ["first", "first"]
