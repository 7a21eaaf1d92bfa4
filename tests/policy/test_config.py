from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.errors import CannotRun
from sgm_git.findings import Severity, Span
from sgm_git.policy.config import ChecksConfig, Config, Loosening, RootConfig, judged_by
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.governance import Governance
from sgm_git.resources import schema_texts

SCHEMAS = schema_texts()
CONFIG: dict[str, Any] = json.loads(SCHEMAS["config"])

EVERYTHING = b"""
format = 1
[store]
ignore = ["notes.md"]
stamp = "always"
commit = "agents"
[[root]]
path = "packages/*/memory"
layout = "{type}/{shard}/{id}.md"
scope = { package = "{1}" }
strict = false
[[root]]
[identities]
Ada = ["ada@example.org", "*@ada.example"]
[agents]
build-agent = ["ada@example.org"]
[checks]
ignore = ["S205", "L"]
severity = { P310 = "warning" }
per_path = { "memory/old/**" = { ignore = ["P"] } }
tolerance = "2h"
baseline = "abc"
require_signed = true
[trust]
ref = "origin/main"
admins = ["ada@example.org"]
[secrets]
allow = ["sha256:0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"]
[sync]
mode = "merge"
[mcp]
agent = "bot"
rules = "deny"
[policy]
types = { rule = ["Ada"] }
[standing]
stale_after = { status = "1d", task = "2w" }
"""


def test_no_file_and_an_empty_one_are_all_defaults() -> None:
    assert parse_config(None, SCHEMAS) == (Config(), ())
    assert parse_config(b"", SCHEMAS) == (Config(), ())


def test_every_key_of_the_design_is_read() -> None:
    config, faults = parse_config(EVERYTHING, SCHEMAS)
    assert faults == ()
    assert config.store.stamp == "always"
    assert config.roots == (
        RootConfig("packages/*/memory", "{type}/{shard}/{id}.md", {"package": "{1}"}, strict=False),
        RootConfig(),
    )
    assert config.identities == {"Ada": ("ada@example.org", "*@ada.example")}
    assert config.checks.everywhere == Loosening(("S205", "L"), {"P310": Severity.WARNING})
    assert config.checks.per_path == {"memory/old/**": Loosening(("P",))}
    assert (config.checks.tolerance, config.stale_after) == (
        7200,
        {"status": 86_400, "task": 1_209_600},
    )
    assert (config.sync_mode, config.mcp.rules, config.policy) == (
        "merge",
        "deny",
        Governance(types={"rule": ("Ada",)}),
    )


@pytest.mark.parametrize(
    ("text", "span", "words"),
    [
        ("[stroe]\n", Span(1, 2, 1, 7), 'did you mean "store"'),
        ("[store]\nignor = []\n", Span(2, 1, 2, 6), 'did you mean "ignore"'),
        ("[[root]]\npath = 'a'\n[[root]]\n layuot = 'x.md'\n", Span(4, 2, 4, 8), '"layout"'),
        ("checks.tolerence = '1m'\n", Span(1, 8, 1, 17), '"tolerance"'),
        ('[checks.per_path."a/**"]\nignored = []\n', Span(2, 1, 2, 8), '"ignore"'),
    ],
)
def test_an_unknown_key_is_a_finding_with_its_place(text: str, span: Span, words: str) -> None:
    config, (fault,) = parse_config(text.encode(), SCHEMAS)
    assert (fault.code, fault.span) == ("C801", span)
    assert words in fault.message
    assert config.store == Config().store


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[store\n", r"\.sgm/config\.toml:1:7: not TOML"),
        ("a = 1\na = 2\n", r"config\.toml:.*not TOML"),
        ("[store]\nstamp = 'often'\n", r"config\.toml:2:1: store\.stamp is \"often\", not one of"),
        ("\n[checks]\ntolerance = 10\n", r"config\.toml:3:1: checks\.tolerance must be a string"),
        ("[[root]]\nstrict = 'yes'\n", r"config\.toml:2:1: root\[0\]\.strict must be a boolean"),
        ("format = 2\n", r"config\.toml:1:1: format 2 is newer"),
        ("x = 2026-10-10\n[store]\nstamp = 12:30:00\n", r"toml:3:1: store\.stamp is \"12:30:00\""),
    ],
)
def test_what_cannot_be_understood_stops_the_run_with_its_place(text: str, words: str) -> None:
    with pytest.raises(CannotRun, match=words):
        parse_config(text.encode(), SCHEMAS)


def test_a_file_that_is_not_utf_8_stops_the_run() -> None:
    with pytest.raises(CannotRun, match=r"config\.toml:2: not UTF-8"):
        parse_config(b"format = 1\n# J\xf8rn\n", SCHEMAS)


def test_what_loosens_a_check_counts_only_from_the_trusted_side() -> None:
    loose = replace(
        Config(),
        roots=(RootConfig("notes"),),
        checks=ChecksConfig(everywhere=Loosening(("P",))),
    )
    counted, differing = judged_by(loose, Config())
    assert counted.roots == loose.roots
    assert counted.checks == Config().checks
    assert differing == (
        "its roots are not those of HEAD, and count already",
        "what it says of checks counts once it is committed",
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = " + "[" * 3_000, r"config\.toml: nested too deeply"),
        ("x = " + "9" * 5_000, r"config\.toml: Exceeds the limit"),
        (
            '[[root]]\npath = "../x"\n',
            r"toml:2:1: root\[0\]\.path cannot be used: it must be a path",
        ),
        ('[[root]]\npath = "/x"\n', r"toml:2:1: root\[0\]\.path cannot be used"),
        ('[[root]]\n path = "a\\u0000"\n', r"toml:2:2: root\[0\]\.path .* a control character"),
        ('[[root]]\n[[root]]\npath = ".GIT "\n', r"toml:3:1: root\[1\]\.path .* \.git or \.sgm"),
        ('[[root]]\nlayout = "{nope}/{id}.md"\n', r"toml:2:1: root\[0\]\.layout .* no \{nope\}"),
        ('[[root]]\nlayout = "../{id}.md"\n', r"toml:2:1: root\[0\]\.layout"),
        ('[[root]]\nlayout = "{type}.md"\n', r"toml:2:1: root\[0\]\.layout .* without \{id\}"),
    ],
)
def test_what_would_lead_astray_stops_the_run(text: str, words: str) -> None:
    with pytest.raises(CannotRun, match=words):
        parse_config(text.encode(), SCHEMAS)


def test_a_byte_order_mark_and_windows_lines_are_read() -> None:
    config, faults = parse_config(b"\xef\xbb\xbf[checks]\r\nignroe = []\r\n", SCHEMAS)
    assert config == Config()
    assert [fault.span for fault in faults] == [Span(2, 1, 2, 7)]


def test_a_key_inside_braces_is_placed_where_it_stands() -> None:
    _, (fault,) = parse_config(b'root = [{path = "a", pth = "b"}]\n', SCHEMAS)
    assert (fault.span, fault.pointer) == (Span(1, 22, 1, 25), "/root/0/pth")
    assert fault.message == 'root[0].pth is not known; did you mean "path"?'


@given(
    st.binary(max_size=100)
    | st.text(st.sampled_from("[]{}=\".,a1\n#'-"), max_size=40).map(str.encode)
)
def test_no_bytes_make_reading_a_configuration_crash(data: bytes) -> None:
    said = ".sgm/config.toml:"
    try:
        parse_config(data, SCHEMAS)
    except CannotRun as error:
        said = error.message
    assert said.startswith(".sgm/config.toml:")


def defaults(schema: dict[str, Any]) -> Any:  # noqa: ANN401 - a JSON value
    """What a schema says stands where nothing is said; references are within the file."""
    if "$ref" in schema and "default" not in schema and schema["$ref"].startswith("#/"):
        return defaults(CONFIG["$defs"][schema["$ref"].rpartition("/")[2]])
    if "properties" not in schema:
        return schema.get("default")
    return {name: defaults(part) for name, part in schema["properties"].items()}


def toml(value: Any) -> str:  # noqa: ANN401 - a JSON value
    if isinstance(value, dict):
        pairs = ((key, item) for key, item in value.items() if item is not None)
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in pairs) + "}"
    return f"[{', '.join(map(toml, value))}]" if isinstance(value, list) else json.dumps(value)


def test_the_defaults_that_the_schema_states_are_those_that_hold() -> None:
    stated = defaults(CONFIG)
    stated["root"] = [defaults(CONFIG["properties"]["root"]["items"])]
    text = "".join(f"{name} = {toml(value)}\n" for name, value in stated.items())
    assert 'stale_after" = {"status" = "7d"}' in text
    assert parse_config(text.encode(), SCHEMAS) == (Config(), ())
