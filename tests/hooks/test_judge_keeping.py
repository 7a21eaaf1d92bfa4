"""What a commit would drop is told, put back by the plan, and dropped with consent only."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from sgm_git.document import read
from sgm_git.git.engine import open_repository
from sgm_git.record.consent import Consent
from sgm_git.record.value import same
from sgm_git.store.consents import remember
from tests.cli.runner import run
from tests.hooks.staged_support import PATH, E, Memory, W, codes, document

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.hooks.plan import Verdict
    from tests.support import GitSandbox

FULL = document(
    "x_review: {by: grace, at: [1, {deep: true}]}",
    "x_build: '42'",
    "annotations:",
    "  - {kind: risk, value: 1, x_by: ada}",
    "  - {kind: status, value: accepted}",
    session="s1",
    x_run="r",
)
NOTES = FULL[FULL.index("annotations") : FULL.index("provenance")]


@pytest.fixture
def memory(sandbox: GitSandbox) -> Memory:
    """A memory whose record has fields that no schema knows; it is published."""
    found = Memory.begun(sandbox.path)
    found.commit(PATH, FULL)
    found.commit("notes.txt", "so that HEAD is not the one that brought it\n")
    return found


def record(data: bytes | str) -> JsonObject:
    """The record of a document."""
    found = read(data.encode() if isinstance(data, str) else data).document
    assert found is not None
    return found.record


def lost(verdict: Verdict) -> list[tuple[str, str | None]]:
    """The codes and pointers of what is told, all of which must weigh as errors."""
    assert all(each.severity is E for each in verdict.findings)
    return [(each.code, each.pointer) for each in verdict.findings]


LOSSES = [
    ("x_review: {by: grace, at: [1, {deep: true}]}\n", "", "K401", "/x_review"),
    ("by: grace, ", "", "K401", "/x_review/by"),
    ("{deep: true}", "{}", "K401", "/x_review/at/1/deep"),
    (", x_by: ada", "", "K401", "/annotations/0/x_by"),
    ("  - {kind: risk, value: 1, x_by: ada}\n", "", "K402", "/annotations/0"),
    (NOTES, "", "K402", "/annotations/0"),
    ("kind: risk", "kind: confidence", "K402", "/annotations/0/kind"),
    ("'42'", "42", "K404", "/x_build"),
    ('  session: "s1"\n', "", "K405", "/provenance/session"),
    ('session: "s1"', "session: s2", "K405", "/provenance/session"),
    ('  x_run: "r"\n', "", "K405", "/provenance/x_run"),
]


@pytest.mark.parametrize(("old", "new", "code", "pointer"), LOSSES)
def test_each_loss_is_told_and_put_back_and_nothing_else_is_touched(
    memory: Memory, old: str, new: str, code: str, pointer: str
) -> None:
    text = FULL.replace(old, new).replace("title: A", "# a remark\ntitle:   B")
    assert text.count("\n") <= FULL.count("\n") + 1
    memory.stage(PATH, text)
    verdict = memory.judge()
    assert (lost(verdict), verdict.blocks) == ([(code, pointer)], True)
    (amendment,) = verdict.amendments
    assert (amendment.path, amendment.reasons, amendment.staged) == (
        PATH,
        ("restore",),
        text.encode(),
    )
    assert b"# a remark\ntitle:   B" in amendment.after
    memory.stage(PATH, amendment.after)
    again = memory.judge()
    assert (again.findings, again.amendments, again.blocks) == ((), (), False)


@pytest.mark.parametrize(("old", "new", "code", "pointer"), LOSSES)
def test_the_one_command_drops_it_on_purpose(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, old: str, new: str, code: str, pointer: str
) -> None:
    text = FULL.replace(old, new).replace("title: A", "title: B")
    memory.stage(PATH, text)
    verdict = memory.judge()
    (command,) = verdict.commands
    memory.stage(PATH, verdict.amendments[0].after)
    assert memory.told() == []
    monkeypatch.chdir(memory.box.path)
    perform(memory, command)
    staged = record(memory.box.run("show", f":{PATH}"))
    assert same({"annotations": []} | staged, {"annotations": []} | record(text)), (code, pointer)
    assert memory.told() == []
    memory.box.commit("dropped")
    memory.publish()
    memory.stage(PATH, FULL)
    memory.box.commit("and brought back")
    memory.publish()
    memory.stage(PATH, text)
    assert memory.judge().blocks, "a consent is used once"


def perform(memory: Memory, line: str) -> None:
    """Run a line of shell without a shell, in the repository's top."""
    for call in line.split(" && "):
        name, *arguments = shlex.split(call)
        if name == "git":
            memory.box.run(*arguments)
        else:
            done = run(*arguments)
            assert (name, done.status) == ("sgm", 0), done.err


def test_several_losses_of_one_record_have_one_command(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = FULL.replace(NOTES, "").replace("'42'", "42").replace('  session: "s1"\n', "")
    memory.stage(PATH, text)
    verdict = memory.judge()
    assert len(verdict.findings) == 3
    assert verdict.commands[0].split(" && ") == [
        "sgm set fact-a /x_build:=42 --no-commit",
        "sgm unset fact-a /annotations/0 --no-commit",
        "sgm unset fact-a /provenance/session --no-commit",
        "git add :/memory/fact/fact-a.md",
    ]
    memory.stage(PATH, verdict.amendments[0].after)
    monkeypatch.chdir(memory.box.path)
    perform(memory, verdict.commands[0])
    assert memory.told() == []


def test_each_annotation_of_one_kind_is_put_back(memory: Memory) -> None:
    twice = FULL.replace("  - {kind: status", "  - {kind: risk, value: 2}\n  - {kind: status")
    memory.commit(PATH, twice)
    memory.commit("notes.txt", "later\n")
    memory.stage(PATH, FULL.replace("  - {kind: risk, value: 1, x_by: ada}\n", ""))
    verdict = memory.judge()
    assert lost(verdict) == [("K402", "/annotations/0"), ("K402", "/annotations/1")]
    memory.stage(PATH, verdict.amendments[0].after)
    assert memory.told() == []


def test_what_else_waits_in_the_file_is_not_staged_by_the_command(memory: Memory) -> None:
    memory.stage(PATH, FULL.replace("'42'", "42"))
    memory.box.write(PATH, FULL.replace("'42'", "42").replace("Text", "Not yet"))
    assert memory.judge().commands == ("sgm set fact-a /x_build:=42 --no-commit",)


def test_what_a_record_must_have_has_no_command(memory: Memory) -> None:
    memory.stage(PATH, FULL.replace('  origin: "cli"\n', ""))
    verdict = memory.judge()
    assert sorted(lost(verdict)) == [("K405", "/provenance/origin"), ("S201", "/provenance/origin")]
    assert verdict.commands == ()
    assert record(verdict.amendments[0].after) == record(FULL)


def test_a_claimed_type_is_not_put_back_but_can_be_meant(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    musing = FULL.replace("type: fact", "type: musing")
    memory.commit(PATH, musing)
    memory.commit("notes.txt", "later\n")
    memory.stage(PATH, FULL)
    verdict = memory.judge()
    assert (lost(verdict), verdict.amendments) == ([("K403", "/type")], ())
    monkeypatch.chdir(memory.box.path)
    perform(memory, verdict.commands[0])
    assert (memory.box.path / PATH).read_text() == FULL
    assert memory.told() == []


def test_a_line_that_no_shell_misreads(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "memory/fact/it's $(id) *.md"
    odd = document("x_odd: 1", record_id="-it's $(id) *")
    memory.commit(path, odd.replace("id: -it's $(id) *", 'id: "-it\'s $(id) *"'))
    memory.commit("notes.txt", "later\n")
    memory.stage(
        path, odd.replace("x_odd: 1\n", "").replace("id: -it's $(id) *", 'id: "-it\'s $(id) *"')
    )
    verdict = memory.judge()
    (command,) = verdict.commands
    memory.stage(path, verdict.amendments[0].after)
    monkeypatch.chdir(memory.box.path)
    perform(memory, command)
    assert memory.told() == []


def test_no_line_shows_a_secret(memory: Memory) -> None:
    secret = "glpat-" + "a1B2c3D4" + "e5F6g7H8i9J0"
    memory.stage(PATH, FULL.replace('session: "s1"', f"session: {secret}"))
    verdict = memory.judge()
    assert ("K405", "/provenance/session") in lost(verdict)
    assert verdict.commands == ()
    assert secret not in repr(verdict.findings)


def test_known_fields_may_go_and_unknown_ones_may_come(memory: Memory) -> None:
    memory.stage(PATH, FULL.replace("title: A", "x_new: 1"))
    assert memory.told() == []


def test_what_is_silenced_by_head_is_no_loss(memory: Memory) -> None:
    memory.commit(".sgm/config.toml", '[checks]\nignore = ["K404"]\n')
    memory.stage(PATH, FULL.replace("'42'", "42"))
    assert memory.told() == []


def test_other_errors_do_not_keep_a_loss_from_being_put_back(memory: Memory) -> None:
    memory.stage(PATH, FULL.replace("'42'", "42").replace("kind: status, ", ""))
    memory.stage("memory/fact/fact-b.md", "---\ntitle: B\n---\n\nTyped.\n")
    verdict = memory.judge()
    assert codes(verdict) == [("K404", E), ("S201", E)]
    assert [each.reasons for each in verdict.amendments] == [("restore",)]
    assert b"x_build: '42'" in verdict.amendments[0].after


def test_where_nothing_may_be_changed_nothing_is_planned(memory: Memory) -> None:
    memory.stage(PATH, FULL.replace("'42'", "42"))
    verdict = memory.judge(amends=False)
    assert (lost(verdict), verdict.amendments, verdict.blocks) == ([("K404", "/x_build")], (), True)
    assert verdict.commands == (), "they undo what was put back"


class TestMoves:
    """A record is followed by its id."""

    def test_a_moved_record_keeps_what_it_has(self, memory: Memory) -> None:
        memory.box.run("mv", PATH, "memory/moved.md")
        assert memory.told() == []
        memory.stage("memory/moved.md", FULL.replace("'42'", "42"))
        assert lost(memory.judge()) == [("K404", "/x_build")]

    def test_a_moved_record_may_lose_on_purpose_what_it_lost(
        self, memory: Memory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        memory.box.run("mv", PATH, "memory/moved.md")
        memory.stage("memory/moved.md", FULL.replace("'42'", "42"))
        verdict = memory.judge()
        memory.stage("memory/moved.md", verdict.amendments[0].after)
        monkeypatch.chdir(memory.box.path)
        perform(memory, verdict.commands[0])
        assert b"x_build: 42" in memory.box.run("show", ":memory/moved.md")
        assert memory.told() == []

    def test_two_records_that_change_places_are_two_records_still(self, memory: Memory) -> None:
        other = "memory/fact/fact-b.md"
        memory.commit(other, document("x_b: 1", record_id="fact-b"))
        memory.commit("notes.txt", "later\n")
        memory.stage(other, FULL)
        memory.stage(PATH, document("x_b: 1", record_id="fact-b"))
        assert memory.told() == []
        memory.stage(PATH, document(record_id="fact-b"))
        assert lost(memory.judge()) == [("K401", "/x_b")]

    def test_into_another_root_goes_the_same_life(self, memory: Memory) -> None:
        memory.commit(".sgm/config.toml", '[[root]]\npath = "memory"\n[[root]]\npath = "other"\n')
        (memory.box.path / "other").mkdir()
        memory.box.run("mv", PATH, "other/fact-a.md")
        memory.stage("other/fact-a.md", FULL.replace("'42'", "42"))
        verdict = memory.judge()
        assert lost(verdict) == [("K404", "/x_build")]
        assert verdict.commands[0].startswith("sgm set other:fact-a ")

    def test_a_record_that_got_another_id_and_says_so(self, memory: Memory) -> None:
        renamed = FULL.replace("id: fact-a", "id: fact-z\naliases: [fact-a]")
        memory.box.run("mv", PATH, "memory/fact/fact-z.md")
        memory.stage("memory/fact/fact-z.md", renamed)
        assert memory.told() == []
        memory.stage("memory/fact/fact-z.md", renamed.replace("'42'", "42"))
        assert lost(memory.judge()) == [("K404", "/x_build")]

    def test_another_record_in_its_place_has_lost_nothing(self, memory: Memory) -> None:
        memory.stage(PATH, document(record_id="fact-z"))
        assert ("L503", E) in memory.told()


class TestConsents:
    """They are for one record, pointer and state, in this work tree or in a message."""

    TEXT = FULL.replace("x_build: '42'\n", "")

    def give(self, memory: Memory, consent: Consent, path: str = PATH) -> None:
        """Consent as ``sgm unset --no-commit`` does."""
        blob = memory.box.run("rev-parse", f"HEAD:{path}").decode().strip()
        remember(open_repository(memory.box.path), [(blob, consent)], {blob})

    def test_one_in_force_allows_exactly_that(self, memory: Memory) -> None:
        self.give(memory, Consent("fact-a", "/x_build"))
        memory.stage(PATH, self.TEXT)
        assert memory.told() == []
        memory.stage(PATH, self.TEXT.replace("by: grace, ", ""))
        assert lost(memory.judge()) == [("K401", "/x_review/by")]

    @pytest.mark.parametrize(
        "consent",
        [
            Consent("fact-b", "/x_build"),
            Consent("fact-a", "/x_review"),
            Consent("fact-a", "/x_build", "other"),
        ],
    )
    def test_one_for_something_else_does_not(self, memory: Memory, consent: Consent) -> None:
        self.give(memory, consent)
        memory.stage(PATH, self.TEXT)
        assert lost(memory.judge()) == [("K401", "/x_build")]

    def test_one_of_an_older_state_does_not(self, memory: Memory) -> None:
        self.give(memory, Consent("fact-a", "/x_build"))
        memory.commit(PATH, FULL.replace("Text", "Other"))
        memory.commit("notes.txt", "later\n")
        memory.stage(PATH, self.TEXT)
        assert lost(memory.judge()) == [("K401", "/x_build")]

    def test_the_message_of_a_squash_carries_it(self, memory: Memory) -> None:
        memory.box.run("checkout", "-q", "-b", "side")
        memory.stage(PATH, self.TEXT)
        memory.box.commit(f"drop it\n\n{Consent('fact-a', '/x_build').line()}")
        memory.box.run("checkout", "-q", "main")
        memory.box.run("merge", "--squash", "side")
        assert memory.told() == []


class TestUnpublishedHead:
    """Whoever amends a commit that nobody has is not held to what it said."""

    def test_what_head_alone_brought_may_go_again(self, memory: Memory) -> None:
        memory.commit(PATH, FULL.replace("x_build", "x_other: 1\nx_build"), published=False)
        memory.stage(PATH, FULL)
        verdict = memory.judge()
        assert (codes(verdict), verdict.blocks, verdict.amendments) == ([("K401", W)], False, ())
        assert "may be amended" in verdict.findings[0].message

    def test_what_its_parent_has_may_not(self, memory: Memory) -> None:
        memory.commit("notes.txt", "unpublished\n", published=False)
        memory.stage(PATH, FULL.replace("'42'", "42"))
        assert lost(memory.judge()) == [("K404", "/x_build")]

    def test_even_where_head_moved_the_record(self, memory: Memory) -> None:
        memory.box.run("mv", PATH, "memory/moved.md")
        memory.box.commit("move")
        memory.stage("memory/moved.md", FULL.replace("'42'", "42"))
        assert lost(memory.judge()) == [("K404", "/x_build")]

    def test_a_published_head_is_held_to_what_it_brought(self, memory: Memory) -> None:
        memory.commit(PATH, FULL.replace("x_build", "x_other: 1\nx_build"))
        memory.stage(PATH, FULL)
        assert lost(memory.judge()) == [("K401", "/x_other")]

    def test_another_record_in_the_place_before_does_not_count(self, memory: Memory) -> None:
        memory.commit(PATH, document("x_a: 1", record_id="fact-n"), published=False)
        memory.stage(PATH, document(record_id="fact-n"))
        assert memory.told() == [("K401", W)]

    def test_a_root_commit_came_out_of_nothing(self, sandbox: GitSandbox) -> None:
        memory = Memory(sandbox)
        memory.commit(PATH, FULL, published=False)
        memory.stage(PATH, FULL.replace("'42'", "42"))
        assert memory.told() == [("K404", W)]
