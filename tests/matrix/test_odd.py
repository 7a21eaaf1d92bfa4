"""What is odd about a record, a name, a repository or a locale changes nothing of all that."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from tests.matrix.situations import SITUATIONS, put_back
from tests.matrix.support import (
    CODE,
    NEW,
    PLAIN,
    STAMPED,
    STAMPED_BEFORE,
    Bench,
    put_hooks,
    put_program,
    record,
)
from tests.matrix.test_merges import ELSEWHERE, LOSSY, TITLED, commit
from tests.matrix.test_rewriting import FAULTY, stage
from tests.matrix.test_ways import assert_right
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

MOVED = "memory/fact/moved.md"
ODD = ("with space.md", 'it\'s "q".md', "日本.md", "-dash.md", "*.md", ":(top)x.md", "a\tb.md")


def attempt(bench: Bench, *options: str) -> tuple[int, str]:
    """Commit what is staged."""
    outcome = bench.attempt("commit", "-q", "-m", "x", *options)
    return outcome.status, outcome.said


def stamped_since(data: bytes | None) -> bool:
    """Whether a record was stamped anew."""
    return data is not None and b'"2026-10-11T08:00:00Z"' not in data


class TestRecord:
    def test_that_moved_and_lost_something_gets_it_back_where_it_is(self, bench: Bench) -> None:
        bench.run("mv", PLAIN, MOVED)
        stage(bench, {MOVED: LOSSY})
        status, said = attempt(bench)
        assert status == 1
        assert f"{MOVED}:" in said
        assert bench.read(MOVED) == bench.at("", MOVED) == put_back(LOSSY)

    @pytest.mark.parametrize(
        "data",
        [
            STAMPED_BEFORE,
            STAMPED_BEFORE.replace(b"title: Stamped", b'# a comment\ntitle: "Stamped"'),
            STAMPED_BEFORE.replace(b"\n", b"\r\n"),
        ],
    )
    def test_of_which_only_name_form_or_mode_changed_is_not_stamped(
        self, bench: Bench, data: bytes
    ) -> None:
        bench.run("mv", STAMPED, MOVED)
        stage(bench, {MOVED: data})
        bench.run("update-index", "--chmod=+x", MOVED)
        assert attempt(bench)[0] == 0
        assert bench.at("HEAD", MOVED) == data

    def test_with_carriage_returns_in_the_work_tree_keeps_them(self, bench: Bench) -> None:
        bench.run("config", "core.autocrlf", "true")
        edited = SITUATIONS["stamped"].typed
        stage(bench, {STAMPED: edited.replace(b"\n", b"\r\n")})
        assert attempt(bench)[0] == 0
        committed = bench.at("HEAD", STAMPED)
        assert committed is not None
        assert stamped_since(committed)
        assert bench.read(STAMPED) == committed.replace(b"\n", b"\r\n")
        assert bench.changed() == {}

    def test_with_a_mark_at_its_beginning_and_no_end_keeps_both(self, bench: Bench) -> None:
        mark, typed = b"\xef\xbb\xbf", SITUATIONS["stamped"].typed.rstrip(b"\n")
        stage(bench, {STAMPED: mark + typed})
        assert attempt(bench)[0] == 0
        committed = bench.at("HEAD", STAMPED)
        assert stamped_since(committed)
        assert committed is not None
        assert committed.startswith(mark + b"---\n")
        assert committed.endswith(b"Line 20 of it.")
        assert bench.read(STAMPED) == committed

    def test_that_was_stamped_in_the_future_is_stamped_as_of_now(self, bench: Bench) -> None:
        ahead = STAMPED_BEFORE.replace(b"2026-10-11T08:00:00Z", b"2099-01-01T00:00:00Z")
        commit(bench, {STAMPED: ahead}, "x")
        stage(bench, {STAMPED: ahead.replace(*ELSEWHERE)})
        assert attempt(bench)[0] == 0
        assert b"2099" not in (bench.at("HEAD", STAMPED) or b"2099")

    @pytest.mark.parametrize(
        "date", ["2026-11-01T00:00:00Z", "@1793491200 +0000", "2026.11.01T00:00", "11/1/2026 0:00"]
    )
    def test_that_is_committed_as_of_then_says_no_later_time(self, bench: Bench, date: str) -> None:
        stage(bench, {NEW: SITUATIONS["new"].typed})
        status, said = attempt(bench.under(GIT_COMMITTER_DATE=date, TZ="UTC"))
        assert status == 0, said
        assert b"2026-11-01T00:00:00Z" in bench.read(NEW)

    def test_that_is_committed_at_no_time_at_all_is_left_as_it_is(self, bench: Bench) -> None:
        stage(bench, {NEW: SITUATIONS["new"].typed})
        bench.settle()
        before = bench.snapshot()
        assert attempt(bench.under(GIT_COMMITTER_DATE="the day before"))[0] != 0
        assert bench.snapshot() == before

    def test_that_a_slow_hook_keeps_waiting_was_not_begun_after_its_commit(
        self, bench: Bench
    ) -> None:
        hooks = bench.git_dir / "hooks"
        put_program(hooks / "pre-commit.before-sgm", b"#!/bin/sh\nsleep 2\n")
        stage(bench, {NEW: SITUATIONS["new"].typed})
        assert attempt(bench)[0] == 0
        asked = ("log", "-1", "--date=format-local:%FT%TZ", "--format=%cd")
        made = bench.under(TZ="UTC").run(*asked).decode().strip()
        assert f'created_at: "{made}"'.encode() in bench.read(NEW)

    @pytest.mark.parametrize("encoding", ["UTF-16", "UTF-16LE-BOM", "UTF-16BE", "ISO-8859-1"])
    @pytest.mark.parametrize("options", [[], ["-a"]])
    def test_that_has_another_encoding_in_the_work_tree_is_completed_in_it(
        self, bench: Bench, encoding: str, options: list[str]
    ) -> None:
        codec = encoding.removesuffix("LE-BOM")
        text = SITUATIONS["new"].typed.decode().replace("Words.", "Wörter.")
        bench.write(".gitattributes", f"{NEW} working-tree-encoding={encoding}\n")
        stage(bench, {NEW: text.encode(codec)})
        status, said = attempt(bench, *options)
        assert status == 0, said
        committed = bench.at("HEAD", NEW)
        assert committed is not None
        assert b"created_at: " in committed
        assert bench.read(NEW).decode(codec) == committed.decode()
        assert bench.changed() == {".gitattributes": "??"}
        bench.write("more.py", "x\n")
        bench.run("add", "more.py")
        assert attempt(bench, "-a")[0] == 0
        assert bench.at("HEAD", NEW) == committed

    def test_that_has_an_encoding_which_cannot_be_written_is_refused(self, bench: Bench) -> None:
        stage(bench, {NEW: SITUATIONS["new"].typed})
        bench.write(NEW, SITUATIONS["new"].typed.decode().encode("cp037"))
        bench.settle()
        before = bench.snapshot()
        status, said = attempt(bench)
        assert status == 1
        assert "its file is in an encoding in which it cannot be amended" in said
        assert bench.snapshot() == before

    def test_names_of_all_kinds(self, bench: Bench) -> None:
        typed = SITUATIONS["new"].typed
        stage(bench, {f"memory/fact/{name}": typed for name in ODD})
        status, said = attempt(bench)
        assert status == 0, said
        for name in ODD:
            assert b"created_at: " in bench.read(f"memory/fact/{name}")
        assert bench.changed() == {}

    def test_a_name_that_is_no_text_in_a_locale_that_knows_none(self, bench: Bench) -> None:
        name = os.fsdecode(b"memory/fact/\xff\x1b[31m.md")
        stage(bench, {name: FAULTY})
        there = bench.under(LC_ALL="C", LANG="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
        before = bench.snapshot()
        status, said = attempt(there)
        assert status == 1
        assert "F103" in said
        assert "\x1b" not in said
        assert "Traceback" not in said
        assert bench.snapshot() == before


class TestRepository:
    def test_from_a_folder_below(self, bench: Bench) -> None:
        stage(bench, {STAMPED: SITUATIONS["stamped"].typed})
        below = Bench(bench.path / "memory" / "fact")
        outcome = below.attempt("commit", "-q", "-m", "x", "--", "fact-s.md")
        assert outcome.status == 0, outcome.said
        assert_right(bench, SITUATIONS["stamped"])
        assert bench.changed() == {}

    def test_detached(self, bench: Bench) -> None:
        bench.run("checkout", "-q", "--detach")
        stage(bench, {STAMPED: SITUATIONS["stamped"].typed})
        assert attempt(bench)[0] == 0
        assert_right(bench, SITUATIONS["stamped"])

    @pytest.mark.parametrize("depth", ["--depth=1", "--filter=blob:none"])
    def test_cloned_in_part(self, bench: Bench, tmp_path: Path, depth: str) -> None:
        bench.run("config", "uploadpack.allowFilter", "true")
        place = tmp_path / "clone"
        bench.run("clone", "-q", depth, f"file://{bench.path}", str(place))
        clone = Bench(place)
        clone.run("config", "sgm.path", bench.run("config", "sgm.path").decode().strip())
        put_hooks(clone.git_dir / "hooks")
        for name in ("stamped", "new"):
            situation = SITUATIONS[name]
            stage(clone, {situation.path: situation.typed})
            status, said = attempt(clone)
            assert status == 0, said
            assert_right(clone, situation)
        stage(clone, {PLAIN: LOSSY})
        assert attempt(clone)[0] == 1
        assert clone.read(PLAIN) == clone.at("", PLAIN) == put_back(LOSSY)
        assert clone.changed() == {}, "it is as it was"

    def test_cloned_without_the_records_beside_it(self, bench: Bench, tmp_path: Path) -> None:
        bench.run("config", "uploadpack.allowFilter", "true")
        place = tmp_path / "clone"
        options = ("-q", "--filter=blob:none", "--no-checkout")
        bench.run("clone", *options, f"file://{bench.path}", str(place))
        clone = Bench(place)
        clone.run("sparse-checkout", "set", "--no-cone", "/.sgm/", "/.gitattributes", f"/{STAMPED}")
        clone.run("checkout", "-q", "main")
        clone.run("config", "sgm.path", bench.run("config", "sgm.path").decode().strip())
        put_hooks(clone.git_dir / "hooks")
        stage(clone, {STAMPED: SITUATIONS["stamped"].typed})
        status, said = attempt(clone)
        assert status == 0, said
        assert "are left to the pre-push hook" in said
        assert_right(clone, SITUATIONS["stamped"])

    def test_bare_with_a_work_tree_beside_it(self, bench: Bench, tmp_path: Path) -> None:
        hub, place = tmp_path / "hub.git", tmp_path / "tree"
        bench.run("clone", "-q", "--bare", str(bench.path), str(hub))
        GitSandbox(hub).run("worktree", "add", "-q", str(place), "main")
        tree = Bench(place)
        tree.run("config", "sgm.path", bench.run("config", "sgm.path").decode().strip())
        put_hooks(hub / "hooks")
        stage(tree, {STAMPED: SITUATIONS["stamped"].typed})
        status, said = attempt(tree)
        assert status == 0, said
        assert_right(tree, SITUATIONS["stamped"])

    def test_an_announced_file_is_not_part_of_a_commit(self, bench: Bench) -> None:
        bench.write(NEW, FAULTY)
        bench.run("add", "-N", NEW)
        stage(bench, {PLAIN: TITLED})
        bench.run("reset", "-q", NEW)
        bench.run("add", "-N", NEW)
        assert attempt(bench)[0] == 0
        assert bench.changed() == {NEW: " A"}

    def test_three_lines_at_once(self, bench: Bench) -> None:
        for name, path in (("one", PLAIN), ("two", STAMPED)):
            bench.run("checkout", "-q", "-b", name, "main")
            commit(bench, {path: record(f"fact-{path[-4]}", title=name)}, name)
        bench.run("checkout", "-q", "main")
        commit(bench, {CODE: b"two\n"}, "ours")
        outcome = bench.attempt("merge", "-q", "--no-edit", "one", "two")
        assert outcome.status == 0, outcome.said
        assert len(bench.run("log", "-1", "--format=%P").split()) == len(("main", "one", "two"))
        assert bench.changed() == {}

    def test_two_commits_of_two_people_at_once(self, bench: Bench, tmp_path: Path) -> None:
        bench.run("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
        other = Bench(tmp_path / "other")
        slow = other.under(GIT_EDITOR="sleep 1; :")
        stage(other, {STAMPED: SITUATIONS["stamped"].typed})
        stage(bench, {STAMPED: SITUATIONS["stamped"].typed})
        began = time.monotonic()
        assert slow.attempt("commit", "-q", "-e", "-m", "x").status == 0
        assert time.monotonic() - began >= 1
        assert attempt(bench)[0] == 0
        for each in (bench, other):
            assert_right(each, SITUATIONS["stamped"])
            assert each.changed() == {}
