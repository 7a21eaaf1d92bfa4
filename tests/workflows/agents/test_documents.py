"""What is put into a file of an agent, word for word, and that it can be taken out again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.errors import CannotRun
from sgm_git.workflows.agents.documents import connected, disconnected, state
from sgm_git.workflows.agents.entries import AGENTS, Part
from tests.workflows.agents.plain import read

PARTS = {part.path: part for parts in AGENTS.values() for part in parts}
MCP = PARTS[".mcp.json"]
HOOK = PARTS[".claude/settings.json"]
VERSIONED = PARTS[".cursor/hooks.json"]
TOML = PARTS[".codex/config.toml"]

WHOLE = {
    ".mcp.json": """\
{
  "mcpServers": {
    "sgm": {
      "command": "sgm",
      "args": ["mcp"]
    }
  }
}
""",
    ".claude/settings.json": """\
{
  "hooks": {
    "SessionStart": [
      {
        "matcher": "startup|resume|clear|compact",
        "hooks": [
          {
            "type": "command",
            "command": "sgm context --hook claude",
            "timeout": 20
          }
        ]
      }
    ]
  }
}
""",
    ".codex/config.toml": """\
[mcp_servers.sgm]
command = "sgm"
args = ["mcp"]
""",
    ".codex/hooks.json": """\
{
  "hooks": {
    "SessionStart": [
      {
        "matcher": "startup|resume|clear|compact",
        "hooks": [
          {
            "type": "command",
            "command": "sgm context --hook codex",
            "timeout": 20
          }
        ]
      }
    ]
  }
}
""",
    ".cursor/mcp.json": """\
{
  "mcpServers": {
    "sgm": {
      "command": "sgm",
      "args": ["mcp"]
    }
  }
}
""",
    ".cursor/hooks.json": """\
{
  "hooks": {
    "sessionStart": [
      {
        "command": "sgm context --hook cursor",
        "timeout": 20
      }
    ]
  },
  "version": 1
}
""",
    ".vscode/mcp.json": """\
{
  "servers": {
    "sgm": {
      "type": "stdio",
      "command": "sgm",
      "args": ["mcp"]
    }
  }
}
""",
    ".github/hooks/sgm.json": """\
{
  "hooks": {
    "sessionStart": [
      {
        "type": "command",
        "bash": "sgm context --hook copilot",
        "powershell": "sgm context --hook copilot",
        "timeoutSec": 20
      }
    ]
  },
  "version": 1
}
""",
}

BEFORE_AND_AFTER = {
    "two servers, tabs": (
        MCP,
        '{\n\t"mcpServers": {\n\t\t"a": {"command": "x"},\n\t\t"b": {"command": "y"}\n\t}\n}\n',
        (
            '{\n\t"mcpServers": {\n\t\t"a": {"command": "x"},\n\t\t"b": {"command": "y"},\n'
            '\t\t"sgm": {\n\t\t\t"command": "sgm",\n\t\t\t"args": ["mcp"]\n\t\t}\n\t}\n}\n'
        ),
    ),
    "comments and trailing commas": (
        MCP,
        '// ours\n{\n  "mcpServers": {\n    "a": {}, // the first\n    // "b": {}\n  },\n}',
        (
            '// ours\n{\n  "mcpServers": {\n    "a": {}, // the first\n    "sgm": {\n'
            '      "command": "sgm",\n      "args": ["mcp"]\n    },\n    // "b": {}\n  },\n}'
        ),
    ),
    "no trailing comma before a comment": (
        MCP,
        '{\n    "mcpServers": {\n        "a": {} /* 1 */ // 2\n    }\n}\n',
        (
            '{\n    "mcpServers": {\n        "a": {}, /* 1 */ // 2\n        "sgm": {\n'
            '            "command": "sgm",\n            "args": ["mcp"]\n        }\n    }\n}\n'
        ),
    ),
    "CRLF": (
        MCP,
        '\ufeff{\r\n  "x": 1e400\r\n}',
        (
            '\ufeff{\r\n  "x": 1e400,\r\n  "mcpServers": {\r\n    "sgm": {\r\n'
            '      "command": "sgm",\r\n      "args": ["mcp"]\r\n    }\r\n  }\r\n}'
        ),
    ),
    "one line": (
        MCP,
        '{"mcpServers": {"a": {}}}',
        '{"mcpServers": {"a": {}, "sgm": {"command": "sgm", "args": ["mcp"]}}}',
    ),
    "no servers yet": (
        MCP,
        '{\n  "mcpServers": {}\n}\n',
        '{\n  "mcpServers": {"sgm": {"command": "sgm", "args": ["mcp"]}}\n}\n',
    ),
    "nothing yet": (
        MCP,
        "{}\n",
        '{"mcpServers": { "sgm": {"command": "sgm", "args": ["mcp"]} }}\n',
    ),
    "hooks of others": (
        VERSIONED,
        (
            '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      {"command": "x"}\n    ],\n'
            '    "sessionStart": [\n      {"command": "y"}\n    ]\n  }\n}\n'
        ),
        (
            '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      {"command": "x"}\n    ],\n'
            '    "sessionStart": [\n      {"command": "y"},\n      {\n'
            '        "command": "sgm context --hook cursor",\n        "timeout": 20\n      }\n'
            "    ]\n  }\n}\n"
        ),
    ),
    "tables of others": (
        TOML,
        'model = "x" # mine\n\n[mcp_servers.a]\ncommand = "a"\n',
        (
            'model = "x" # mine\n\n[mcp_servers.a]\ncommand = "a"\n\n'
            '[mcp_servers.sgm]\ncommand = "sgm"\nargs = ["mcp"]\n'
        ),
    ),
    "a table without a line end, CRLF": (
        TOML,
        '[a]\r\nb = "c"',
        '[a]\r\nb = "c"\r\n\r\n[mcp_servers.sgm]\r\ncommand = "sgm"\r\nargs = ["mcp"]',
    ),
}

JSON_TEXTS = [
    *("", " ", "\n", "\r\n\r\n", "{}", "{}\n", "{\n}", "{ }", "\ufeff", "\ufeff{}", "// a\n{}\n"),
    *("{ // a  \n}", '{"a":1}', '{"a": 1 // b\n}', '{"a": [1, 2,], /* c */ }', '{\n"a": {}\n}'),
    *('{"version": 1}', '{"version": 1, "hooks": {}}', '{"hooks": {"sessionStart": []}}'),
    *('{"hooks": { }}', '{"mcpServers": {}, "servers": {}}', '{"hooks":{"SessionStart":[\n]}}'),
    '{\n  "hooks": {\n    "SessionStart": [\n      {"hooks": [{"command": "x"}]}\n    ]\n  }\n}\n',
]
TOML_TEXTS = [
    *("", "\n", "\ufeff", "\r\n", "a = 1", "a = 1\n", "a = 1\n\n\n", "a = 1\r\n", "# a", "# a\n"),
    *("[mcp_servers]\n", "[mcp_servers.a]\nb = [\n  1,\n]\n", '[mcp_servers."s g m"]\n', "a = nan"),
]
TEXTS = [
    *((part, text) for part in PARTS.values() if part is not TOML for text in JSON_TEXTS),
    *((TOML, text) for text in TOML_TEXTS),
]


@pytest.mark.parametrize("path", WHOLE)
def test_a_file_that_is_not_there_is_written_as_people_write_it(path: str) -> None:
    after = connected(PARTS[path], None)
    assert after.decode() == WHOLE[path]
    assert disconnected(PARTS[path], after) is None


def test_each_file_of_an_agent_is_written_down() -> None:
    assert set(WHOLE) == set(PARTS)


@pytest.mark.parametrize("name", BEFORE_AND_AFTER)
def test_what_is_there_is_kept(name: str) -> None:
    part, before, after = BEFORE_AND_AFTER[name]
    assert connected(part, before.encode()).decode() == after
    assert disconnected(part, after.encode()) == before.encode()


@pytest.mark.parametrize(("part", "text"), TEXTS)
def test_to_put_in_and_take_out_changes_nothing(part: Part, text: str) -> None:
    before = text.encode()
    after = connected(part, before)
    assert (state(part, before), state(part, after)) == ("absent", "connected")
    assert disconnected(part, after) == before


_KEYS = st.sampled_from(["a", "hooks", "SessionStart", "sessionStart", "mcpServers", "version"])
_GAPS = st.sampled_from(["", " ", "\n", "\r\n  ", "\n\t", " // c \n", "/* c */", " /* c\n */ "])
_SCALARS = st.sampled_from(["1", "-0.5e3", '"\\u0041 // no, \\"}"', "null", "true", "[]", "{}"])


@st.composite
def _objects(draw: st.DrawFn, *, depth: int = 3) -> str:
    """An object as text, with gaps of all kinds; only what may be under our names is there."""
    members = []
    for key in draw(st.lists(_KEYS, unique=True, max_size=3)):
        if key in {"hooks", "mcpServers"}:
            value = draw(_objects(depth=depth - 1)) if depth else "{}"
        elif key in {"SessionStart", "sessionStart"}:
            items = draw(st.lists(_SCALARS, max_size=2))
            value = f"[{draw(_GAPS)}{','.join(items)}{draw(_GAPS)}]"
        else:
            value = draw(_SCALARS)
        members.append(f'{draw(_GAPS)}"{key}"{draw(_GAPS)}:{draw(_GAPS)}{value}{draw(_GAPS)}')
    comma = draw(st.sampled_from(["", ","])) if members else ""
    return f"{{{','.join(members)}{comma}{draw(_GAPS)}}}"


@given(st.sampled_from([MCP, HOOK, VERSIONED]), _GAPS, _objects(), _GAPS)
def test_whatever_is_there_comes_back_and_says_the_same_meanwhile(
    part: Part, before: str, text: str, behind: str
) -> None:
    data = (before + text + behind).encode()
    after = connected(part, data)
    assert state(part, after) == "connected"
    assert disconnected(part, after) == data
    said, wanted = read(part.path, after), read(part.path, data)
    for name in wanted:
        assert name == part.where.at[0] or said[name] == wanted[name]
    inner = wanted.get(part.where.at[0], {})
    for name in inner:
        ours = said[part.where.at[0]][name]
        assert ours == inner[name] or ours[: len(inner[name])] == inner[name]


@given(st.sampled_from([MCP, HOOK, VERSIONED]), _objects())
def test_what_others_put_in_since_stays(part: Part, text: str) -> None:
    data = connected(part, text.encode())
    root = data.decode()
    more = f'{root[: root.index("{") + 1]}"later": [1],{root[root.index("{") + 1 :]}'
    rest = disconnected(part, more.encode())
    assert rest is not None
    assert read(part.path, rest) == {"later": [1]} | read(part.path, disconnected(part, data))


def test_a_file_of_ours_in_which_others_stand_stays() -> None:
    text = WHOLE[".mcp.json"].replace('["mcp"]\n    }', '["mcp"]\n    },\n    "b": {}')
    rest = disconnected(MCP, text.encode())
    assert rest == b'{\n  "mcpServers": {\n    "b": {}\n  }\n}\n'


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (MCP, '{"mcpServers": {"sgm": {"command": "other", "args": ["mcp"]}}}'),
        (MCP, '{"mcpServers": {"sgm": null}}'),
        (TOML, '[mcp_servers.sgm]\ncommand = "other"\n'),
    ],
)
def test_what_somebody_else_calls_by_our_name_is_not_ours(part: Part, text: str) -> None:
    assert state(part, text.encode()) == "other"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n  "a": 1\n  "b": 2\n}', "3:3: a comma or } is missing"),
        ('{"a": 1} {}', "1:10: there is more behind the value"),
        ('{"a": 1, "a": 2}', '1:10: the name "a" stands here twice'),
        ("{'a': 1}", "1:2: this is no JSON"),
        ("{a: 1}", "1:2: this is no JSON"),
        ('{"a" 1}', "1:6: a colon is missing"),
        ('{"a": }', "1:7: a value is missing"),
        ("{1: 2}", "1:2: a name is missing"),
        ("{", "1:2: a name is missing"),
        ('{"a":', "1:6: a value is missing"),
        ('{"a": 01}', "1:8: a comma or } is missing"),
        ('{"a": NaN}', "1:7: this is no JSON"),
        ('{"a": 1,,}', "1:9: a name is missing"),
        ('{"a": "\t"}', "1:7: this is no JSON"),
        ('{"a": 1 /* }', "1:9: this is no JSON"),
        ("[" * 200, "1:101: nested too deeply"),
        ("[]", "1:1: an object must stand here"),
        ('{"mcpServers": []}', "1:16: an object must stand here"),
        ('{"a": 1e9999999999999999999}', "1:7: the number 1e9999999999999999999 is too large"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(CannotRun) as error:
        connected(MCP, text.encode())
    assert error.value.message.startswith(f".mcp.json:{message}")
    assert (error.value.hint or "").startswith("nothing was written")


@pytest.mark.parametrize(
    ("part", "data", "message"),
    [
        (HOOK, b'{"hooks": {"SessionStart": {}}}', ".claude/settings.json:1:28: an array must"),
        (HOOK, b'{"hooks": 1}', ".claude/settings.json:1:11: an object must stand here"),
        (MCP, b'{\n"a": "\xff"}', ".mcp.json:2: not UTF-8"),
        (TOML, b"a = \n", ".codex/config.toml:1:5: not TOML"),
        (TOML, b"mcp_servers = 0\n", ".codex/config.toml: no table can follow what is there"),
        (TOML, b"mcp_servers = {}\n", ".codex/config.toml: no table can follow what is there"),
    ],
)
def test_where_ours_has_no_place_nothing_is_put_in(part: Part, data: bytes, message: str) -> None:
    with pytest.raises(CannotRun) as error:
        connected(part, data)
    assert error.value.message.startswith(message)


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers.sgm = { command = "sgm", args = ["mcp"] }\n',
        'mcp_servers = { sgm = { command = "sgm", args = ["mcp"] } }\n',
    ],
)
def test_a_table_that_is_written_otherwise_is_left_to_a_person(text: str) -> None:
    assert state(TOML, text.encode()) == "connected"
    with pytest.raises(CannotRun, match="only a person can take out"):
        disconnected(TOML, text.encode())


def test_what_stands_behind_our_table_stays() -> None:
    text = WHOLE[".codex/config.toml"].replace('["mcp"]', '[\n  "mcp", # it\n]')
    assert text.count("\n") == 5
    rest = b"\n# the next\n[tui]\na = 1\n"
    assert disconnected(TOML, text.encode() + rest) == rest
