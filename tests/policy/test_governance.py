"""What a team allows to whom, as configurations say it, and what a server adds to that."""

from __future__ import annotations

import pytest

from sgm_git.errors import CannotRun
from sgm_git.findings import Severity
from sgm_git.policy.config import Config
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.governance import OFF, Governance, is_rule
from sgm_git.policy.server import parse_policy, tightened
from sgm_git.resources import schema_texts

ALL = """[policy]
agents = "deny"
rationale = true
approvals = 2
approvers = ["Ada", "Grace"]
[policy.types]
rule = ["Ada"]
[policy.scopes]
"team=payments" = ["Grace"]
"""


def read(text: str) -> Governance:
    """What a configuration says, without anything that is not known in it."""
    config, faults = parse_config(text.encode(), schema_texts())
    assert faults == ()
    return config.policy


def test_every_key_is_read() -> None:
    assert read(ALL) == Governance(
        agents="deny",
        rationale=True,
        approvals=2,
        approvers=("Ada", "Grace"),
        types={"rule": ("Ada",)},
        scopes={"team=payments": ("Grace",)},
    )


@pytest.mark.parametrize("text", ["", "[policy]\n", "[policy.types]\n[policy.scopes]\n"])
def test_all_is_off_until_it_is_configured(text: str) -> None:
    assert read(text) == OFF
    assert OFF.codes == ()
    assert not OFF.is_about_commits
    assert Config().policies == ()


def test_one_approval_is_enough_where_no_number_is_named() -> None:
    assert read("[policy]\napprovers = ['Ada']\n").approvals == 1


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("agents = 'propose'", ("G901",)),
        ("types = {rule = []}", ("G901",)),
        ("scopes = {'team=*' = []}", ("G902",)),
        ("approvers = ['Ada']", ("G903",)),
        ("rationale = true", ("G904",)),
    ],
)
def test_each_key_turns_on_its_rule(text: str, codes: tuple[str, ...]) -> None:
    found = read(f"[policy]\n{text}\n")
    assert found.codes == codes
    assert found.is_about_commits == (codes != ("G904",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("approvals = 2", r"config\.toml:1:2: policy\.approvers is missing"),
        ("approvers = ['A']\napprovals = 0", r"3:1: policy\.approvals is 0"),
        ("approvers = 'A'", r"2:1: policy\.approvers must be a list"),
        ("agents = 'never'", r"2:1: policy\.agents is \"never\", not one of"),
        ("scopes = {team = ['A']}", r"2:11: policy\.scopes\.team cannot be used: it names no part"),
        ("scopes = {'=x' = ['A']}", r"names no part of a scope"),
    ],
)
def test_what_would_forbid_nothing_stops_the_run(text: str, said: str) -> None:
    with pytest.raises(CannotRun, match=said):
        read(f"[policy]\n{text}\n")


def test_a_misspelled_key_is_told() -> None:
    _, (fault,) = parse_config(b"[policy]\napprover = ['A']\n", schema_texts())
    assert (fault.code, fault.pointer) == ("C801", "/policy/approver")


class TestScopes:
    """Which names a scope asks for."""

    RULES = Governance(scopes={"team=payments": ("Ada",), "team=*": ("Bob",), "n=1": ("Eve",)})

    def guarded(self, record: dict[str, object]) -> list[tuple[str, str]]:
        return [(key, names[0]) for key, _, names in self.RULES.writers_in(record)]  # type: ignore[arg-type]  # any JSON

    @pytest.mark.parametrize(
        ("scope", "found"),
        [
            ({"team": "payments"}, [("team", "Ada")]),
            ({"team": "Search"}, [("team", "Bob")]),
            ({"team": "Payments"}, [("team", "Ada"), ("team", "Bob")]),
            ({"Team ": " p\u0430yments\u200b"}, [("Team ", "Ada"), ("Team ", "Bob")]),
            ({"team": ["payments"]}, [("team", "Ada")]),
            ({"team": ["search", "payments"]}, [("team", "Bob"), ("team", "Ada")]),
            ({"team": []}, [("team", "Bob")]),
            ({"team": None}, [("team", "Bob")]),
            ({"team": "payments", "n": 1}, [("team", "Ada"), ("n", "Eve")]),
            ({"n": "2", "project": "payments"}, []),
            ({}, []),
            ("payments", []),
        ],
    )
    def test_a_named_value_goes_before_any(
        self, scope: object, found: list[tuple[str, str]]
    ) -> None:
        assert self.guarded({"scope": scope}) == found

    def test_what_provenance_says_counts_too(self) -> None:
        inside = {"scope": {"team": "payments"}}
        assert self.guarded({"provenance": inside}) == [("team", "Ada")]
        assert self.guarded(inside | {"provenance": inside}) == [("team", "Ada")]
        both = self.guarded({"scope": {"team": "x"}, "provenance": inside})
        assert both == [("team", "Bob"), ("team", "Ada")]


@pytest.mark.parametrize("kind", ["rule", "Rule", " rule", "rul\u0435", "rule\u200b"])
def test_what_looks_like_a_guarded_type_is_guarded(kind: str) -> None:
    assert is_rule(kind)
    assert [*Governance(types={"rule": ("Ada",)}).writers_of(kind)] == [("rule", ("Ada",))]


@pytest.mark.parametrize(
    "kind", ["rules", "role", "", "\u043f\u0440\u0430\u0432\u0438\u043b\u043e"]
)
def test_another_type_is_not(kind: str) -> None:
    assert not is_rule(kind)
    assert [*Governance(types={"rule": ("Ada",)}).writers_of(kind)] == []


class TestServer:
    """A server's policy judges beside that of the repository."""

    def test_both_judge(self) -> None:
        ours, _ = parse_config(b"[policy]\nagents = 'propose'\n", schema_texts())
        policy = parse_policy(ALL.encode(), schema_texts(), path="policy.toml")
        both = tightened(ours, policy)
        assert both.policies == (Governance(agents="propose"), read(ALL))
        assert policy.is_about_commits

    def test_what_it_asks_for_cannot_be_ignored(self) -> None:
        policy = parse_policy(b"[policy]\nagents = 'deny'\n", schema_texts(), path="policy.toml")
        assert policy.floors == {"**": {"G901": Severity.ERROR}}

    def test_it_may_say_itself_what_that_weighs(self) -> None:
        text = b"[policy]\nagents = 'deny'\n[checks.severity]\nG901 = 'warning'\n"
        policy = parse_policy(text, schema_texts(), path="policy.toml")
        assert policy.floors == {"**": {"G901": Severity.WARNING}}
