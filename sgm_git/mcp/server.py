"""The server: tools, resources and prompts as the SDK wants them (DESIGN section 11)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from sgm_git import __version__
from sgm_git.errors import CannotRun, SgmError
from sgm_git.mcp import replies
from sgm_git.tools import addresses
from sgm_git.tools.prompts import INSTRUCTIONS, PROMPTS, prompt
from sgm_git.tools.registry import TOOLS, call

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

    from sgm_git.tools.prompts import Prompt
    from sgm_git.tools.tool import Session, Tool

    Context: TypeAlias = ServerRequestContext[Any, Any]
    Page: TypeAlias = types.PaginatedRequestParams | None

_T = TypeVar("_T")


class Door:
    """Answers one client. ``session_of`` makes its session by the name that it gave itself.

    One call after the other runs, in a thread; ``known`` says any error in our words. The first
    name that the client gives is its name to the end.
    """

    def __init__(
        self, session_of: Callable[[str], Session], known: Callable[[Exception], SgmError]
    ) -> None:
        self._session_of = session_of
        self._known = known
        self._turn = anyio.CapacityLimiter(1)
        self._client = ""
        self._is_closed = False

    def close(self) -> None:
        """Begin no call any more; the one that runs goes on."""
        self._is_closed = True

    def server(self) -> Server[Any]:
        """The SDK's server with all that it answers."""
        server: Server[Any] = Server(
            "sgm",
            version=__version__,
            title="Shared memory in git",
            instructions=INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_list_resource_templates=self.list_templates,
            on_read_resource=self.read_resource,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
        )
        server.middleware.append(_shake_hands_once)
        return server

    async def list_tools(self, _context: Context, _page: Page) -> types.ListToolsResult:
        """All tools, on one page."""
        return types.ListToolsResult(tools=[_tool(tool) for tool in TOOLS.values()])

    async def call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Run a tool; what goes wrong is told in the reply, for the model to mend."""
        session = self._session(context)
        try:
            reply = await self._run(partial(call, session, params.name, params.arguments))
        except SgmError as error:
            return replies.failed(error)
        return replies.told(reply, TOOLS[params.name].prose)

    async def list_resources(self, context: Context, page: Page) -> types.ListResourcesResult:
        """Schemas, then records, a page at a time."""
        cursor = None if page is None else page.cursor
        session = self._session(context)
        found = await self._answer(partial(addresses.resources, session, cursor), look=session.look)
        resources = [
            types.Resource(uri=each.uri, name=each.name, title=each.title, mime_type=each.mime_type)
            for each in found.items
        ]
        return types.ListResourcesResult(resources=resources, next_cursor=found.next)

    async def list_templates(
        self, _context: Context, _page: Page
    ) -> types.ListResourceTemplatesResult:
        """The forms of addresses."""
        templates = [
            types.ResourceTemplate(
                uri_template=each.uri, name=each.name, title=each.title, mime_type=each.mime_type
            )
            for each in addresses.TEMPLATES
        ]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """The record or schema at an address."""
        session = self._session(context)
        found = await self._answer(partial(addresses.read, session, params.uri), look=session.look)
        text = types.TextResourceContents(
            uri=params.uri, mime_type=found.mime_type, text=found.text
        )
        return types.ReadResourceResult(contents=[text])

    async def list_prompts(self, _context: Context, _page: Page) -> types.ListPromptsResult:
        """All prompts, on one page."""
        return types.ListPromptsResult(prompts=[_prompt(each) for each in PROMPTS.values()])

    async def get_prompt(
        self, _context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """A prompt with its arguments filled in."""
        found = await self._answer(partial(prompt, params.name, params.arguments or {}))
        content = types.TextContent(type="text", text=found)
        return types.GetPromptResult(
            description=PROMPTS[params.name].description,
            messages=[types.PromptMessage(role="user", content=content)],
        )

    def _session(self, context: Context) -> Session:
        told = context.session.client_params
        self._client = self._client or ("" if told is None else told.client_info.name)
        return self._session_of(self._client)

    async def _answer(self, act: Callable[[], _T], look: Callable[[], None] = lambda: None) -> _T:
        """What ``act`` gives, if ``look`` says so; an error of it is one of the protocol."""
        try:
            found = await self._run(act)
            await self._run(look)
        except SgmError as error:
            raise MCPError(types.INVALID_PARAMS, replies.line(error)) from None
        return found

    async def _run(self, act: Callable[[], _T]) -> _T:
        """Run what takes time in a thread, when the call before it is done; raises SgmError."""

        def begin() -> _T:
            """Do it, unless the server was told to end meanwhile."""
            if self._is_closed:
                raise CannotRun("sgm mcp was told to end", hint="connect again, then repeat it")
            return act()

        try:
            return await anyio.to_thread.run_sync(begin, limiter=self._turn)
        except Exception as error:
            raise self._known(error) from error


async def _shake_hands_once(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Refuse a second ``initialize``, by which a client would become another one."""
    if ctx.method == "initialize" and ctx.session.client_params is not None:
        raise MCPError(types.INVALID_REQUEST, "initialize was answered already; it is sent once")
    return await call_next(ctx)


def _tool(tool: Tool) -> types.Tool:
    hints = types.ToolAnnotations(
        read_only_hint=tool.hints.read_only,
        destructive_hint=tool.hints.destructive,
        idempotent_hint=tool.hints.idempotent,
        open_world_hint=False,
    )
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.told_inputs,
        output_schema=tool.output_schema,
        annotations=hints,
    )


def _prompt(each: Prompt) -> types.Prompt:
    arguments = [
        types.PromptArgument(name=name, description=what, required=name in each.required)
        for name, what in each.arguments.items()
    ]
    return types.Prompt(
        name=each.name, title=each.title, description=each.description, arguments=arguments
    )
