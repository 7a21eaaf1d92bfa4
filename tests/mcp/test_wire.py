"""The protocol over pipes, as a client of 2024 speaks it."""

from __future__ import annotations

import json
import signal
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("mcp_types", reason="the extra mcp is not installed")

from tests.mcp.support import Lines, serving
from tests.support import GitSandbox, isolated_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_NOISY_HOOK = '#!/bin/sh\necho "the hook says so"\necho "and so" >&2\ncat\n'
_ODD = "a/b %20 é ../x"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> GitSandbox:
    """A repository whose hook prints, and reads all that it can."""
    home = tmp_path_factory.mktemp("home")
    (home / "gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.org\n")
    box = GitSandbox(tmp_path_factory.mktemp("repo"), isolated_environment(home))
    box.run("init", "-q", "-b", "main")
    box.commit("begin")
    hook = box.path / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(_NOISY_HOOK)
    hook.chmod(0o755)
    return box


@pytest.fixture(scope="module")
def client(place: GitSandbox) -> Iterator[Lines]:
    """A client that has shaken hands. All that it ever got was JSON-RPC, and its end is clean."""
    with serving(place.path, env=place.environment) as lines:
        told = lines.begin()
        assert told["protocolVersion"] == "2024-11-05"
        assert told["serverInfo"]["name"] == "sgm"
        assert "sgm_context" in told["instructions"]
        yield lines
        assert lines.end() == 0
        for line in [*lines.seen, *lines.rest()]:
            told = json.loads(line)
            for message in told if isinstance(told, list) else [told]:
                assert message["jsonrpc"] == "2.0"


def test_all_tools_are_told(client: Lines) -> None:
    tools = client.ask("tools/list")["result"]["tools"]
    assert [tool["name"] for tool in tools] == [
        *("sgm_context", "sgm_search", "sgm_get", "sgm_history", "sgm_links", "sgm_check"),
        *("sgm_create", "sgm_update", "sgm_annotate", "sgm_set_status"),
    ]
    assert len(json.dumps(tools)) < 20_000


def test_a_record_is_written_while_a_hook_prints(client: Lines, place: GitSandbox) -> None:
    made = client.reply("sgm_create", type="fact", title="Water is wet", content="Yes.")
    assert made["commit"] == place.head()
    assert place.status() == ""
    (found,) = client.reply("sgm_get", ids=[made["id"]])["records"]
    assert found["record"]["provenance"]["agent"] == "old-client"
    assert found["record"]["provenance"]["session"].startswith("mcp-")
    assert found["blob"] == made["blob"]


def test_numbers_keep_every_digit(client: Lines, place: GitSandbox) -> None:
    many = "0.1000000000000000055511151231257827"
    asked = (
        '{"jsonrpc": "2.0", "id": "n", "method": "tools/call", "params": {"name": "sgm_create",'
        f' "arguments": {{"type": "fact", "id": "digits", "fields": {{"n": {many}}}}}}}}}'
    )
    client.send(asked.encode())
    assert not client.receive()["result"].get("isError")
    assert f": {many}\n".encode() in place.run("show", "HEAD:memory/fact/digits.md")


def test_a_mistake_is_told_in_a_line_with_what_to_do(client: Lines) -> None:
    result = client.call("sgm_get", ids=["fact-nowhere"], limitt=1)
    assert result["isError"]
    first, second = result["content"][0]["text"].split("\n")
    assert first == "sgm_get has no 'limitt'"
    assert second.startswith("hint: it takes ids (required)")


def test_an_unknown_tool_is_a_mistake_of_the_same_kind(client: Lines) -> None:
    result = client.call("sgm_delete", id="x")
    assert result["isError"]
    assert result["content"][0]["text"].startswith("there is no tool 'sgm_delete'")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"hello", -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method"', -32700),
        (b"\xff\xfe", -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "id": 2}', -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', -32600),
        (b'{"a": "' + b"x" * (9 << 20) + b'"}', -32600),
    ],
)
def test_what_is_no_message_is_answered_and_ends_nothing(
    client: Lines, line: bytes, code: int
) -> None:
    client.send(line)
    answer = client.receive()
    assert (answer["id"], answer["error"]["code"]) == (None, code)
    assert client.ask("ping")["result"] == {}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"jsonrpc": "1.0", "id": 99, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 99, "method": "ping", "params": [1]}', -32602),
        (b'{"jsonrpc": "2.0", "method": "ping", "method": "ping", "id": 99}', -32700),
    ],
)
def test_a_request_that_is_refused_is_answered_under_its_id(
    client: Lines, line: bytes, code: int
) -> None:
    client.send(line)
    answer = client.receive()
    assert (answer["id"], answer["error"]["code"]) == (99, code)


def test_requests_of_one_line_are_answered_in_one(client: Lines) -> None:
    batch: list[Any] = [{"jsonrpc": "2.0", "id": each, "method": "ping"} for each in ("a", "b")]
    client.send(json.dumps([*batch, 5, {"jsonrpc": "2.0", "method": "notifications/x"}]).encode())
    answers: Any = client.receive()
    assert {each["id"]: each.get("result") for each in answers} == {"a": {}, "b": {}, None: None}


def test_a_client_stays_who_it_was(client: Lines) -> None:
    hello = {"protocolVersion": "2024-11-05", "capabilities": {}}
    again = client.ask("initialize", **hello, clientInfo={"name": "Ada", "version": "1"})
    assert again["error"]["code"] == -32600
    made = client.reply("sgm_create", type="fact", title="Still me", content="Yes.")
    (found,) = client.reply("sgm_get", ids=[made["id"]])["records"]
    assert found["record"]["provenance"]["agent"] == "old-client"


def test_an_unknown_method_is_refused(client: Lines) -> None:
    assert client.ask("tools/delete")["error"]["code"] == -32601


def test_records_and_schemas_have_addresses(client: Lines, place: GitSandbox) -> None:
    place.write("memory/fact/odd.md", f"---\nid: {_ODD}\ntype: fact\n---\n\nOdd.\n")
    listed = client.ask("resources/list")["result"]["resources"]
    address = next(each["uri"] for each in listed if each["name"] == _ODD)
    assert address.startswith("sgm://record/memory%3Aa%2Fb%20%2520%20")
    (read,) = client.ask("resources/read", uri=address)["result"]["contents"]
    (place.path / "memory/fact/odd.md").unlink()
    told = json.loads(read["text"])
    assert (told["record"]["id"], told["standing"]) == (_ODD, "stated")
    (schema,) = client.ask("resources/read", uri="sgm://schema/record")["result"]["contents"]
    assert json.loads(schema["text"])["$id"] == "urn:sgm-git:schema:record"
    forms = client.ask("resources/templates/list")["result"]["resourceTemplates"]
    assert [each["uriTemplate"] for each in forms] == ["sgm://record/{id}", "sgm://schema/{name}"]


@pytest.mark.parametrize(
    "uri", ["sgm://record/none", "sgm://schema/../x", "file:///etc/passwd", "", "sgm://record/%"]
)
def test_what_is_not_there_has_no_address(client: Lines, uri: str) -> None:
    assert client.ask("resources/read", uri=uri)["error"]["code"] == -32602


def test_prompts_say_what_to_do(client: Lines) -> None:
    names = [each["name"] for each in client.ask("prompts/list")["result"]["prompts"]]
    assert names == ["record_decision", "review_memory"]
    given: dict[str, Any] = {"name": "record_decision", "arguments": {"title": "Keep it"}}
    (message,) = client.ask("prompts/get", **given)["result"]["messages"]
    assert "title: Keep it" in message["content"]["text"]
    lacking = client.ask("prompts/get", name="record_decision", arguments={})
    assert "title is missing" in lacking["error"]["message"]


def test_what_changes_beside_the_server_is_seen(client: Lines, place: GitSandbox) -> None:
    place.write("memory/fact/by-hand.md", "---\nid: by-hand\ntype: fact\n---\n\nTyped.\n")
    (found,) = client.reply("sgm_get", ids=["by-hand"])["records"]
    assert found["record"]["content"] == "Typed."
    (place.path / "memory/fact/by-hand.md").unlink()
    assert client.reply("sgm_get", ids=["by-hand"])["missing"][0]["id"] == "by-hand"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_signal_ends_it_though_the_client_says_nothing(place: GitSandbox) -> None:
    with serving(place.path, env=place.environment) as lines:
        lines.begin()
        lines.process.send_signal(signal.SIGTERM)
        assert lines.process.wait(20) == 128 + signal.SIGTERM
        assert lines.rest() == []


def test_a_client_that_goes_at_once_leaves_nothing_behind(place: GitSandbox) -> None:
    with serving(place.path, env=place.environment) as lines:
        assert lines.end() == 0
        assert lines.rest() == []


def test_what_was_asked_before_the_end_is_answered(place: GitSandbox) -> None:
    hello: dict[str, Any] = {"protocolVersion": "2024-11-05", "capabilities": {}}
    hello["clientInfo"] = {"name": "pipe", "version": "1"}
    asked = [("initialize", hello), ("tools/call", {"name": "sgm_check", "arguments": {}})]
    with serving(place.path, env=place.environment) as lines:
        for number, (method, params) in enumerate(asked):
            call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            lines.send(json.dumps(call).encode())
        assert lines.end() == 0
        answers = [json.loads(line) for line in lines.rest()]
    assert [each["id"] for each in answers] == [0, 1]
    assert answers[1]["result"]["structuredContent"]["errors"] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_signal_waits_for_the_answer_to_what_runs(place: GitSandbox) -> None:
    begun = place.path / ".git" / "begun"
    hook = place.path / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\n: > .git/begun\nsleep 1\n")
    with serving(place.path, env=place.environment) as lines:
        lines.begin()
        for number, tool in enumerate(("sgm_create", "sgm_check")):
            given = {"type": "fact", "id": "last", "content": "Kept."} if number == 0 else {}
            asked = {"jsonrpc": "2.0", "id": number, "method": "tools/call"}
            asked["params"] = {"name": tool, "arguments": given}
            lines.send(json.dumps(asked).encode())
        _until(begun.exists)
        lines.process.send_signal(signal.SIGTERM)
        results = {each["id"]: each["result"] for each in (lines.receive(), lines.receive())}
        assert lines.process.wait(20) == 128 + signal.SIGTERM
    hook.write_text(_NOISY_HOOK)
    assert results[0]["structuredContent"]["commit"] == place.head()
    assert results[1]["isError"]
    assert results[1]["content"][0]["text"].startswith("sgm mcp was told to end\n")


def _until(came: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not came() and time.monotonic() < end:
        time.sleep(0.01)


def test_outside_a_repository_each_call_says_so_until_there_is_one(
    tmp_path_factory: pytest.TempPathFactory, place: GitSandbox
) -> None:
    box = GitSandbox(tmp_path_factory.mktemp("bare"), place.environment)
    with serving(box.path, env=box.environment) as lines:
        lines.begin()
        why, hint = _failure(lines).split("\n")
        assert why.startswith(f"no memory in {box.path}: ")
        assert "sgm init" in hint
        assert "no memory in " in lines.ask("resources/list")["error"]["message"]
        box.run("init", "-q", "-b", "main")
        box.write(".sgm/config.toml", "x = [\n")
        assert _failure(lines).startswith(".sgm/config.toml:2:1: ")
        box.write(".sgm/config.toml", "")
        assert lines.reply("sgm_search")["items"] == []
        (box.path / ".git").rename(box.path / "elsewhere")
        assert _failure(lines).startswith(f"the repository is gone from {box.path}\n")
        assert lines.end() == 0
        assert lines.process.stderr is not None
        said = lines.process.stderr.read()
        assert said.startswith(b"each call will fail until this is mended: no memory in ")


def _failure(lines: Lines) -> str:
    result = lines.call("sgm_search")
    assert result["isError"]
    return str(result["content"][0]["text"])
