"""Only what install writes is taken out again; what a person made of it, or wrote, stays."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

import pytest

from sgm_git.workflows.agents.connecting import plan_install, plan_uninstall
from sgm_git.workflows.agents.documents import connected, disconnected, found, state
from sgm_git.workflows.agents.entries import AGENTS
from tests.workflows.agents.plain import read

if TYPE_CHECKING:
    from tests.support import GitSandbox

PARTS = {part.path: part for parts in AGENTS.values() for part in parts}
MCP = PARTS[".mcp.json"]
HOOK = PARTS[".claude/settings.json"]
FLAT = PARTS[".cursor/hooks.json"]
COPILOT = PARTS[".github/hooks/sgm.json"]
TOML = PARTS[".codex/config.toml"]
JSON_PARTS = [part for part in PARTS.values() if part is not TOML]

WRITTEN: Any = HOOK.value["hooks"]
OURS = WRITTEN[0]
COMMAND = "sgm context --hook claude"

OUR_COMMANDS = [
    COMMAND,
    f"/opt/bin/{COMMAND}",
    f".venv/bin/git-{COMMAND}",
    '"C:\\Program Files\\sgm.exe" context --hook claude',
    "'/home/a b/sgm' context --hook claude",
]
YOUR_COMMANDS = [
    f"{COMMAND} --budget 500",
    "sgm -C /src context --hook claude",
    "sgm context --budget 9 --hook=claude",
    f"$HOME/bin/{COMMAND}",
    '"$CLAUDE_PROJECT_DIR/sgm" context --hook claude',
    f"~/{COMMAND}",
    f"{COMMAND} ",
]
OTHER_COMMANDS = [
    f"./setup-env.sh && {COMMAND} && ./after.sh",
    f"{COMMAND}; ./after.sh",
    f"{COMMAND} || true",
    f"{COMMAND} | tee log",
    f"{COMMAND} > log",
    f"{COMMAND} $(./more)",
    f"{COMMAND}\n./after.sh",
    f"./setup-env.sh\n{COMMAND}",
    f"cd x && {COMMAND}",
    f"uv run {COMMAND}",
    f"A=b {COMMAND}",
    f"$(./x)/{COMMAND}",
    f"`./x`/{COMMAND}",
    '"$(./x)/sgm" context --hook claude',
    f"echo 'run {COMMAND}'",
    "echo 'do not use sgm context by --hook, ask Ada' >> log",
    "sgm context --hook codex",
    "sgm context --hook claudex",
    f"{COMMAND} {'x ' * 100_000}",
    "sgm context " * 50_000 + "--hook",
]
NO_COMMANDS = ["echo sgm context", "sgm list", "mysgm context --hook x", ""]


def hooks(*groups: object) -> bytes:
    return json.dumps({"hooks": {"SessionStart": groups}}, indent=2).encode()


def group(*inner: object, **more: object) -> dict[str, object]:
    return {"matcher": HOOK.value["matcher"], "hooks": [*inner], **more}


def owners(data: bytes) -> list[str]:
    return [each.owner for each in found(HOOK, data)]


@pytest.mark.parametrize("command", OUR_COMMANDS)
def test_ours_is_known_by_whatever_path_it_is_started(command: str) -> None:
    data = hooks(group({**OURS, "command": command}))
    assert owners(data) == ["ours"]
    assert disconnected(HOOK, data) is None


@pytest.mark.parametrize(
    ("commands", "owner"), [(YOUR_COMMANDS, "yours"), (OTHER_COMMANDS, "other")]
)
def test_a_command_that_a_person_wrote_is_never_ours(commands: list[str], owner: str) -> None:
    for command in commands:
        data = hooks(group({**OURS, "command": command}))
        assert owners(data) == [owner], command[:80]


@pytest.mark.parametrize("command", NO_COMMANDS)
def test_what_does_not_mention_us_does_not_concern_us(command: str) -> None:
    data = hooks(group({"command": command}), 1, {"hooks": 2}, {"hooks": [3, None]})
    assert owners(data) == []
    assert state(HOOK, data) == "absent"


@pytest.mark.parametrize(
    "more",
    [{"timeout": 60}, {"timeout": 20.0}, {"note": "mine"}, {"env": {}}, {"type": "prompt"}],
)
def test_a_hook_with_something_of_a_persons_is_theirs(more: dict[str, object]) -> None:
    assert owners(hooks(group({**OURS, **more}))) == ["yours"]
    less = {name: value for name, value in OURS.items() if name not in more}
    assert owners(hooks(group(less))) == (["yours"] if less != OURS else ["ours"])


def test_a_hook_where_no_agent_looks_is_not_ours() -> None:
    assert owners(hooks(OURS)) == ["other"]
    data = json.dumps({"hooks": {"sessionStart": [{"hooks": [FLAT.value]}]}}).encode()
    assert [each.owner for each in found(FLAT, data)] == ["other"]


def test_both_commands_of_a_hook_must_be_ours() -> None:
    value = {**COPILOT.value, "powershell": "./own.ps1; sgm context --hook copilot"}
    data = json.dumps({"hooks": {"sessionStart": [value]}}).encode()
    assert [each.owner for each in found(COPILOT, data)] == ["other"]


@pytest.mark.parametrize(
    "of_theirs",
    [
        group(OURS, matcher="startup"),
        group(OURS, note="mine"),
        {"hooks": [OURS]},
        {"note": "mine", "hooks": [OURS]},
        group({"command": "x"}, OURS),
        group(OURS, {"command": "x"}, matcher="startup"),
        group(OURS, OURS, note="mine"),
    ],
)
def test_of_a_persons_group_only_our_hook_goes(of_theirs: dict[str, Any]) -> None:
    rest = {**of_theirs, "hooks": [each for each in of_theirs["hooks"] if each != OURS]}
    after = disconnected(HOOK, hooks(of_theirs))
    assert read(HOOK.path, after) == {"hooks": {"SessionStart": [rest]}}


def test_a_group_as_install_makes_it_goes_with_the_last_hook_in_it() -> None:
    assert disconnected(HOOK, hooks(group(OURS, OURS))) is None
    after = disconnected(HOOK, hooks(group({"command": "x"}), group(OURS), group(OURS)))
    assert read(HOOK.path, after) == {"hooks": {"SessionStart": [group({"command": "x"})]}}


SERVER: Any = MCP.value


@pytest.mark.parametrize(
    "entry",
    [
        SERVER,
        {**SERVER, "type": "stdio"},
        {"command": "sgm", "args": ["mcp", "--propose"]},
        {"command": "/opt/bin/git-sgm", "args": ["mcp"]},
        {"command": "C:\\bin\\sgm.exe", "args": ["mcp"]},
    ],
)
def test_a_server_of_ours_is_known_however_it_is_started(entry: dict[str, object]) -> None:
    data = json.dumps({"mcpServers": {"sgm": entry}}, indent=2).encode()
    assert [each.owner for each in found(MCP, data)] == ["ours"]
    assert disconnected(MCP, data) is None


YOUR_SERVERS = [
    {**SERVER, "env": {}},
    {**SERVER, "timeout": 5},
    {**SERVER, "type": "http"},
    {"command": "sgm", "args": ["-C", "/src", "mcp"]},
    {"command": "sgm", "args": ["mcp", "--debug"]},
    {"command": "${HOME}/sgm", "args": ["mcp"]},
    {"command": "/usr/bin/env my/sgm", "args": ["mcp"]},
]
OTHER_SERVERS: list[object] = [
    None,
    {},
    [],
    {"url": "https://sgm.example/mcp"},
    {"command": "sgm", "args": "mcp"},
    {"command": "sgm", "args": ["list"]},
    {"command": "sgm"},
    {"command": ["sgm"], "args": ["mcp"]},
    {"command": "uvx", "args": ["--from", "sgm-git[mcp]", "sgm", "mcp"]},
    {"command": "sh", "args": ["-c", "sgm mcp"]},
    {"command": "mysgm", "args": ["mcp"]},
    {
        "command": "docker",
        "args": ["run", "--rm", "-e", "TOKEN=secret", "team/sgm", "sgm", "mcp", "--propose"],
        "env": {"X": "mine"},
    },
]


@pytest.mark.parametrize("entry", [*YOUR_SERVERS, *OTHER_SERVERS])
def test_a_persons_server_by_our_name_stays(sandbox: GitSandbox, entry: object) -> None:
    text = json.dumps({"mcpServers": {"sgm": entry}}, indent=2)
    sandbox.write(MCP.path, text)
    gone = plan_uninstall(sandbox.path, ["claude"])
    assert gone.changes == ()
    assert gone.notes == (".mcp.json:3: this server sgm is yours: left alone",)
    plan = plan_install(sandbox.path, ["claude"], {"mcp"})
    assert (plan.changes, plan.notes) == ((), ())
    taken = (
        ".mcp.json:3: the name sgm is taken, claude gets no server: "
        "give this one another name, then run it again"
    )
    assert plan.unable == ((taken,) if entry in OTHER_SERVERS else ())
    assert state(MCP, text.encode()) == ("other" if entry in OTHER_SERVERS else "connected")


@pytest.mark.parametrize(
    ("text", "row", "word"),
    [
        ('a = 1\n[mcp_servers.sgm]\ncommand = "other"\n', 2, "other"),
        ('[mcp_servers.sgm]\ncommand = "sgm"\nargs = ["mcp"]\nenv = { A = "b" }\n', 1, "yours"),
        ('\n\n[mcp_servers]\nsgm = { command = "x", args = ["sgm", "mcp"] }\n', 4, "other"),
        ("[mcp_servers.sgm]\ncommand = 2026-10-10\n", 1, "other"),
    ],
)
def test_a_persons_table_by_our_name_stays(
    sandbox: GitSandbox, text: str, row: int, word: str
) -> None:
    assert [each.owner for each in found(TOML, text.encode())] == [word]
    sandbox.write(TOML.path, text)
    plan = plan_uninstall(sandbox.path, ["codex"])
    assert plan.changes == ()
    assert plan.notes == (f"{TOML.path}:{row}: this server sgm is yours: left alone",)
    assert len(plan_install(sandbox.path, ["codex"], {"mcp"}).unable) == (word == "other")


def test_ours_comes_beside_a_hook_that_mentions_us_and_goes_alone(sandbox: GitSandbox) -> None:
    theirs = [
        {"matcher": "startup", "hooks": [{"type": "command", "command": OTHER_COMMANDS[0]}]},
        {"hooks": [{"command": "echo 'do not use sgm context by --hook' >> log"}], "note": "mine"},
    ]
    data = hooks(*theirs)
    sandbox.write(HOOK.path, data)
    rows = [number for number, line in enumerate(data.splitlines(), 1) if line.endswith(b"{")]
    notes = tuple(
        f"{HOOK.path}:{row}: this hook is yours: left alone" for row in (rows[3], rows[5])
    )
    plan = plan_install(sandbox.path, ["claude"], {"hook"})
    assert (plan.notes, plan.unable) == (notes, ())
    (change,) = plan.changes
    assert read(HOOK.path, change.after)["hooks"]["SessionStart"] == [*theirs, HOOK.value]
    sandbox.write(HOOK.path, change.after or b"")
    plan = plan_uninstall(sandbox.path, ["claude"])
    assert plan.notes == notes
    assert [change.after for change in plan.changes] == [data]
    sandbox.write(HOOK.path, data)
    assert plan_uninstall(sandbox.path, ["claude"]).changes == ()


@pytest.mark.parametrize("command", YOUR_COMMANDS)
def test_an_agent_that_a_person_connected_is_connected(sandbox: GitSandbox, command: str) -> None:
    sandbox.write(HOOK.path, hooks(group({**OURS, "command": command})))
    plan = plan_install(sandbox.path, ["claude"], {"hook"})
    assert (plan.changes, plan.notes, plan.unable) == ((), (), ())
    gone = plan_uninstall(sandbox.path, ["claude"])
    assert gone.changes == ()
    assert gone.notes == (f"{HOOK.path}:7: this hook is yours: left alone",)


@pytest.mark.parametrize("part", JSON_PARTS, ids=lambda part: part.path)
def test_what_an_older_version_wrote_is_ours(part: Any) -> None:  # noqa: ANN401  # a Part
    older = connected(part, None)
    text = json.dumps(part.value).replace("20", "9").replace('["mcp"]', '["mcp"], "cwd": "."')
    value = json.loads(text)
    newer = dataclasses.replace(part, value=value)
    assert [each.owner for each in found(newer, older)] == ["yours"]
    newer = dataclasses.replace(newer, former=(part.value,))
    assert [each.owner for each in found(newer, older)] == ["ours"]
    assert disconnected(newer, older) is None
