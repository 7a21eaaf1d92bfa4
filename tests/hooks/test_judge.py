"""What is staged is judged: all of it, nothing else, by what counts for a commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from tests.hooks.staged_support import PATH, STAMP, E, Memory, W, codes, document

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

OTHER = "memory/fact/fact-b.md"
BAD = document("annotations: [{value: 1}]")


@pytest.fixture(params=["git", "dulwich"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """The engine under test."""
    found: Engine = request.param
    return found


@pytest.fixture
def memory(sandbox: GitSandbox, engine: Engine) -> Memory:
    """A memory with one published record."""
    return Memory.begun(sandbox.path, engine)


def test_nothing_staged_is_nothing_to_say(memory: Memory) -> None:
    verdict = memory.judge()
    assert (verdict.findings, verdict.blocks, verdict.records) == ((), False, 0)


class TestOnlyWhatIsStaged:
    """The work tree and what HEAD has already are no business of a commit."""

    def test_a_bad_record_that_was_mended_in_the_work_tree_only_is_refused(
        self, memory: Memory
    ) -> None:
        memory.stage(PATH, BAD)
        memory.box.write(PATH, document(body="Mended."))
        verdict = memory.judge()
        assert (codes(verdict), verdict.blocks, verdict.records) == ([("S201", E)], True, 1)

    def test_a_good_record_that_was_broken_in_the_work_tree_only_passes(
        self, memory: Memory
    ) -> None:
        memory.stage(PATH, document(body="Good."))
        memory.box.write(PATH, BAD)
        memory.box.write(OTHER, "no record at all")
        assert memory.told() == []

    def test_a_bad_record_that_head_has_already_is_passed_over(self, memory: Memory) -> None:
        memory.commit(OTHER, BAD.replace("fact-a", "fact-b"))
        memory.stage(PATH, document(body="Good."))
        assert memory.told() == []

    def test_a_record_that_was_bad_and_is_changed_is_refused(self, memory: Memory) -> None:
        memory.commit(OTHER, BAD.replace("fact-a", "fact-b"))
        memory.stage(OTHER, BAD.replace("fact-a", "fact-b").replace("Text", "More"))
        assert memory.told() == [("S201", E)]

    def test_what_lies_in_no_root_is_passed_over(self, memory: Memory) -> None:
        memory.stage("docs/x.md", "---\nid: [\n---\n")
        memory.stage("memory/README.md", "# What this is\n")
        assert memory.judge().records == 0

    def test_one_faulty_record_does_not_hide_another(self, memory: Memory) -> None:
        memory.stage("memory/fact/b.md", b"---\nid: b\n\xff\n---\n")
        memory.stage("memory/fact/c.md", "---\nid: c\n")
        memory.stage("memory/fact/d.md", "---\nid: d\nid: d\n---\n")
        memory.stage(PATH, document(body="<<<<<<< a\nx\n=======\ny\n>>>>>>> b"))
        assert memory.told() == [("F105", E), ("F102", E), ("F104", E), ("F106", E)]

    def test_a_binary_file_and_a_huge_one_are_told_and_not_read(self, memory: Memory) -> None:
        memory.stage("memory/fact/b.md", bytes(range(256)) * 40)
        memory.stage("memory/fact/c.md", b"x" * (2**20 + 1))
        assert memory.told() == [("F105", E), ("F107", E)]

    def test_a_link_is_not_followed(self, memory: Memory) -> None:
        (memory.box.path / "memory" / "leak.md").symlink_to("/etc/hostname")
        memory.box.run("add", "memory/leak.md")
        assert memory.told() == [("F114", W)]

    def test_infos_are_not_told_and_warnings_do_not_stop(self, memory: Memory) -> None:
        memory.stage(
            PATH, document("annotations: [{kind: risky, value: 1}]").replace("fact\n", "facd\n")
        )
        memory.stage(
            "memory/decision/dec-x.md", document(record_id="dec-x").replace("fact\n", "decision\n")
        )
        verdict = memory.judge()
        assert (codes(verdict), verdict.blocks) == ([("S205", W)], False)

    def test_progress_is_told(self, memory: Memory) -> None:
        memory.stage(PATH, document(body="1"))
        memory.stage(OTHER, document(record_id="fact-b"))
        memory.judge()
        assert memory.calls == [(1, 2), (2, 2)]


class TestTheFirstCommit:
    """There is no HEAD yet."""

    def test_is_judged_and_completed(self, sandbox: GitSandbox, engine: Engine) -> None:
        memory = Memory(sandbox, engine)
        memory.stage("memory/rule/rule-x.md", "---\ntitle: X\n---\n\nDo.\n")
        memory.stage(OTHER, document(record_id="fact-b"))
        verdict = memory.judge()
        assert (codes(verdict), [each.path for each in verdict.amendments]) == (
            [],
            ["memory/rule/rule-x.md"],
        )
        memory.stage(OTHER, BAD)
        verdict = memory.judge()
        assert (verdict.blocks, verdict.amendments) == (True, ())
        assert ("S201", E) in codes(verdict)
        assert STAMP.encode() not in b"".join(each.after for each in verdict.amendments)


class TestSetup:
    """What is staged below ``.sgm``."""

    def test_an_unknown_key_and_code_are_told(self, memory: Memory) -> None:
        memory.stage(".sgm/config.toml", 'format = 1\nstamps = 1\n[checks]\nignore = ["P999"]\n')
        verdict = memory.judge()
        assert codes(verdict) == [("C801", W), ("C801", W)]
        assert [each.span.line for each in verdict.findings if each.span] == [2, 4]
        assert "counts once it is committed" in verdict.notes[0]

    def test_what_stands_there_already_is_passed_over(self, memory: Memory) -> None:
        memory.commit(".sgm/config.toml", "format = 1\nstamps = 1\n")
        memory.stage(PATH, document(body="1"))
        assert memory.told() == []

    def test_a_broken_configuration_is_refused_with_its_place(self, memory: Memory) -> None:
        memory.stage(".sgm/config.toml", "format = 1\n[store\n")
        with pytest.raises(CannotRun, match=r"^.sgm/config.toml:2:"):
            memory.judge()

    def test_a_broken_schema_stops_and_a_good_one_passes(self, memory: Memory) -> None:
        memory.stage(".sgm/schemas/incident.json", '{"type": 7}')
        assert memory.told() == [("S207", E)]
        memory.stage(".sgm/schemas/incident.json", '{"required": ["x_level"]}')
        assert memory.told() == []

    def test_acceptances_that_say_nothing_are_refused_with_their_place(
        self, memory: Memory
    ) -> None:
        memory.stage(".sgm/accepted.toml", '[[accepted]]\nid = "a"\ncode = "P301"\n')
        with pytest.raises(CannotRun, match=r"^.sgm/accepted.toml:1:"):
            memory.judge()
        memory.stage(".sgm/accepted.toml", '[[accepted]]\nid = "a"\ncode = "P301"\nreason = "x"\n')
        assert memory.told() == []

    def test_signers_that_git_cannot_read_are_refused_with_their_place(
        self, memory: Memory
    ) -> None:
        memory.stage(".sgm/allowed_signers", "# ours\n\nada@example.org ssh-ed25519 AAAA!\n")
        with pytest.raises(CannotRun, match=r"^.sgm/allowed_signers:3:1: "):
            memory.judge()
        good = f'ada@example.org,b@example.org namespaces="git" ssh-ed25519 {"A" * 68} ada\n'
        memory.stage(".sgm/allowed_signers", good)
        assert memory.told() == []

    def test_a_commit_cannot_silence_what_it_breaks(self, memory: Memory) -> None:
        memory.stage(".sgm/config.toml", 'format = 1\n[checks]\nignore = ["S", "K"]\n')
        memory.stage(PATH, BAD)
        assert memory.told() == [("S201", E)]
        memory.stage(PATH, document())
        memory.box.commit()
        memory.stage(PATH, BAD)
        assert memory.told() == []

    def test_a_severity_of_heads_counts(self, memory: Memory) -> None:
        memory.commit(".sgm/config.toml", '[checks]\nseverity = { S205 = "error" }\n')
        memory.stage(
            "memory/decision/dec-x.md", document(record_id="dec-x").replace("fact\n", "decision\n")
        )
        verdict = memory.judge()
        assert (codes(verdict), verdict.blocks) == ([("S205", E)], True)
