"""Changes of rules need the signatures of those who approve them (G903)."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from tests.git.test_signatures import SshKey, needs_ssh
from tests.workflows.governed_support import PATH, Team, make_keys, record

if TYPE_CHECKING:
    from tests.support import GitSandbox

pytestmark = needs_ssh

ONE = "approvers = ['Ada', 'ada@example.org', 'Bob']"
TWO = f"{ONE}\napprovals = 2"
FACT = "memory/fact/fact-a.md"
OLD = (PATH, record())
NEW = (PATH, record(text="New."))


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SshKey]:
    """The keys of all people."""
    return make_keys(tmp_path_factory.mktemp("keys"))


@pytest.fixture
def team(sandbox: GitSandbox, keys: dict[str, SshKey]) -> Team:
    """A team with nothing committed."""
    return Team(sandbox, keys)


def line(blob: str, name: str = "rule-a") -> str:
    """A message that approves."""
    return f"Approve\n\nSGM-Approve: {name} {blob}"


def test_nobody_has_approved(team: Team) -> None:
    team.begin(ONE, OLD)
    made = team.commit("eve", NEW)
    (finding,) = team.found()
    assert (finding.code, finding.path, finding.pointer) == ("G903", PATH, "/type")
    assert (finding.commit, finding.id) == (made, "rule-a")
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (3, 7)
    assert 'the rule "rule-a" is changed, which has 0 of 1 approval by' in finding.message


def test_the_command_of_the_message_approves_it(team: Team) -> None:
    team.begin(ONE, OLD)
    team.commit("eve", NEW)
    (finding,) = team.found()
    command = shlex.split(finding.message.partition(" by: ")[2])
    team.made("bob", *command[1:])
    assert team.codes() == []


@pytest.mark.parametrize("text", [NEW[1], None, record("fact"), record(says="status: retired")])
def test_an_approver_makes_and_signs_it(team: Team, text: str | None) -> None:
    team.begin(ONE, OLD)
    team.commit("ada", (PATH, text))
    assert team.codes() == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "taken away"),
        (record("fact"), "none any more"),
        (record(says="status: retired"), "is changed"),
    ],
)
def test_whatever_becomes_of_a_rule(team: Team, text: str | None, said: str) -> None:
    team.begin(ONE, OLD)
    team.commit("eve", (PATH, text))
    (finding,) = team.found()
    assert said in finding.message
    team.commit("bob", message=line(team.blob()))
    assert team.codes() == []


def test_a_new_rule_and_one_that_was_a_fact(team: Team) -> None:
    team.begin(ONE, (FACT, record("fact", name="fact-a")))
    team.commit("eve", NEW, (FACT, record(name="fact-a")))
    said = [each.message for each in team.found()]
    assert ['"fact-a" is a rule now' in said[0], 'rule "rule-a" is added' in said[1]] == [True] * 2


def test_a_rule_that_is_superseded(team: Team) -> None:
    team.begin(ONE, OLD)
    team.commit("eve", (FACT, record("fact", name="fact-a", says="supersedes: rule-a")))
    (finding,) = team.found()
    assert (finding.path, finding.code) == (FACT, "G903")
    team.commit("ada", message=line(team.blob(FACT), "fact-a"))
    assert team.codes() == []


def test_what_is_no_rule_needs_none(team: Team) -> None:
    team.begin(ONE, OLD)
    team.commit("eve", (FACT, record("fact", name="fact-a")))
    assert team.codes() == []


@pytest.mark.parametrize(("who", "key"), [("ada", None), ("ada", "eve"), ("eve", "eve")])
def test_a_line_alone_is_nobodys_word(team: Team, who: str, key: str | None) -> None:
    team.begin(ONE, OLD)
    team.commit("eve", NEW)
    team.commit(who, message=line(team.blob()), key=key)
    assert team.codes() == ["G903"]


def test_an_approval_of_a_former_blob_is_none(team: Team) -> None:
    team.begin(ONE, OLD)
    team.commit("eve", NEW)
    team.commit("ada", message=line(team.blob()))
    team.commit("eve", (PATH, record(text="Newer.")))
    assert team.codes() == ["G903"]


def test_a_commit_that_was_edited_since_is_none(team: Team) -> None:
    team.begin(ONE, OLD)
    team.commit("ada", NEW)
    team.commit("eve", (PATH, record(text="Newer.")))
    assert team.codes() == ["G903"]


def test_an_agents_commit_with_a_persons_key_is_none(team: Team) -> None:
    team.begin(ONE, OLD)
    team.commit("ada", NEW, message="x\n\nSGM-Agent: bot")
    assert team.codes() == ["G903"]


def test_different_people_count(team: Team) -> None:
    """Ada is named twice, and is one person."""
    team.begin(TWO, OLD)
    team.commit("ada", NEW)
    team.commit("ada", message=line(team.blob()))
    (finding,) = team.found()
    assert "1 of 2 approvals" in finding.message
    team.commit("bob", message=line(team.blob()))
    assert team.codes() == []


def test_the_merge_that_is_pushed(team: Team) -> None:
    team.begin(ONE, OLD)
    team.box.run("checkout", "-q", "-b", "side")
    team.commit("eve", NEW)
    blob = team.blob()
    team.box.run("checkout", "-q", "-B", "up", "trusted")
    team.made("ada", "merge", "-q", "--no-ff", "-m", "merge", "side")
    assert team.codes() == ["G903"]
    team.box.run("reset", "-q", "--hard", "trusted")
    team.made("ada", "merge", "-q", "--no-ff", "-m", line(blob), "side")
    assert team.codes() == []


@pytest.mark.parametrize(("who", "codes"), [("bob", []), ("eve", ["G903"])])
def test_a_host_vouches_for_an_approver(team: Team, who: str, codes: list[str]) -> None:
    team.begin(f"{ONE}\n[trust]\nhosts = ['forge@example.org']", OLD)
    team.commit(who, NEW, key="forge")
    assert team.codes() == codes


def test_an_approver_lets_an_agents_squash_pass(team: Team) -> None:
    team.begin(f"agents = 'propose'\n{ONE}", OLD)
    team.commit("eve", NEW, message="squash\n\nSGM-Agent: bot")
    assert team.codes() == ["G901", "G903"]
    team.commit("ada", message=line(team.blob()))
    assert team.codes() == []


def test_without_signers_nothing_is_approved(team: Team) -> None:
    team.begin(ONE, OLD, signed=False)
    team.commit("ada", NEW)
    (finding,) = team.found()
    assert finding.message.endswith(
        "which nobody can approve yet: .sgm/allowed_signers is not there"
    )


def test_a_rule_that_is_moved_to_another_root(team: Team) -> None:
    roots = "\n[[root]]\npath = 'memory'\n[[root]]\npath = 'other'\n"
    team.begin(f"{ONE}{roots}", OLD)
    (team.box.path / "other").mkdir()
    team.box.run("mv", PATH, "other/rule-a.md")
    team.commit("eve")
    (finding,) = team.found()
    assert "moved to another root" in finding.message
    team.commit("ada", message=line(team.blob("other/rule-a.md")))
    assert team.codes() == []


def test_a_copy_that_becomes_a_record_where_its_original_goes(team: Team) -> None:
    copy = "memory/fact/fact-a (1).md"
    fact, rule = record("fact", name="fact-a"), record(name="fact-a")
    team.begin(f"{ONE}\n[policy.types]\nrule = ['Ada']", (FACT, fact), (copy, rule))
    made = team.commit("eve", (FACT, None))
    found = team.found()
    assert [(each.code, each.path, each.commit) for each in found] == [
        ("G901", copy, made),
        ("G903", copy, made),
    ]
    assert '"fact-a" is a rule now' in found[1].message
    team.commit("ada", message=line(team.blob(copy), "fact-a"))
    assert team.codes() == ["G901"]


def test_a_rule_that_becomes_a_copy_where_an_original_comes(team: Team) -> None:
    team.begin(ONE, ("memory/rule/rule-a (2).md", record()))
    made = team.commit("eve", ("memory/rule/rule-a.md", record("fact")))
    (finding,) = team.found()
    assert (finding.code, finding.commit) == ("G903", made)
    assert 'the rule "rule-a" is taken away' in finding.message
    team.commit("ada", message=line("0" * 40))
    assert team.codes() == []


def test_a_copy_that_stays_one_changes_nothing(team: Team) -> None:
    team.begin(ONE, (FACT, record("fact")), ("memory/fact/fact-a (1).md", record()))
    team.commit("eve", (FACT, record("fact", text="New.")))
    assert team.codes() == []


@pytest.mark.parametrize("says", ["[store]\nignore = ['rule-*']\n", "[[root]]\npath = 'other'\n"])
def test_a_rule_that_is_no_record_any_more_by_what_arrives(team: Team, says: str) -> None:
    team.begin(ONE, (PATH, record()), (FACT, record("fact", name="fact-a")))
    config = (team.box.path / ".sgm/config.toml").read_text()
    made = team.commit("eve", (".sgm/config.toml", config + says))
    (finding,) = team.found()
    assert (finding.code, finding.path, finding.commit) == ("G903", PATH, made)
    assert 'the rule "rule-a" is taken away' in finding.message
    team.commit("ada", message=line("0" * 40))
    assert team.codes() == []


NAMED = record().replace("title: A", "title: A\naliases: [old-a]")
SUPERSEDES = ("memory/fact/by.md", record("fact", name="by", says="supersedes: old-a"))
NAMESAKE = "memory/fact/old-a.md"


def test_a_fact_that_takes_the_name_by_which_a_rule_is_superseded(team: Team) -> None:
    writers = f"agents = 'deny'\n{ONE}\n[policy.types]\nrule = ['Ada']"
    team.begin(writers, (PATH, NAMED), SUPERSEDES)
    team.commit("eve", (NAMESAKE, record("fact", name="old-a")))
    found = team.found()
    assert [(each.code, each.path) for each in found] == [("G901", NAMESAKE), ("G903", NAMESAKE)]
    assert '"old-a" changes which rules are superseded' in found[1].message


def test_a_fact_that_leaves_such_a_name_to_a_rule(team: Team) -> None:
    team.begin(ONE, (PATH, NAMED), SUPERSEDES, (NAMESAKE, record("fact", name="old-a")))
    team.commit("eve", (NAMESAKE, None))
    assert team.codes() == ["G903"]
    team.commit("ada", message=line("0" * 40, "old-a"))
    assert team.codes() == []


def test_a_name_that_no_rule_had_is_nobodys_business(team: Team) -> None:
    team.begin(ONE, OLD, SUPERSEDES)
    team.commit("eve", (NAMESAKE, record("fact", name="old-a")))
    assert team.codes() == []


@pytest.mark.parametrize(("key", "codes"), [("forge", ["G903"]), ("ada", [])])
def test_the_title_of_a_request_approves_nothing(team: Team, key: str, codes: list[str]) -> None:
    team.begin(f"{ONE}\n[trust]\nhosts = ['forge@example.org']", OLD)
    team.box.run("checkout", "-q", "-b", "side")
    team.commit("eve", NEW)
    message = f"Merge pull request #1 from eve/side\n\nSGM-Approve: rule-a {team.blob()}"
    team.box.run("checkout", "-q", "-B", "up", "trusted")
    team.made("ada", "merge", "-q", "--no-ff", "-m", message, "side", key=key)
    assert team.codes() == codes


@pytest.mark.parametrize(("kind", "codes"), [("rule", ["G903"]), ("fact", [])])
def test_what_supersedes_a_rule_made_since_the_branch_began(
    team: Team, kind: str, codes: list[str]
) -> None:
    team.begin(ONE)
    team.box.run("branch", "-f", "side")
    team.commit("ada", (PATH, record(kind)))
    team.box.run("branch", "-f", "trusted")
    team.box.run("checkout", "-q", "side")
    team.commit("eve", ("memory/fact/by.md", record("fact", name="by", says="supersedes: rule-a")))
    assert team.codes() == codes


def test_who_signs_anothers_commit_has_not_made_it(team: Team) -> None:
    """As in a rebase under ``commit.gpgSign``."""
    team.begin(ONE, OLD)
    made = team.commit("eve", NEW, key="ada")
    (finding,) = team.found()
    assert (finding.code, finding.commit) == ("G903", made)
    team.commit("ada", message=line(team.blob()))
    assert team.codes() == []


@pytest.mark.parametrize("newer", [record(text="Newer."), None])
def test_a_merge_that_brings_an_approvers_older_state_back(team: Team, newer: str | None) -> None:
    team.begin(ONE, OLD)
    team.box.run("checkout", "-q", "-b", "side")
    team.commit("ada", NEW)
    team.box.run("checkout", "-q", "-B", "up", "trusted")
    team.commit("ada", (PATH, newer))
    team.box.run("branch", "-f", "trusted")
    team.box.run("checkout", "-q", "side")
    made = team.made("eve", "merge", "-q", "-s", "ours", "-m", "merge", "trusted")
    assert [(each.code, each.commit) for each in team.found()] == [("G903", made)]
    team.commit("ada", message=line(team.blob()))
    assert team.codes() == []


def test_a_merge_that_takes_an_approvers_removal_of_an_older_state(team: Team) -> None:
    team.begin(ONE, OLD)
    team.box.run("checkout", "-q", "-b", "side")
    team.commit("ada", (PATH, None))
    team.box.run("checkout", "-q", "-B", "up", "trusted")
    team.commit("ada", NEW)
    team.box.run("branch", "-f", "trusted")
    team.box.run("checkout", "-q", "side")
    made = team.made("eve", "merge", "-q", "-s", "ours", "-m", "merge", "trusted")
    assert [(each.code, each.commit) for each in team.found()] == [("G903", made)]


@pytest.mark.parametrize(("who", "codes"), [("eve", ["G903"]), ("ada", [])])
@pytest.mark.parametrize("text", [NEW[1], None])
def test_what_was_undone_is_approved_no_more(
    team: Team, text: str | None, who: str, codes: list[str]
) -> None:
    """To do it again is to make it: an older approval is not replayed."""
    team.begin(ONE, OLD)
    team.commit("ada", (PATH, text))
    team.commit("ada", OLD)
    team.commit(who, (PATH, text))
    assert team.codes() == codes


def test_a_merge_of_what_an_approver_made_asks_no_more(team: Team) -> None:
    team.begin(ONE, OLD)
    team.box.run("checkout", "-q", "-b", "side")
    team.commit("ada", NEW)
    team.box.run("checkout", "-q", "-B", "up", "trusted")
    team.commit("eve", (FACT, record("fact", name="fact-a")))
    team.made("eve", "merge", "-q", "--no-ff", "-m", "merge", "side")
    assert team.codes() == []


@pytest.mark.parametrize("kind", ["Rule", "rul\u0435", '"rule\\u200b"'])
def test_what_looks_like_a_rule_needs_approval_and_writers(team: Team, kind: str) -> None:
    team.begin(f"agents = 'deny'\n{ONE}\n[policy.types]\nrule = ['Ada']")
    team.commit("eve", (PATH, record(kind)), message="x\n\nSGM-Agent: bot")
    assert team.codes() == ["G901", "G901", "G903"]


def test_a_rule_that_gets_another_id_where_it_lies_is_one_change(team: Team) -> None:
    team.begin(f"{ONE}\n[policy.types]\nrule = ['Ada']", OLD)
    team.commit("eve", (PATH, record("fact", name="fact-a")))
    found = team.found()
    assert sorted(each.code for each in found) == ["G901", "G903"]
    assert 'the rule "rule-a" is made the record "fact-a"' in found[-1].message
    team.commit("ada", message=line(team.blob(), "fact-a"))
    assert team.codes() == ["G901"]


def test_an_approver_may_give_a_rule_another_id(team: Team) -> None:
    team.begin(f"{ONE}\n[policy.types]\nrule = ['Ada']", OLD)
    team.box.run("checkout", "-q", "-b", "side")
    team.commit("ada", (PATH, record(name="rule-b")))
    assert team.codes() == []
    team.box.run("checkout", "-q", "-B", "up", "trusted")
    team.made("eve", "merge", "-q", "--no-ff", "-m", "merge", "side")
    assert team.codes() == []


def test_another_id_for_an_older_state_is_not_merged_over_a_newer(team: Team) -> None:
    team.begin(ONE, OLD)
    team.box.run("checkout", "-q", "-b", "side")
    team.commit("ada", (PATH, record(name="rule-b")))
    team.box.run("checkout", "-q", "-B", "up", "trusted")
    team.commit("ada", NEW)
    team.box.run("branch", "-f", "trusted")
    team.box.run("checkout", "-q", "side")
    team.made("eve", "merge", "-q", "-s", "ours", "-m", "merge", "trusted")
    assert team.codes() == ["G903"]


def test_a_good_signature_that_no_approver_has_says_whose_it_is(team: Team) -> None:
    team.begin("approvers = ['Grace']", OLD)
    team.commit("ada", (PATH, record(text="New.")))
    (finding,) = team.found()
    assert (
        'it is signed by "ada@example.org", whom no approver\'s name means: [identities] says whose'
        in finding.message
    )
