"""A team's policy judges what commits bring: who may write which type and scope (G901, G902)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.findings import Severity, Span
from tests.git.test_signatures import SshKey, needs_ssh
from tests.support import GitSandbox
from tests.workflows.governed_support import PATH, Team, make_keys, record

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine

RULES_BY_ADA = "types = {rule = ['Ada']}"
PAYMENTS = "scopes = {'team=payments' = ['Ada'], 'team=*' = ['Ada', 'Bob']}"
FACT = "memory/fact/fact-a.md"


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SshKey]:
    """The keys of all people."""
    return make_keys(tmp_path_factory.mktemp("keys"))


@pytest.fixture
def team(sandbox: GitSandbox, keys: dict[str, SshKey]) -> Team:
    """A team with nothing committed."""
    return Team(sandbox, keys)


@pytest.fixture
def claims(sandbox: GitSandbox) -> Team:
    """A team without keys: only the authors of commits tell who made them."""
    return Team(sandbox, {})


def fact(**more: str) -> tuple[str, str]:
    """A fact's file."""
    return FACT, record("fact", name="fact-a", **more)


class TestByAuthor:
    """Where nobody lists signers, the author of a commit is who wrote."""

    def begin(self, team: Team, policy: str, *files: tuple[str, str]) -> None:
        team.begin(policy, *files, signed=False)

    def test_a_rule_by_who_may_not(self, claims: Team, engine: Engine) -> None:
        self.begin(claims, RULES_BY_ADA)
        made = claims.commit("eve", (PATH, record()), key=None)
        (finding,) = claims.found(engine)
        assert (finding.code, finding.severity) == ("G901", Severity.ERROR)
        assert (finding.path, finding.pointer, finding.commit) == (PATH, "/type", made)
        assert finding.span == Span(3, 7, 3, 11)
        assert finding.message == (
            'records of type "rule" are written by "Ada" alone; commit'
            f' {made[:10]} is by "Eve <eve@example.org>"'
        )

    def test_a_rule_by_who_may(self, claims: Team) -> None:
        self.begin(claims, RULES_BY_ADA)
        claims.commit("ada", (PATH, record()), key=None)
        claims.commit("eve", fact(), key=None)
        assert claims.codes() == []

    def test_both_types_of_what_is_retyped(self, claims: Team) -> None:
        self.begin(claims, RULES_BY_ADA, (PATH, record()))
        claims.commit("eve", (PATH, record("fact")), key=None)
        assert claims.codes() == ["G901"]
        claims.box.run("branch", "-f", "trusted")
        claims.commit("eve", (PATH, record()), key=None)
        assert claims.codes() == ["G901"]

    def test_what_is_taken_away(self, claims: Team, engine: Engine) -> None:
        self.begin(claims, RULES_BY_ADA, (PATH, record()), fact())
        claims.commit("eve", (FACT, None), key=None)
        assert claims.codes(engine) == []
        made = claims.commit("eve", (PATH, None), key=None)
        found = claims.found(engine)
        assert [(each.code, each.commit) for each in found] == [("G901", made)]

    def test_every_version_counts(self, claims: Team) -> None:
        """What Eve wrote stands under Ada's edit of it still."""
        self.begin(claims, RULES_BY_ADA, (PATH, record()))
        made = claims.commit("eve", (PATH, record(text="Eve's.")), key=None)
        claims.commit("ada", (PATH, record(text="Eve's.\n\nAda's.")), key=None)
        assert [each.commit for each in claims.found()] == [made]

    @pytest.mark.parametrize("change", ["quotes", "place"])
    def test_another_form_of_it_is_no_version(self, claims: Team, change: str) -> None:
        self.begin(claims, RULES_BY_ADA, (PATH, record()))
        if change == "quotes":
            claims.commit("eve", (PATH, record().replace("title: A", "title: 'A'")), key=None)
        else:
            claims.box.run("mv", PATH, "memory/rule/other.md")
            claims.commit("eve", key=None)
        assert claims.codes() == []

    def test_a_merge_is_no_writing(self, claims: Team) -> None:
        self.begin(claims, RULES_BY_ADA, (PATH, record()))
        claims.box.run("checkout", "-q", "-b", "side")
        claims.commit("ada", (PATH, record(text="Ada's.")), key=None)
        claims.box.run("checkout", "-q", "-b", "other", "trusted")
        claims.commit("eve", fact(), key=None)
        claims.made("eve", "merge", "-q", "--no-ff", "-m", "merge", "side", key=None)
        assert claims.codes() == []

    def test_a_merge_that_takes_an_older_state_is_one(self, claims: Team, engine: Engine) -> None:
        self.begin(claims, RULES_BY_ADA, (PATH, record()))
        claims.box.run("checkout", "-q", "-b", "side")
        claims.commit("eve", fact(), key=None)
        claims.box.run("checkout", "-q", "-b", "newer", "trusted")
        claims.commit("ada", (PATH, record(text="Ada's.")), key=None)
        claims.box.run("branch", "-f", "trusted")
        claims.box.run("checkout", "-q", "side")
        made = claims.made("eve", "merge", "-q", "-s", "ours", "-m", "x", "trusted", key=None)
        found = claims.found(engine)
        assert [(each.code, each.commit) for each in found] == [("G901", made)]

    @pytest.mark.parametrize(("who", "codes"), [("eve", ["G901"]), ("ada", [])])
    def test_a_merge_that_drops_what_the_other_side_made_of_it(
        self, claims: Team, who: str, codes: list[str]
    ) -> None:
        claims.begin(RULES_BY_ADA, (PATH, record()), signed=False)
        claims.box.run("checkout", "-q", "-b", "side")
        claims.commit("ada", (PATH, record(text="Older.")), key=None)
        claims.box.run("checkout", "-q", "-B", "up", "trusted")
        claims.commit("ada", (PATH, record(text="Newer.")), key=None)
        claims.box.run("branch", "-f", "trusted")
        claims.box.run("checkout", "-q", "side")
        claims.made(who, "merge", "-q", "-s", "ours", "-m", "merge", "trusted", key=None)
        assert claims.codes() == codes

    @pytest.mark.parametrize(
        ("says", "codes"), [("status: accepted, supersedes: rule-a", ["G901"]), ("x: y", [])]
    )
    def test_to_have_a_rule_superseded_is_to_write_it(
        self, claims: Team, says: str, codes: list[str]
    ) -> None:
        self.begin(claims, RULES_BY_ADA, (PATH, record()))
        claims.commit("eve", fact(says=says), key=None)
        assert claims.codes() == codes

    def test_nobody_means_nobody(self, claims: Team) -> None:
        self.begin(claims, "types = {fact = []}")
        claims.commit("ada", fact(), key=None)
        (finding,) = claims.found()
        assert "by nobody here" in finding.message

    def test_only_what_is_trusted_judges(self, claims: Team) -> None:
        self.begin(claims, RULES_BY_ADA)
        claims.begin("types = {}", (PATH, record()), signed=False)
        claims.box.run("branch", "-f", "trusted", "HEAD~1")
        claims.box.write(".mailmap", "Ada <ada@example.org> <eve@example.org>\n")
        claims.commit("eve", (PATH, record(text="Eve's.")), key=None)
        assert claims.codes() == ["G901"]


class TestScopes:
    """Both what a record's scope was and what it is count."""

    @pytest.mark.parametrize(
        ("who", "scope", "codes"),
        [
            ("ada", "{team: payments}", []),
            ("bob", "{team: payments}", ["G902"]),
            ("bob", "{team: search}", []),
            ("eve", "{team: search}", ["G902"]),
            ("eve", "{project: payments}", []),
        ],
    )
    def test_each_has_its_writers(
        self, claims: Team, who: str, scope: str, codes: list[str]
    ) -> None:
        claims.begin(PAYMENTS, signed=False)
        claims.commit(who, fact(scope=scope), key=None)
        assert claims.codes() == codes

    @pytest.mark.parametrize(("before", "after"), [("payments", "search"), ("search", "payments")])
    def test_a_record_that_goes_from_one_to_the_other(
        self, claims: Team, before: str, after: str
    ) -> None:
        claims.begin(PAYMENTS, fact(scope=f"{{team: {before}}}"), signed=False)
        made = claims.commit("bob", fact(scope=f"{{team: {after}}}"), key=None)
        (finding,) = claims.found()
        assert (finding.code, finding.pointer, finding.commit) == ("G902", "/scope/team", made)
        assert finding.span is not None
        assert (finding.span.line, finding.span.column) == (5, 15)
        assert '"team=payments"' in finding.message


@needs_ssh
class TestBySignature:
    """Where signers are listed, a name proves nothing."""

    @pytest.mark.parametrize(
        ("who", "key", "said"),
        [
            ("ada", None, "it is not signed"),
            ("ada", "eve", 'it is signed by "eve@example.org", who is none of them'),
            ("eve", "eve", 'it is signed by "eve@example.org", who is none of them'),
        ],
    )
    def test_whoever_only_says_so(self, team: Team, who: str, key: str | None, said: str) -> None:
        team.begin(RULES_BY_ADA)
        team.commit(who, (PATH, record()), key=key)
        (finding,) = team.found()
        assert finding.code == "G901"
        assert said in finding.message

    def test_one_who_may(self, team: Team) -> None:
        team.begin(RULES_BY_ADA)
        team.commit("ada", (PATH, record()))
        assert team.codes() == []

    def test_who_signs_for_another_has_written_it(self, team: Team) -> None:
        team.begin(RULES_BY_ADA)
        team.commit("eve", (PATH, record()), key="ada")
        assert team.codes() == []

    @pytest.mark.parametrize(("who", "codes"), [("ada", []), ("eve", ["G901"])])
    def test_a_host_vouches_for_the_author(self, team: Team, who: str, codes: list[str]) -> None:
        team.begin(f"{RULES_BY_ADA}\n[trust]\nhosts = ['forge@example.org']")
        team.commit(who, (PATH, record()), key="forge")
        assert team.codes() == codes

    def test_a_key_that_arrives_signs_for_nobody(self, team: Team) -> None:
        team.begin(RULES_BY_ADA)
        eve = f"ada@example.org {team.keys['eve'].public}\n"
        team.commit("ada", (".sgm/allowed_signers", eve), (PATH, record()), key="eve")
        assert team.codes() == ["G901"]


class TestAgents:
    """What an agent may do to rules."""

    def told(self, team: Team, said: str) -> None:
        (finding,) = team.found()
        assert finding.code == "G901"
        assert said in finding.message

    @pytest.mark.parametrize(
        ("message", "origin", "agent", "said"),
        [
            ("x\n\nSGM-Agent: helper\n", "cli", "Ada", 'SGM-Agent: "helper"'),
            ("squashed\n\n* x\n\n  SGM-Agent: helper\n", "cli", "Ada", 'SGM-Agent: "helper"'),
            ("x", "mcp", "Ada", 'its origin is "mcp"'),
            ("x", "agent", "Ada", 'its origin is "agent"'),
            ("x", "cli", "build-agent", 'its agent is "build-agent"'),
        ],
    )
    @pytest.mark.parametrize("policy", ["propose", "deny"])
    def test_an_agent_makes_no_rule_that_is_in_force(
        self,
        claims: Team,
        policy: str,
        message: str,
        origin: str,
        agent: str,
        said: str,
    ) -> None:
        claims.begin(f"agents = '{policy}'", signed=False)
        claims.commit("ada", (PATH, record(origin=origin, agent=agent)), message=message, key=None)
        self.told(claims, said)

    @pytest.mark.parametrize(("policy", "codes"), [("propose", []), ("deny", ["G901"])])
    def test_whether_it_may_propose_one(self, claims: Team, policy: str, codes: list[str]) -> None:
        claims.begin(f"agents = '{policy}'", signed=False)
        proposed = record(origin="mcp", says="status: proposed")
        claims.commit("ada", (PATH, proposed), message="x\n\nSGM-Agent: helper", key=None)
        assert claims.codes() == codes

    def test_a_person_accepts_what_it_proposed(self, claims: Team) -> None:
        claims.begin("agents = 'propose'", signed=False)
        proposed = record(origin="mcp", agent="build-agent", says="status: proposed")
        claims.commit("ada", (PATH, proposed), message="x\n\nSGM-Agent: build-agent", key=None)
        accepted = proposed.replace("proposed", "accepted")
        claims.commit("ada", (PATH, accepted), key=None)
        assert claims.codes() == []

    def test_an_agent_does_not(self, claims: Team) -> None:
        claims.begin("agents = 'propose'", signed=False)
        proposed = record(says="status: proposed")
        claims.commit("ada", (PATH, proposed), key=None)
        made = claims.commit("ada", (PATH, record()), message="x\n\nSGM-Agent: bot", key=None)
        (finding,) = claims.found()
        assert (finding.code, finding.commit) == ("G901", made)

    def test_nor_takes_one_away(self, claims: Team) -> None:
        claims.begin("agents = 'propose'", (PATH, record()), signed=False)
        claims.commit("build-agent", (PATH, None), key=None)
        self.told(claims, 'its author is "Build-agent"')

    def test_nor_has_it_superseded(self, claims: Team) -> None:
        claims.begin("agents = 'propose'", (PATH, record()), signed=False)
        claims.commit("ada", fact(origin="mcp", says="supersedes: rule-a"), key=None)
        self.told(claims, "its origin")

    def test_stamps_name_an_agent(self, claims: Team) -> None:
        claims.begin("agents = 'propose'", (PATH, record()), signed=False)
        stamps = {"modified": "true", "modified_at": '"2026-10-11T08:00:00Z"'}
        edited = record(text="Other.", **stamps, modified_by="build-agent")
        claims.commit("ada", (PATH, edited), key=None)
        self.told(claims, 'its modified_by is "build-agent"')

    @pytest.mark.parametrize("message", ["x", "x\n\nSGM-Agent: Ada"])
    def test_a_person_is_none(self, claims: Team, message: str) -> None:
        claims.begin("agents = 'deny'", signed=False)
        claims.commit("ada", (PATH, record()), message=message, key=None)
        assert claims.codes() == []

    def test_what_is_no_rule_is_nobodys_business(self, claims: Team) -> None:
        claims.begin("agents = 'deny'", signed=False)
        claims.commit("ada", fact(origin="mcp"), message="x\n\nSGM-Agent: bot", key=None)
        assert claims.codes() == []


def test_a_cut_history_cannot_tell(claims: Team, engine: Engine, tmp_path: Path) -> None:
    claims.begin(RULES_BY_ADA, signed=False)
    base = claims.box.head()
    claims.commit("ada", (PATH, record()), key=None)
    claims.commit("ada", (PATH, record(text="Again.")), key=None)
    clone = GitSandbox(tmp_path / "clone")
    claims.box.run("clone", "-q", "--depth", "1", f"file://{claims.box.path}", str(clone.path))
    clone.run("fetch", "-q", "--depth", "1", "origin", base)
    report = Team(clone, {}).report(engine, base)
    assert not [each for each in report.findings if each.code[0] == "G"]
    assert any("who wrote what arrives" in note for note in report.notes)
