"""What of a branch does not go together with others that are open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document import write
from sgm_git.errors import UsageError
from sgm_git.workflows.diffing import Side, diff
from sgm_git.workflows.review import beside, meeting, open_branches
from sgm_git.workflows.review.model import Ends
from sgm_git.workflows.review.open_branches import Collisions, collisions
from tests.store.support import open_store
from tests.workflows.review.branch import Branch, made, marks, path_of

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.record.value import JsonObject, JsonValue

ACCEPTED = marks(status="accepted")
ROOTS = '[[root]]\npath = "memory"\n[[root]]\npath = "notes"\n'
RULE: dict[str, JsonObject] = {"rule-a": {"content": "One.\n\nTwo.\n\nThree.\n"}}


class Team(Branch):
    """A repository with main, topic, and other branches that begin at main."""

    def other(self, name: str = "other", base: str = "main") -> None:
        """Commit what there is; go to a new branch."""
        self.keep()
        self.box.run("checkout", "-q", "-b", name, base)

    def keep(self) -> None:
        """Commit what there is, if anything."""
        if self.box.status():
            self.commit()

    def collisions(
        self, *names: str, engine: Engine = "git", ends: tuple[str, str] = ("main", "topic")
    ) -> Collisions:
        """Compare topic with those branches."""
        self.keep()
        records = open_store(self.box.path, engine).records
        trusted, tip = (records.repository.resolve(name) for name in ends)
        (base,) = records.repository.merge_bases(trusted, tip)
        ours = diff(records, Side(base), Side(tip))
        return collisions(records, Ends(*ends, trusted, tip, base), ours, names or ("other",))

    def told(self, *names: str, engine: Engine = "git") -> list[tuple[str, str]]:
        """The kind and the text of each."""
        return [(each.kind, each.text) for each in self.collisions(*names, engine=engine).found]


@pytest.fixture
def team(tmp_sandbox: Path) -> Team:
    return Team(tmp_sandbox, RULE)


def edited(first: str = "One", last: str = "Three") -> str:
    return f"{first}.\n\nTwo.\n\n{last}.\n"


def test_two_records_of_one_id_are_told(team: Team, engine: Engine) -> None:
    team.put("fact-new", content="Here.\n")
    team.other()
    team.put("fact-new", content="There.\n")
    team.box.run("mv", path_of("fact-new"), "memory/new.md", check=False)
    (team.box.path / path_of("fact-new")).rename(team.box.path / "memory/new.md")
    (found,) = team.collisions(engine=engine).found
    assert (found.kind, found.branch) == ("same-id", "other")
    assert (found.ours, found.theirs) == (path_of("fact-new"), "memory/new.md")
    assert found.text == 'both bring a record "fact-new"'


def test_one_new_file_with_two_texts_says_whether_they_go_together(team: Team) -> None:
    team.put("fact-new", content="Here.\n")
    team.other()
    team.put("fact-new", content="There.\n")
    assert team.told() == [("same-id", 'both bring a record "fact-new": they conflict in /content')]


def test_the_same_file_on_both_sides_is_nothing(team: Team) -> None:
    team.put("fact-new")
    team.other()
    team.put("fact-new")
    assert team.collisions() == Collisions((), ())


def test_two_records_in_one_new_file_are_told(team: Team) -> None:
    team.put("fact-new")
    team.other()
    team.put("fact-new", id="fact-else")
    assert team.told() == [
        ("same-record", "both bring a file of this name, with another record in it")
    ]


def test_what_both_change_is_told_with_what_a_merge_makes_of_it(team: Team, engine: Engine) -> None:
    team.put("rule-a", content=edited(first="Uno"))
    team.other("apart")
    team.put("rule-a", content=edited(last="Drei"))
    team.other("against")
    team.put("rule-a", content=edited(first="Eins"))
    assert team.told("apart", "against", engine=engine) == [
        ("same-record", 'both change "rule-a": they conflict in /content'),
        ("same-record", 'both change "rule-a": both go together'),
    ]


def test_a_merge_is_over_what_both_came_from(team: Team) -> None:
    team.other("old")
    team.put("rule-a", content=edited(last="Drei"))
    team.other("main-goes-on")
    team.put("rule-a", content=edited(first="Uno"))
    team.keep()
    team.box.run("branch", "-qf", "main", "main-goes-on")
    team.other("topic-2")
    team.put("rule-a", content=edited(first="Un"))
    team.keep()
    found = team.collisions("old", ends=("main", "topic-2"))
    assert [each.text for each in found.found] == ['both change "rule-a": both go together']


@pytest.mark.parametrize("mirrored", [False, True])
def test_what_one_supersedes_and_the_other_edits_is_told(team: Team, *, mirrored: bool) -> None:
    def supersede() -> None:
        team.put("rule-b", title="Something else", annotations=marks(supersedes="rule-a"))

    def edit() -> None:
        team.put("rule-a", content=edited(first="Uno"))

    first, second = (edit, supersede) if mirrored else (supersede, edit)
    first()
    team.other()
    second()
    (found,) = team.collisions().found
    ours, theirs = "is superseded by", "and edited there"
    if mirrored:
        ours, theirs = "is edited here", "superseded by"
    assert found.kind == "superseded"
    assert ours in found.text
    assert theirs in found.text
    paths = (path_of("rule-b"), path_of("rule-a"))
    assert (found.ours, found.theirs) == (paths[::-1] if mirrored else paths)


def test_a_proposal_supersedes_nothing(team: Team) -> None:
    said = marks(status="proposed", supersedes="rule-a")
    team.put("rule-b", title="Something else", annotations=said)
    team.other()
    team.put("rule-a", content=edited(first="Uno"))
    assert team.told() == []


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("retired", 'set to "retired"'),
        ("removed", "removed"),
        ("renamed", 'renamed to "rule-z"'),
        ("moved and renamed", 'renamed to "rule-z"'),
        ("own word", 'superseded by "rule-q"'),
    ],
)
def test_what_holds_no_more_here_and_is_edited_there_is_told(
    team: Team, how: str, words: str
) -> None:
    if how == "retired":
        team.put("rule-a", **RULE["rule-a"], annotations=marks(status="retired"))
    elif how == "own word":
        team.put("rule-a", **RULE["rule-a"], annotations=marks(superseded_by="rule-q"))
    elif how == "renamed":
        team.put("rule-a", **RULE["rule-a"], id="rule-z", aliases=["rule-a"])
    else:
        team.remove("rule-a")
    if how == "moved and renamed":
        team.put("rule-z", **RULE["rule-a"], aliases=["rule-a"])
    team.other()
    team.put("rule-a", content=edited(first="Uno"))
    assert team.told() == [("superseded", f'"rule-a" is {words} here, and edited there')]


def test_two_successors_of_one_record_are_told_and_one_is_not(team: Team) -> None:
    team.put("rule-b", title="New way", annotations=marks(supersedes="rule-a"))
    team.other("apart")
    team.put("rule-c", title="Another path", annotations=marks(supersedes="rule-a"))
    team.other("same", "topic")
    team.box.run("reset", "-q", "--soft", "main")
    team.put("fact-more")
    assert team.told("apart", "same") == [
        ("superseded", '"rule-a" is superseded by "rule-b" here, and superseded by "rule-c" there')
    ]


def rules(team: Team, ours: JsonObject, theirs: JsonObject) -> list[tuple[str, str]]:
    """What is told where both branches bring a rule."""
    here: JsonObject = {"title": "Ours alone", "annotations": ACCEPTED}
    there: JsonObject = {"title": "Theirs by itself", "annotations": ACCEPTED}
    team.put("rule-x", **(here | ours))
    team.other()
    team.put("rule-y", **(there | theirs))
    return team.told()


def titled(title: str, **more: JsonValue) -> JsonObject:
    return {"title": title, **more}


def linking(*names: str, **scope: JsonValue) -> JsonObject:
    provenance: JsonObject = {
        "agent": "Ada",
        "created_at": "2026-10-10T18:21:47Z",
        "origin": "cli",
        "scope": {},
        "links": list(names),
    }
    return {"provenance": provenance, "scope": scope}


@pytest.mark.parametrize(
    ("ours", "theirs", "text"),
    [
        (
            titled("Never deploy on Fridays"),
            titled("never DEPLOY on friday!"),
            "both would bind everybody: their titles are alike",
        ),
        (
            titled("Review all migrations", scope={"team": "db"}),
            titled("Review every migration, all", scope={}),
            'both would bind all in "team=db": their titles are alike',
        ),
        (linking("rule-a"), linking("rule-a"), 'both would bind everybody: both link "rule-a"'),
        (linking("rule-y"), {}, "both would bind everybody: one links the other"),
        ({}, linking("rule-x"), "both would bind everybody: one links the other"),
    ],
)
def test_rules_that_meet_are_told(
    team: Team, ours: JsonObject, theirs: JsonObject, text: str
) -> None:
    assert rules(team, ours, theirs) == [("rules-meet", text)]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({}, {}),
        (titled("Use tabs"), titled("Use spaces")),
        (titled("Same", scope={"team": "a"}), titled("Same", scope={"team": "b"})),
        (titled("Same"), titled("Same", annotations=marks(status="proposed"))),
        (titled("Same"), titled("Same", type="fact")),
        (linking("rule-a"), linking("rule-b")),
        (titled(""), titled("")),
    ],
)
def test_rules_that_do_not_meet_are_not_told(
    team: Team, ours: JsonObject, theirs: JsonObject
) -> None:
    assert rules(team, ours, theirs) == []


def test_a_rule_that_is_there_already_meets_nothing(team: Team) -> None:
    team.put("rule-x", title="About rule-a", annotations=ACCEPTED)
    team.other()
    team.put("fact-new")
    assert team.told() == []


def test_patterns_and_names_lead_to_branches_of_this_and_other_repositories(
    team: Team, engine: Engine
) -> None:
    team.put("fact-new", content="Here.\n")
    team.other("feature/one")
    far, pull = "refs/remotes/origin/feature/far", "refs/pull/7/head"
    for text, ref in (("Far.\n", far), ("Pulled.\n", pull), ("There.\n", "")):
        team.put("fact-new", content=text)
        oid = team.commit()
        team.box.run("update-ref", ref or "refs/heads/feature/one", oid)
    team.box.run("symbolic-ref", "refs/remotes/origin/HEAD", far)
    wanted = {
        ("feature/one",): ["feature/one"],
        ("feature/*",): ["feature/one"],
        ("origin/*",): ["origin/feature/far"],
        ("refs/pull/*/head",): ["refs/pull/7/head"],
        ("refs/pull/7/head", "*"): ["refs/pull/7/head", "feature/one", "origin/feature/far"],
    }
    for names, branches in wanted.items():
        told = team.collisions(*names, engine=engine).found
        assert [each.branch for each in told] == branches


def test_neither_end_is_another_branch_nor_what_a_remote_has_of_it(team: Team) -> None:
    team.put("fact-new", content="Here.\n")
    team.keep()
    team.box.run("checkout", "-q", "-b", "was", "main")
    team.put("fact-new", content="Before a rebase.\n")
    team.keep()
    team.box.run("update-ref", "refs/remotes/origin/topic", "was")
    team.box.run("update-ref", "refs/remotes/origin/main", "was")
    team.box.run("branch", "-qD", "was", check=False)
    team.box.run("checkout", "-q", "topic")
    team.box.run("branch", "-qD", "was")
    assert team.collisions("*").found == ()
    assert [each.kind for each in team.collisions("origin/topic").found] == ["same-id"]


def test_what_is_merged_or_on_one_line_with_the_range_collides_with_nothing(team: Team) -> None:
    team.box.run("branch", "merged", "main")
    team.put("rule-a", content=edited(first="Uno"))
    team.keep()
    team.box.run("branch", "below")
    team.put("rule-a", content=edited(first="Un"))
    team.other("above", "topic")
    team.put("rule-a", content=edited(first="Eins"))
    assert team.collisions("merged", "below", "above", "main", "topic") == Collisions((), ())


def test_an_unknown_name_is_refused_and_a_pattern_without_a_match_is_a_note(
    team: Team, engine: Engine
) -> None:
    with pytest.raises(UsageError, match="no branch"):
        team.collisions("nothing", engine=engine)
    with pytest.raises(UsageError):
        team.collisions("--all", engine=engine)
    assert team.collisions("x/*", engine=engine) == Collisions((), ('no branch matches "x/*"',))


def test_a_commit_may_be_named_and_what_is_no_commit_is_no_branch(team: Team) -> None:
    team.put("fact-new", content="Here.\n")
    team.other()
    team.put("fact-new", content="There.\n")
    oid = team.commit()
    blob = team.box.run("hash-object", "-w", path_of("fact-new")).decode().strip()
    team.box.run("update-ref", "refs/tags/blob", blob)
    team.box.run("tag", "-a", "-m", "x", "annotated", oid)
    assert [each.branch for each in team.collisions(oid[:12]).found] == [oid[:12]]
    assert [each.branch for each in team.collisions("refs/tags/*").found] == ["refs/tags/annotated"]


def test_a_branch_of_another_history_is_a_note(team: Team) -> None:
    team.put("fact-new", content="Here.\n")
    team.keep()
    team.box.run("checkout", "-q", "--orphan", "pages")
    team.put("fact-new", content="There.\n")
    found = team.collisions("pages")
    assert found.found == ()
    assert found.notes == ('"pages" has nothing in common with the trusted end',)


def test_history_that_is_cut_is_a_note(team: Team, tmp_path: Path) -> None:
    team.put("fact-new", content="Here.\n")
    team.other()
    team.put("fact-new", content="There.\n")
    team.keep()
    team.box.run("checkout", "-q", "main")
    team.put("fact-more")
    team.keep()
    clone = tmp_path / "clone"
    source = f"file://{team.box.path}"
    team.box.run("clone", "-q", "--depth=1", "--no-single-branch", source, str(clone))
    records = open_store(clone).records
    oid = records.repository.resolve("origin/main")
    tip = records.repository.resolve("origin/topic")
    ends = Ends("origin/main", "origin/topic", oid, tip, None)
    found = collisions(records, ends, diff(records, Side(oid), Side(tip)), ("origin/other",))
    assert found.found == ()
    assert found.notes[0].startswith('what "origin/other" does cannot be told')


def test_more_than_anybody_reads_is_left_out_and_said(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("fact-new", "fact-two"):
        team.put(name, content="Here.\n")
    for branch in ("one", "two"):
        team.other(branch)
        for name in ("fact-new", "fact-two"):
            team.put(name, content=f"By {branch}.\n")
    for limit in ("MOST", "MOST_BRANCHES"):
        monkeypatch.setattr(open_branches, limit, 1)
    monkeypatch.setattr(beside, "MOST_RECORDS", 1)
    found = team.collisions("one", "two")
    assert [(each.branch, each.ours) for each in found.found] == [("one", path_of("fact-new"))]
    assert found.notes == (
        "1 more branches were not compared: name fewer of them",
        '1 more documents of "one" were not compared',
    )
    monkeypatch.setattr(beside, "MOST_RECORDS", 2)
    assert team.collisions("one").notes == ("1 more collisions are left out: name fewer branches",)


def test_a_branch_that_was_squashed_into_the_trusted_side_collides_with_nothing(
    team: Team, engine: Engine
) -> None:
    team.other()
    team.put("rule-a", content=edited(first="Uno"))
    team.put("rule-y", title="Never deploy on friday", annotations=ACCEPTED)
    team.keep()
    team.box.run("checkout", "-q", "main")
    team.box.run("merge", "-q", "--squash", "other")
    team.other("later", "main")
    team.put("rule-a", content=edited(first="Un"))
    team.put("rule-x", title="Never deploy on friday", annotations=ACCEPTED)
    assert team.collisions(engine=engine, ends=("main", "later")).found == ()


def test_what_moves_in_a_branch_that_is_not_compared_whole_is_not_said_to_be_gone(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    team.put("rule-a", content=edited(first="Uno"))
    team.other()
    (team.box.path / "memory" / "z").mkdir()
    team.box.run("mv", path_of("rule-a"), "memory/z/rule-a.md")
    monkeypatch.setattr(beside, "MOST_RECORDS", 1)
    assert team.collisions().found == ()
    monkeypatch.setattr(beside, "MOST_RECORDS", 2)
    assert team.collisions() == Collisions((), ())


def test_a_branch_with_much_to_tell_leaves_room_for_others(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        team.put(f"rule-{number}", title="Never deploy on Fridays")
    team.other("crowd")
    for number in range(3, 6):
        team.put(f"rule-{number}", title="Never deploy on Fridays")
    team.other("quiet")
    team.put("rule-0", title="Else", annotations=ACCEPTED)
    monkeypatch.setattr(open_branches, "MOST_EACH", 2)
    monkeypatch.setattr(beside, "MOST_PAIRS", 7)
    monkeypatch.setattr(meeting, "MOST", 5)
    found = team.collisions("crowd", "quiet")
    assert [each.branch for each in found.found] == ["crowd", "crowd", "quiet"]
    assert found.notes == (
        'of what collides with "crowd", only the first 2 are told',
        '1 more rules of "crowd" were not compared with the rules here',
    )


@pytest.mark.parametrize(
    ("ours", "reference"),
    [
        ({"aliases": ["rule-old"]}, "rule-old"),
        ({"aliases": ["rule-old"]}, "memory:rule-old"),
        ({"id": "adr:5"}, "adr:5"),
        ({"id": "adr:5"}, "memory:adr:5"),
    ],
)
def test_whatever_way_a_record_is_named_what_supersedes_it_is_told(
    tmp_sandbox: Path, ours: JsonObject, reference: str
) -> None:
    team = Team(tmp_sandbox, {"rule-a": {**ours, "content": "One.\n"}})
    team.put("rule-b", title="Else", annotations=marks(supersedes=reference))
    team.other()
    team.put("rule-a", **{**ours, "content": "Uno.\n"})
    assert [kind for kind, _ in team.told()] == ["superseded"]


@pytest.mark.parametrize("is_there", [True, False])
def test_a_plain_id_means_a_record_of_another_root_where_its_own_has_none(
    tmp_sandbox: Path, *, is_there: bool
) -> None:
    team = Team(tmp_sandbox, RULE, ROOTS)
    if is_there:
        team.box.run("checkout", "-q", "main")
        team.box.write("notes/own.md", write({"id": "rule-a", "type": "fact", "content": "x\n"}))
        team.commit()
        team.box.run("checkout", "-q", "-B", "topic")
    new: JsonObject = {"id": "rule-b", "type": "rule", "title": "Else", "content": "x\n"}
    team.box.write("notes/new.md", write(new | {"annotations": marks(supersedes="rule-a")}))
    team.other()
    team.put("rule-a", content=edited(first="Uno"))
    assert [kind for kind, _ in team.told()] == ([] if is_there else ["superseded"])


def test_rules_that_link_one_record_by_two_names_meet(tmp_sandbox: Path) -> None:
    team = Team(tmp_sandbox, {"rule-a": {"aliases": ["rule-old"]}})
    given = rules(team, linking("rule-old"), linking("memory:rule-a"))
    assert given == [("rules-meet", 'both would bind everybody: both link "rule-a"')]


def test_what_stacked_branches_share_is_no_collision(team: Team, engine: Engine) -> None:
    team.other()
    team.put("fact-new", content=edited())
    team.put("fact-both", content=edited())
    team.other("later", "other")
    team.put("fact-new", content=edited(first="Uno"))
    team.put("fact-both", content=edited(first="Uno"))
    team.keep()
    team.box.run("checkout", "-q", "other")
    team.put("fact-both", content=edited(last="Drei"))
    found = team.collisions(engine=engine, ends=("main", "later")).found
    assert [each.text for each in found] == ['both change "fact-both": both go together']


def test_two_changes_that_go_together_come_after_what_conflicts(team: Team) -> None:
    team.put("rule-a", content=edited(first="Uno"))
    team.put("rule-x", **titled("Never deploy on Fridays"))
    team.other()
    team.put("rule-a", content=edited(last="Drei"))
    team.put("rule-y", **titled("Never deploy on Fridays"))
    assert [kind for kind, _ in team.told()] == ["rules-meet", "same-record"]


def test_what_is_said_conflicts_before_who_said_it(team: Team) -> None:
    for place, agent in ((None, "Bo"), ("other", "Cy")):
        if place is not None:
            team.other(place)
        text = edited(first=agent)
        team.put("rule-a", title=agent, content=text, provenance=made(agent=agent, origin=agent))
    words = "/content, /title, /provenance/agent and 1 more"
    assert team.told() == [("same-record", f'both change "rule-a": they conflict in {words}')]


def test_a_proposal_that_is_accepted_supersedes_since(tmp_sandbox: Path) -> None:
    proposed: JsonObject = {"annotations": marks(status="proposed", supersedes="rule-a")}
    team = Team(tmp_sandbox, {**RULE, "rule-b": proposed})
    team.put("rule-b", annotations=marks(status="accepted", supersedes="rule-a"))
    team.other()
    team.put("rule-a", content=edited(first="Uno"))
    assert [kind for kind, _ in team.told()] == ["superseded"]


def test_what_the_trusted_end_has_gained_meanwhile_is_held_against_the_range(
    team: Team, engine: Engine
) -> None:
    team.put("fact-x", id="fact-new")
    team.put("fact-y", aliases=["fact-other"])
    team.put("fact-z", annotations=marks(supersedes="rule-late"))
    team.put("rule-x", title="Deploy only on Tuesdays")
    team.put("rule-a", content=edited(first="Uno"))
    team.other("gained")
    team.put("rule-late")
    team.put("fact-new")
    team.put("fact-other")
    team.put("rule-y", title="Deploy only on a Tuesday")
    team.put("rule-a", content=edited(first="Eins"))
    team.keep()
    team.box.run("branch", "-qf", "main", "gained")
    found = team.collisions("no*", engine=engine)
    assert {each.branch for each in found.found} == {"main"}
    assert [(each.kind, each.text) for each in found.found] == [
        ("same-id", 'both bring a record "fact-new"'),
        ("same-id", '"fact-other" is a former id here, and that of a new record there'),
        ("superseded", '"rule-late" is superseded by "fact-z" here, and new there'),
        ("rules-meet", "both would bind everybody: their titles are alike"),
    ]


def test_what_the_trusted_end_ends_meanwhile_is_told_unless_it_is_told_beside_the_record(
    team: Team,
) -> None:
    team.put("rule-a", content=edited(first="Uno"))
    team.keep()
    team.on_main("rule-b", title="Else", annotations=marks(supersedes="rule-a"))
    assert [kind for kind, _ in team.told("topic")] == ["superseded"]
    team.box.run("checkout", "-q", "main")
    team.remove("rule-a")
    team.remove("rule-b")
    team.keep()
    assert team.told("topic") == []
