"""A server's policy only tightens, whatever a repository's configuration says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.registry import RULES
from sgm_git.checks.run import apply_policy
from sgm_git.errors import CannotRun
from sgm_git.findings import Finding, Severity
from sgm_git.policy.config import ChecksConfig, Config, Loosening, TrustConfig
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.server import ServerPolicy, parse_policy, tightened
from sgm_git.resources import schema_texts

if TYPE_CHECKING:
    from collections.abc import Mapping

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as DESIGN writes them
WEIGHTS = (I, W, E)
CODES = ("F101", "K401", "P301", "P304", "P310", "S205")
PATHS = ("memory/a.md", "memory/old/b.md", ".")
PATTERNS = ("**", "memory/**", "memory/old/**", "a.md")


def policy(text: str) -> ServerPolicy:
    """A policy as a server has it in a file."""
    return parse_policy(text.encode(), schema_texts(), path="policy.toml")


def config(text: str) -> Config:
    """A configuration as a repository has it."""
    return parse_config(text.encode(), schema_texts())[0]


def finding(code: str, path: str = "memory/a.md", severity: Severity = W) -> Finding:
    return Finding(code, severity, path, "said")


def told(repository: str, server: str, *findings: Finding) -> list[tuple[str, Severity]]:
    """What is left of findings under both."""
    both = tightened(config(repository), policy(server))
    return [(each.code, each.severity) for each in apply_policy(findings, both)]


class TestFloors:
    """A code that the server names weighs that much at least."""

    @pytest.mark.parametrize(
        "repository",
        [
            "[checks]\nignore = ['P']",
            "[checks]\nignore = ['P304']",
            "[checks]\nseverity = {P304 = 'info'}",
            "[checks]\nper_path = {'**' = {ignore = ['P']}}",
            "[checks]\nper_path = {'memory/**' = {severity = {P304 = 'info'}}}",
            "",
        ],
    )
    def test_nothing_in_the_repository_goes_below(self, repository: str) -> None:
        server = "[checks]\nseverity = {P304 = 'error'}"
        assert told(repository, server, finding("P304")) == [("P304", E)]

    def test_what_weighs_more_stays(self) -> None:
        server = "[checks]\nseverity = {P301 = 'info'}"
        assert told("", server, finding("P301", severity=E)) == [("P301", E)]

    def test_they_may_stand_for_some_paths_alone(self) -> None:
        server = "[checks]\nper_path = {'memory/old/**' = {severity = {P304 = 'error'}}}"
        found = [finding("P304"), finding("P304", "memory/old/b.md")]
        assert told("[checks]\nignore = ['P']", server, *found) == [("P304", E)]

    def test_no_repository_can_write_them(self) -> None:
        written, faults = parse_config(b"[checks]\nfloors = {}\n", schema_texts())
        assert written.checks.floors == {}
        assert [fault.code for fault in faults] == ["C801"]


class TestIgnoring:
    """What the server lists is all that may be ignored."""

    @pytest.mark.parametrize(
        ("repository", "server", "left"),
        [
            ("'P'", "'P310'", ["P301"]),
            ("'P310', 'P301'", "'P310'", ["P301"]),
            ("'P310'", "'P'", ["P301"]),
            ("'P'", "'P'", []),
            ("'P'", "", ["P301", "P310"]),
            ("", "'P'", ["P301", "P310"]),
        ],
    )
    def test_families_and_codes(self, repository: str, server: str, left: list[str]) -> None:
        found = told(
            f"[checks]\nignore = [{repository}]",
            f"[checks]\nignore = [{server}]",
            finding("P301"),
            finding("P310"),
        )
        assert [code for code, _ in found] == left

    def test_a_server_that_lists_nothing_forbids_nothing(self) -> None:
        assert told("[checks]\nignore = ['P']", "[checks]", finding("P301")) == []

    def test_by_path_too(self) -> None:
        ignoring = "[checks]\nper_path = {'memory/**' = {ignore = ['P']}}"
        assert told(ignoring, "[checks]\nignore = []", finding("P301")) == [("P301", W)]

    def test_a_path_of_the_server_ignores_nothing(self) -> None:
        server = "[checks]\nper_path = {'**' = {ignore = ['P']}}"
        assert told("", server, finding("P301")) == [("P301", W)]


class TestTheRest:
    """Times, signatures, names and hashes."""

    @pytest.mark.parametrize(
        ("repository", "server", "seconds"),
        [
            ("tolerance = '1h'", "tolerance = '1m'", 60),
            ("tolerance = '1s'", "tolerance = '1m'", 1),
            ("tolerance = '1h'", "", 3600),
            ("", "tolerance = '1h'", 600),
        ],
    )
    def test_tolerance_goes_down_alone(self, repository: str, server: str, seconds: int) -> None:
        both = tightened(config(f"[checks]\n{repository}"), policy(f"[checks]\n{server}"))
        assert both.checks.tolerance == seconds

    @pytest.mark.parametrize("name", ["require_signed", "identities_strict"])
    def test_switches_go_on_alone(self, name: str) -> None:
        on, off = f"[checks]\n{name} = true", f"[checks]\n{name} = false"
        assert getattr(tightened(config(off), policy(on)).checks, name)
        assert getattr(tightened(config(on), policy(off)).checks, name)
        assert not getattr(tightened(config(off), policy(off)).checks, name)

    def test_admins_and_hosts_that_it_names_are_all(self) -> None:
        named = "[trust]\nadmins = ['a@b.example']\nhosts = ['h@b.example']"
        ours = "[trust]\nadmins = ['eve@evil.example']\nhosts = ['e@evil.example']"
        expected = TrustConfig("", ("a@b.example",), ("h@b.example",))
        assert tightened(config(ours), policy(named)).trust == expected
        assert tightened(config(named), policy("")).trust == expected

    def test_hashes_that_it_does_not_list_are_not_allowed(self) -> None:
        a, b, c = (f"sha256:{letter * 64}" for letter in "abc")
        ours, server = (f"[secrets]\nallow = ['{one}', '{two}']" for one, two in ((a, b), (b, c)))
        assert tightened(config(ours), policy(server)).secrets_allow == (b,)
        assert tightened(config(ours), policy("")).secrets_allow == (a, b)

    def test_nothing_else_changes(self) -> None:
        server = "[[root]]\npath = 'x'\n[identities]\nEve = ['e@e.example']\n[store]\nstamp='never'"
        assert tightened(Config(), policy(server)) == Config()

    @pytest.mark.parametrize(
        ("server", "place"),
        [
            ("[checks]\nrequir_signed = true", "policy.toml:2:1"),
            ("[checks\n", "policy.toml:1"),
            ("format = 2", "policy.toml:1:1"),
            ("[checks]\nrequire_signed = 'yes'", "policy.toml:2"),
        ],
    )
    def test_what_is_not_understood_stops_the_run(self, server: str, place: str) -> None:
        with pytest.raises(CannotRun, match=place):
            policy(server)


severities = st.dictionaries(st.sampled_from(CODES), st.sampled_from(WEIGHTS), max_size=3)
families = st.lists(st.sampled_from((*CODES, "P", "F", "K")), max_size=3).map(tuple)
loosenings = st.builds(Loosening, families, severities)
per_path = st.dictionaries(st.sampled_from(PATTERNS), loosenings, max_size=2)
configs = st.builds(
    lambda everywhere, paths: Config(checks=ChecksConfig(everywhere, paths)), loosenings, per_path
)
floors = st.dictionaries(st.sampled_from(PATTERNS), severities, max_size=2)
policies = st.builds(ServerPolicy, floors, st.none() | families)
found = st.lists(
    st.builds(finding, st.sampled_from(CODES), st.sampled_from(PATHS), st.sampled_from(WEIGHTS)),
    max_size=5,
)


@given(configs, policies, found)
def test_no_finding_is_lost_or_lowered(
    ours: Config, server: ServerPolicy, findings: list[Finding]
) -> None:
    for each in findings:
        without, beside = weight(each, ours), weight(each, tightened(ours, server))
        assert beside >= without
        floor = max(map(WEIGHTS.index, floors_of(each, server)), default=-1)
        assert beside >= floor


@given(configs, policies)
def test_tightening_twice_is_tightening_once(ours: Config, server: ServerPolicy) -> None:
    once = tightened(ours, server)
    assert tightened(once, server) == once


def weight(each: Finding, under: Config) -> int:
    """What a finding weighs under a configuration; -1 for nothing."""
    return next((WEIGHTS.index(kept.severity) for kept in apply_policy([each], under)), -1)


def floors_of(each: Finding, server: ServerPolicy) -> list[Severity]:
    """The floors under a finding, told without the code that is tested."""
    reach: Mapping[str, tuple[str, ...]] = {
        "**": PATHS,
        "memory/**": PATHS[:2],
        "memory/old/**": PATHS[1:2],
        "a.md": PATHS[:1],
    }
    return [
        codes[each.code]
        for pattern, codes in server.floors.items()
        if each.code in codes and each.path in reach[pattern]
    ]


def test_the_codes_of_these_tests_are_codes() -> None:
    assert set(CODES) <= {rule.code for rule in RULES}
