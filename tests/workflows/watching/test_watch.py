"""A watch tells what a commit would be told, and commits what was typed and left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document import read
from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.git.lock import held_alone
from sgm_git.workflows.watching import keeping
from sgm_git.workflows.watching.heard import Heard
from sgm_git.workflows.watching.loop import Watch
from sgm_git.workflows.watching.settling import Patience
from sgm_git.workflows.watching.wish import Wish
from tests.store.support import open_store
from tests.support import untraced
from tests.workflows.watching.bench import PATH, Bench, document

if TYPE_CHECKING:
    from tests.support import GitSandbox

BROKEN = document().replace("type: fact", "type: fact\n bad: [")
CONFIG = ".sgm/config.toml"
OTHER = "memory/fact/fact-b.md"


@pytest.fixture
def bench(sandbox: GitSandbox) -> Bench:
    found = Bench(sandbox)
    found.start()
    return found


class TestTelling:
    def test_what_is_wrong_is_told_after_a_moment_of_quiet_and_when_it_is_mended(
        self, bench: Bench
    ) -> None:
        bench.save(BROKEN)
        bench.wait(0.15)
        assert bench.kinds() == []
        bench.wait(0.1)
        assert bench.kinds() == ["findings"]
        event = bench.last("findings")
        assert event.path == PATH
        assert event.findings[0].code == "F103"
        assert bench.watch.has_errors
        bench.save(document())
        bench.wait(0.3)
        assert bench.kinds() == ["findings", "ok"]
        assert not bench.watch.has_errors

    def test_a_loss_is_told_as_pre_commit_tells_it(self, bench: Bench) -> None:
        bench.box.write(PATH, document("x_owner: Grace"))
        bench.box.commit("a field of another tool")
        bench.hear()
        bench.save(document(body="Other."))
        bench.wait()
        assert [each.code for each in bench.last("findings").findings] == ["K401"]
        assert "K401" in (bench.last("left").why or "")

    def test_what_differs_at_the_start_is_judged_but_was_not_seen_to_change(
        self, sandbox: GitSandbox
    ) -> None:
        bench = Bench(sandbox)
        sandbox.write(PATH, BROKEN)
        sandbox.write(OTHER, document(record_id="fact-b"))
        bench.start()
        assert bench.kinds() == ["findings"]
        bench.wait()
        assert bench.subjects() == []

    def test_a_new_id_that_another_record_has_is_told(self, bench: Bench) -> None:
        bench.save(document(), OTHER)
        bench.wait(0.5)
        assert "L501" in {each.code for each in bench.last("findings").findings}


class TestCommitting:
    def test_one_record_is_one_commit_of_gits_user(self, bench: Bench) -> None:
        bench.save(document(body="Other."))
        bench.save(document(record_id="fact-b"), OTHER)
        bench.wait(4.0)
        assert bench.subjects() == []
        bench.wait(3.0)
        assert bench.subjects() == ["memory: add fact fact-b", "memory: set content of fact-a"]
        said = bench.box.run("log", "-1", "--format=%an <%ae>%n%(trailers:key=SGM-Via)").decode()
        assert said.split("\n")[:2] == ["Ada <ada@example.org>", "SGM-Via: watch"]
        assert bench.box.status() == ""

    def test_a_new_record_is_completed_and_then_all_is_quiet(self, bench: Bench) -> None:
        bench.save("---\ntitle: New\n---\n\nText.\n", "memory/fact/fact-new.md")
        bench.wait()
        record = read((bench.box.path / "memory/fact/fact-new.md").read_bytes()).document
        assert record is not None
        assert record.record["id"] == "fact-new"
        assert bench.subjects() == ["memory: add fact fact-new"]
        bench.hear("memory/fact/fact-new.md")
        bench.wait(20.0)
        assert len(bench.subjects()) == 1
        assert bench.kinds() == ["committed"]

    def test_a_declared_stamp_is_kept_true(self, bench: Bench) -> None:
        stamped = {
            "modified": True,
            "modified_by": "Ada",
            "modified_at": "2026-11-18T10:30:00Z",
        }
        bench.box.write(
            PATH, document(**{k: str(v) for k, v in stamped.items() if k != "modified"})
        )
        text = (
            (bench.box.path / PATH)
            .read_text()
            .replace("  scope: {}", "  modified: true\n  scope: {}")
        )
        bench.box.write(PATH, text)
        bench.box.commit("stamped")
        bench.hear()
        bench.save(text.replace("Text.", "Other."))
        bench.wait()
        assert bench.subjects()[0] == "memory: set content of fact-a"
        assert '"2026-11-18T11:06:40Z"' in (bench.box.path / PATH).read_text()

    def test_a_move_is_one_commit(self, bench: Bench) -> None:
        data = (bench.box.path / PATH).read_text()
        bench.box.write("memory/fact/sub/fact-a.md", data)
        (bench.box.path / PATH).unlink()
        bench.hear(PATH, "memory/fact/sub/fact-a.md")
        bench.wait()
        assert bench.subjects() == ["memory: move fact fact-a"]
        assert bench.box.status() == ""

    def test_what_is_typed_on_is_not_committed_until_it_rests(self, bench: Bench) -> None:
        for number in range(5):
            bench.save(document(body=f"Text {number}."))
            bench.wait(3.0)
        assert bench.subjects() == []
        bench.wait(3.0)
        assert bench.subjects() == ["memory: set content of fact-a"]

    def test_a_half_written_file_is_never_committed(self, bench: Bench) -> None:
        whole = document(body="All of it.\n" * 20)
        bench.save(whole[: len(whole) // 2])
        bench.wait(1.0)
        bench.save(whole)
        bench.wait()
        assert bench.box.run("show", f"HEAD:{PATH}").decode() == whole
        assert len(bench.subjects()) == 1

    def test_what_changes_without_a_word_before_the_commit_begins_anew(self, bench: Bench) -> None:
        bench.save(document(body="One."))
        bench.wait(4.9)
        bench.box.write(PATH, document(body="Two."))
        bench.wait(1.0)
        assert bench.subjects() == []
        bench.wait(6.0)
        assert b"Two." in bench.box.run("show", f"HEAD:{PATH}")


class TestLeaving:
    @pytest.mark.parametrize(
        ("data", "why"),
        [
            (BROKEN, "F103"),
            (document().replace("type: fact", "type: rule"), "rule"),
            (None, "deleted"),
            (document(body=""), "half"),
            (f"<<<<<<< ours\n{document()}=======\n>>>>>>> theirs\n", "F10"),
        ],
    )
    def test_what_binds_or_is_wrong_is_left_and_said_once(
        self, bench: Bench, data: str | None, why: str
    ) -> None:
        bench.save(data)
        bench.wait()
        bench.hear(PATH)
        bench.wait()
        assert bench.kinds().count("left") == 1
        assert bench.kinds().count("gone") == (data is None)
        assert why in (bench.last("left").why or "")
        assert bench.subjects() == []

    def test_many_at_once_are_left(self, bench: Bench) -> None:
        for number in range(21):
            path = f"memory/fact/fact-{number}.md"
            bench.box.write(path, document(record_id=f"fact-{number}"))
            bench.hear(path)
        bench.wait()
        assert bench.kinds() == ["left"]
        assert bench.last("left").why == "21 records changed at once"
        assert bench.subjects() == []

    def test_a_text_that_shrinks_bit_by_bit_is_left(self, bench: Bench) -> None:
        for number in (40, 24, 14):
            bench.save(document(body="Text.\n" * number))
            bench.wait()
        assert bench.kinds() == ["committed", "committed", "left"]
        assert "half" in (bench.last("left").why or "")
        bench.box.commit("by hand")
        bench.save(document(body="Text.\n" * 10))
        bench.wait()
        assert bench.kinds()[-1] == "committed"

    def test_a_move_onto_another_record_is_left(self, bench: Bench) -> None:
        bench.box.write(OTHER, document(record_id="fact-b"))
        bench.box.commit("another")
        bench.hear()
        (bench.box.path / PATH).replace(bench.box.path / OTHER)
        bench.hear(PATH, OTHER)
        bench.wait()
        assert {each.path for each in bench.told if each.kind == "left"} == {PATH, OTHER}
        assert bench.subjects() == ["another"]

    def test_a_root_that_is_not_committed_is_left(self, bench: Bench) -> None:
        bench.save('format = 1\n[[root]]\npath = "memory"\n[[root]]\npath = "more"\n', CONFIG)
        bench.save(document(record_id="fact-b"), "more/fact/fact-b.md")
        bench.save(document(body="Other."))
        bench.wait()
        bench.hear("more/fact/fact-b.md")
        bench.wait()
        left = {each.path: each.why for each in bench.told if each.kind == "left"}
        assert set(left) == {CONFIG, "more/fact/fact-b.md"}
        assert bench.subjects() == ["memory: set content of fact-a"]

    def test_what_git_cannot_commit_now_is_tried_again_and_said_once(self, bench: Bench) -> None:
        place = bench.box.path / ".git/sgm/lock"
        bench.save(document(body="Other."))
        with held_alone(place) as other:
            assert other is None
            bench.wait()
            assert bench.kinds() == ["left"]
            assert "holds the lock" in (bench.last("left").why or "")
        bench.wait(17.0)
        assert bench.kinds() == ["left", "committed"]

    def test_what_git_can_never_commit_is_not_tried_for_ever(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tried: list[float] = []

        def fail(*_: object) -> str:
            tried.append(bench.now)
            raise CannotRun("signing failed")

        monkeypatch.setattr(keeping, "commit_saved", fail)
        bench.save(document(body="Other."))
        bench.wait(4000.0)
        assert len(tried) == 5
        assert bench.kinds() == ["left"]

    def test_what_is_staged_is_left_as_it_is(self, bench: Bench) -> None:
        bench.box.write(PATH, document(body="Staged."))
        bench.box.run("add", PATH)
        bench.box.write("notes.txt", "mine")
        bench.box.run("add", "notes.txt")
        bench.save(document(body="Typed on."))
        bench.save(document(record_id="fact-b"), OTHER)
        before = bench.box.run("ls-files", "-s", PATH, "notes.txt")
        bench.wait()
        assert "staged" in (bench.last("left").why or "")
        assert bench.subjects() == ["memory: add fact fact-b"]
        assert bench.box.run("ls-files", "-s", PATH, "notes.txt") == before

    def test_a_hook_that_refuses_leaves_the_file_as_it_was_typed(self, bench: Bench) -> None:
        hook = bench.box.path / ".git/hooks/pre-commit"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\necho no >&2\nexit 1\n")
        hook.chmod(0o755)
        typed = "---\ntitle: New\n---\n\nText.\n"
        bench.save(typed, OTHER)
        bench.wait()
        assert "no" in (bench.last("left").why or "")
        assert (bench.box.path / OTHER).read_text() == typed
        assert bench.subjects() == []

    def test_trust_files_and_ignored_files_are_left(self, bench: Bench) -> None:
        bench.save("format = 1\n[checks]\n", ".sgm/config.toml")
        bench.box.write(".gitignore", "fact-i.md\n")
        bench.save(document(record_id="fact-i"), "memory/fact/fact-i.md")
        bench.save("anything", "elsewhere/fact.md")
        bench.box.run("init", "-q", "memory/nested")
        bench.save("* -merge", "memory/nested/.gitattributes")
        bench.save("anything", "memory/fact/.fact-a.md.swp")
        bench.wait()
        assert bench.kinds() == ["left"]
        assert bench.last("left").path == ".sgm/config.toml"
        assert bench.subjects() == []


class TestWhileGitWorks:
    @untraced
    def test_a_switch_of_branches_is_no_edit(self, bench: Bench) -> None:
        paths = [f"memory/fact/fact-{number}.md" for number in range(5)]
        bench.box.run("checkout", "-q", "-b", "other")
        for number, path in enumerate(paths):
            bench.box.write(path, document(record_id=f"fact-{number}"))
        bench.box.commit("five")
        bench.hear(*paths)
        bench.wait(2.0)
        for branch in ("main", "other", "main"):
            bench.box.run("checkout", "-q", branch)
            bench.hear(*paths)
            bench.wait(1.0)
        bench.wait()
        assert bench.kinds() == []
        assert bench.subjects() == []

    def test_nothing_is_looked_at_while_the_index_is_locked(self, bench: Bench) -> None:
        lock = bench.box.path / ".git/index.lock"
        lock.touch()
        bench.save(BROKEN)
        bench.wait(3.0)
        assert bench.kinds() == []
        bench.wait(3.0)
        assert bench.kinds() == ["held"]
        lock.unlink()
        bench.wait(0.5)
        assert bench.kinds() == ["held", "findings"]

    def test_what_is_saved_in_an_unfinished_merge_waits_until_it_is_finished(
        self, bench: Bench
    ) -> None:
        bench.box.run("checkout", "-q", "-b", "other")
        bench.box.write(PATH, document(body="Theirs."))
        bench.box.commit("theirs")
        bench.box.run("checkout", "-q", "main")
        bench.box.write(PATH, document(body="Ours."))
        bench.box.commit("ours")
        bench.box.run("merge", "other", check=False)
        bench.save(document(body="Both."))
        bench.wait(20.0)
        assert bench.kinds() == ["held"]
        bench.box.run("commit", "-q", "-am", "merged")
        bench.wait(20.0)
        assert bench.kinds() == ["held"]
        assert bench.box.status() == ""

    def test_a_commit_by_hand_of_what_was_saved_is_no_second_one(self, bench: Bench) -> None:
        bench.save(document(body="Other."))
        bench.wait(1.0)
        bench.box.commit("by hand")
        bench.wait(20.0)
        assert bench.subjects() == ["by hand"]

    def test_a_rescan_finds_what_nobody_told_of(self, bench: Bench) -> None:
        bench.box.write(PATH, BROKEN)
        bench.hear(is_all=True)
        bench.wait(1.0)
        assert bench.kinds() == ["findings"]

    def test_a_rescan_takes_only_what_changed_for_changed(self, sandbox: GitSandbox) -> None:
        bench = Bench(sandbox)
        leftovers = [f"memory/fact/fact-{number}.md" for number in range(21)]
        for number, path in enumerate(leftovers):
            sandbox.write(path, document(record_id=f"fact-{number}"))
        bench.start()
        bench.told.clear()
        bench.save(document(record_id="fact-new"), "memory/fact/sub/fact-new.md")
        sandbox.write(leftovers[1], document(record_id="fact-1", body="Unheard."))
        bench.hear(is_all=True)
        bench.wait()
        assert {each.path for each in bench.told if each.kind == "saved"} == {
            "memory/fact/sub/fact-new.md",
            leftovers[1],
        }
        assert bench.subjects() == ["memory: add fact fact-1", "memory: add fact fact-new"]


class TestOnce:
    def test_it_looks_at_what_differs_and_ends(self, sandbox: GitSandbox) -> None:
        bench = Bench(sandbox, Wish(once=True, patience=Patience(pause=0.2)))
        sandbox.write(PATH, BROKEN)
        watch = bench.start()
        assert not watch.is_done
        bench.wait(1.0)
        assert watch.is_done
        assert watch.has_errors

    def test_it_commits_what_differs_and_settles(self, sandbox: GitSandbox) -> None:
        bench = Bench(sandbox, Wish(commits=True, once=True))
        sandbox.write(PATH, document(body="Other."))
        watch = bench.start()
        bench.wait(8.0)
        assert watch.is_done
        assert bench.subjects() == ["memory: set content of fact-a"]


def test_a_config_that_cannot_be_read_leaves_the_former_one(bench: Bench) -> None:
    bench.save("format = [\n", ".sgm/config.toml")
    bench.save(BROKEN)
    bench.wait(1.0)
    assert bench.kinds()[:2] == ["note", "findings"]
    assert "former settings" in (bench.told[1].why or "")


def test_nothing_is_left_behind(bench: Bench) -> None:
    bench.save(document(body="Other."))
    bench.wait()
    assert bench.box.run("fsck", "--no-dangling") == b""
    assert open_repository(bench.box.path).unfinished() is None


def test_a_conflict_copy_is_left(bench: Bench) -> None:
    bench.save(document(body="Other."), "memory/fact/fact-a (Ada's conflicted copy 2026-10-10).md")
    bench.wait()
    assert bench.subjects() == []
    assert "copy" in (bench.last("left").why or "")


def test_line_ends_of_windows_are_committed_as_git_wants_them(bench: Bench) -> None:
    (bench.box.path / PATH).write_bytes(document(body="Other.").replace("\n", "\r\n").encode())
    bench.hear(PATH)
    bench.wait()
    assert bench.subjects() == ["memory: set content of fact-a"]
    assert b"\r" not in bench.box.run("show", f"HEAD:{PATH}")
    bench.hear(PATH)
    bench.wait()
    assert bench.kinds() == ["committed"]


def test_the_first_commit_of_all_may_be_a_watchs(sandbox: GitSandbox) -> None:
    told: list[str] = []
    now = [0.0]
    records = open_store(sandbox.path).records
    watch = Watch(records, Wish(commits=True), lambda e: told.append(e.kind), lambda: now[0])
    watch.begin()
    sandbox.write(PATH, document())
    watch.step(Heard(frozenset((PATH,))))
    for _ in range(10):
        now[0] += 1.0
        watch.step(Heard())
    assert told == ["watching", "saved", "committed"]
    assert sandbox.run("ls-tree", "-r", "--name-only", "HEAD").decode() == f"{PATH}\n"


def test_who_waits_asks_git_for_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(bench.records.repository), "head", None)
    bench.wait(20.0)
    bench.hear("elsewhere.txt")
    assert bench.kinds() == []
