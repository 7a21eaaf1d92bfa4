"""The protocol over pipes, as a client of 2024 speaks it."""

from __future__ import annotations

import json
import signal
import sys
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("mcp_types", reason="the extra mcp is not installed")

from tests.mcp.support import Lines, serving
from tests.support import GitSandbox, isolated_environment

if TYPE_CHECKING:
    from collections.abc import Iterator

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
            assert json.loads(line)["jsonrpc"] == "2.0"


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
        (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
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


def test_outside_a_repository_it_says_so_and_ends(
    tmp_path_factory: pytest.TempPathFactory, place: GitSandbox
) -> None:
    with serving(tmp_path_factory.mktemp("bare"), env=place.environment) as lines:
        assert lines.process.wait(60) == 3
        assert lines.process.stderr is not None
        assert b"sgm: error: " in lines.process.stderr.read()
        assert lines.rest() == []
