"""What another configuration does: each key has a sentence, the same configuration has none."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING

import pytest

from sgm_git.findings import Severity
from sgm_git.policy.config import Config, Loosening, RootConfig
from sgm_git.workflows.review.config_effects import config_changes, config_effects

if TYPE_CHECKING:
    from collections.abc import Iterator

OTHERS = {
    "ignore": ("x",),
    "stamp": "never",
    "commit": "never",
    "roots": (RootConfig("notes"),),
    "identities": {"ada": ("a@b",)},
    "agents": {"bot": ()},
    "everywhere": Loosening(severity={"P301": Severity.INFO}),
    "per_path": {"old/**": Loosening(("P",))},
    "tolerance": 3_600,
    "baseline": "abc",
    "require_signed": True,
    "identities_strict": True,
    "ref": "origin/main",
    "admins": ("ada",),
    "hosts": ("forge",),
    "secrets_allow": ("0" * 64,),
    "sync_mode": "merge",
    "agent": "bot",
    "rules": "deny",
    "rationale": True,
    "approvals": 2,
    "approvers": ("ada",),
    "types": {"rule": ("ada",)},
    "scopes": {"team=a": ("ada",)},
    "stale_after": {"status": 60},
}
IN_NO_FILE = ("server_policy", "floors")


def others(part: object) -> Iterator[tuple[str, object]]:
    """The part with one of its fields otherwise, for each field that a file can set."""
    assert is_dataclass(part)
    assert not isinstance(part, type)
    for each in fields(part):
        value = getattr(part, each.name)
        if each.name in IN_NO_FILE:
            continue
        if is_dataclass(value) and not isinstance(value, Loosening):
            for name, other in others(value):
                yield f"{each.name}.{name}", replace(part, **{each.name: other})
        else:
            new = "deny" if value == "allow" else OTHERS[each.name]
            yield each.name, replace(part, **{each.name: new})


@pytest.mark.parametrize(("name", "other"), list(others(Config())))
def test_every_key_has_its_effect_both_ways(name: str, other: Config) -> None:
    assert list(config_effects(Config(), other)), name
    assert list(config_effects(other, Config())), name
    assert not list(config_effects(other, replace(other)))


@pytest.mark.parametrize(
    "root", [RootConfig(layout="{id}.md"), RootConfig(scope={"a": "b"}), RootConfig(strict=False)]
)
def test_every_key_of_a_root_has_its_effect(root: RootConfig) -> None:
    other = replace(Config(), roots=(root,))
    assert len(list(config_effects(Config(), other))) == 1
    assert len(list(config_effects(other, Config()))) == 1


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            "checks.ignore=['P301']",
            "checks.ignore=['P']",
            ['every rule of the family "P" is checked no more'],
        ),
        ("checks.ignore=['P','P301']", "checks.ignore=['P']", []),
        (
            "",
            "checks.severity.F112='info'",
            ["F112 (hidden-characters) weighs only info now, warning before"],
        ),
        (
            "",
            "checks.tolerance='1h'",
            ["times may be 1 hour off those of git now, 10 minutes before"],
        ),
        (
            "",
            "trust.ref='x'",
            ['what counts as reviewed is "x" now, the default branch before'],
        ),
        (
            "checks.per_path = {'a/**' = {ignore=['P']}, 'a/b/**' = {ignore=['S']}}",
            "checks.per_path = {'a/b/**' = {ignore=['S']}, 'a/**' = {ignore=['P']}}",
            ["the order of per_path changed: where several patterns match, another one counts now"],
        ),
        ("", "mcp.rules='allow'", ["over MCP, an agent may write rules that bind now"]),
        (
            "policy.types.rule=['ada','bob']",
            "policy.types.rule=['bob']",
            ['"ada" may write records of the type "rule" no more'],
        ),
        ("policy.types.rule=['ada']", "", ['anybody may write records of the type "rule" now']),
        (
            "",
            "policy.scopes.'a={b}'=['x{']",
            [
                'only those who are named may write records of the scope "a={b}" now',
                '"x{" may write records of the scope "a={b}" now',
            ],
        ),
        (
            "",
            "[[root]]\npath='other'\nstrict=false",
            [
                'what lies below "memory" is no records any more',
                'what lies below "other" is records now',
                'below "other", a file that is no record is only a warning',
            ],
        ),
        ("", "[chekcs]\nignore=['P']", ['chekcs is not known; did you mean "checks"?']),
        ("[chekcs]", "[chekcs] # still", []),
    ],
)
def test_effects_are_sentences(before: str, after: str, said: list[str]) -> None:
    assert list(config_changes(before.encode(), after.encode())) == said


def test_what_could_not_be_read_before_is_compared_with_defaults() -> None:
    first, *others = config_changes(b"checks = 1", b"checks.ignore = ['P']")
    assert first.startswith("what it said before cannot be told: ")
    assert others == ['every rule of the family "P" is checked no more']
