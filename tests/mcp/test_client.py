"""The same by the SDK's own client, in both of the protocol's eras."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any, Literal

import jsonschema
import pytest

pytest.importorskip("mcp_types", reason="the extra mcp is not installed")

from mcp import Client, StdioServerParameters

from sgm_git.cli import failing
from sgm_git.mcp.server import Door
from tests.mcp.support import COMMAND
from tests.tools.support import Memory

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server
    from mcp_types import CallToolResult, Tool

    from tests.support import GitSandbox

_READING = {
    *("sgm_context", "sgm_search", "sgm_get", "sgm_history", "sgm_links", "sgm_check"),
}
_RETIRING = {"sgm_update", "sgm_set_status"}
Mode = Literal["auto", "legacy"]


async def _told(result: CallToolResult, tool: Tool) -> dict[str, Any]:
    assert not result.is_error, result
    schema = tool.output_schema
    assert schema is not None
    jsonschema.Draft202012Validator(schema).validate(result.structured_content)
    found: dict[str, Any] = result.structured_content
    return found


async def _work(server: StdioServerParameters | Server[Any], mode: Mode) -> None:
    async with Client(server, mode=mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}

        async def call(name: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401  # JSON
            return await _told(await client.call_tool(name, arguments), tools[name])

        _hint(tools)
        made = await call("sgm_create", type="decision", title="Keep it", content="We do.")
        seen = {"id": made["id"], "expected_blob": made["blob"]}
        changed = await call("sgm_update", **seen, set={"/title": "Keep that"})
        seen["expected_blob"] = changed["blob"]
        noted = await call("sgm_annotate", **seen, kind="rationale", value="Cheaper.")
        seen["expected_blob"] = noted["blob"]
        await call("sgm_set_status", **seen, status="proposed")
        (found,) = (await call("sgm_get", ids=[made["id"]]))["records"]
        assert found["record"]["title"] == "Keep that"
        assert {"standing", "review", "trust", "witness", "blob", "path"} <= found.keys()
        assert [each["id"] for each in (await call("sgm_search", query="that"))["items"]] == [
            made["id"]
        ]
        versions = (await call("sgm_history", id=made["id"]))["versions"]
        assert len(versions) == 4
        assert (await call("sgm_links", id=made["id"]))["nodes"] == []
        assert (await call("sgm_check"))["errors"] == 0
        assert made["id"] in (await call("sgm_context"))["ids"]
        wrong = await client.call_tool("sgm_update", {"id": "x", "title": "y"})
        assert wrong.is_error
        assert (await client.list_prompts()).prompts
        assert (await client.read_resource(f"sgm://record/{made['id']}")).contents


def _hint(tools: dict[str, Tool]) -> None:
    for name, tool in tools.items():
        hints = tool.annotations
        assert hints is not None
        assert hints.open_world_hint is False
        assert hints.read_only_hint is (name in _READING)
        assert hints.destructive_hint is (name in _RETIRING)
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)


def test_every_tool_works_by_the_sdk_s_client(sandbox: GitSandbox) -> None:
    sandbox.commit("begin")
    command, *arguments = (*COMMAND, "mcp")
    server = StdioServerParameters(
        command=command, args=arguments, cwd=sandbox.path, env=dict(os.environ)
    )
    asyncio.run(_work(server, "auto"))
    assert sandbox.status() == ""


def test_every_tool_works_in_the_era_of_handshakes(sandbox: GitSandbox) -> None:
    sandbox.commit("begin")
    door = Door(Memory(sandbox).session, failing.known)
    asyncio.run(_work(door.server(), "legacy"))
    assert sandbox.status() == ""
