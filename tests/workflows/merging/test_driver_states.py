"""The merge driver where a repository, its programs or its history are not as usual."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.cli import installed_git
from sgm_git.workflows.merging.registering import DRIVER_KEY, driver_command
from tests.programs import put_sgm
from tests.workflows.merging.support import (
    BASE,
    MERGED,
    OURS,
    STATUS,
    THEIRS,
    TITLE,
    Fork,
    edited,
    fork,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

PATH = "memory/x.md"
TITLES = edited(TITLE), edited((TITLE[0], "Drop the datastore "))


@pytest.fixture
def work(sandbox: GitSandbox) -> Fork:
    """Two sides that do not contradict each other."""
    return fork(sandbox, {PATH: BASE}, {PATH: OURS}, {PATH: THEIRS})


@pytest.fixture
def clash(sandbox: GitSandbox) -> Fork:
    """Two sides with two titles."""
    return fork(sandbox, {PATH: BASE}, {PATH: TITLES[0]}, {PATH: TITLES[1]})


def program(place: Path, script: str) -> str:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{script}\n")
    place.chmod(0o755)
    return driver_command(place)


def merge(work: Fork) -> tuple[int, str]:
    return work.attempt("merge", "-q", "--no-edit", "side")


class TestPlaces:
    def test_a_linked_work_tree(self, work: Fork, tmp_path: Path) -> None:
        work.box.run("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"), "main")
        assert work.attempt("merge", "-q", "side", cwd=tmp_path / "linked").status == 0
        assert (tmp_path / "linked" / PATH).read_bytes() == MERGED

    def test_a_folder_below_the_top(self, work: Fork) -> None:
        assert work.attempt("merge", "-q", "side", cwd=work.box.path / "memory").status == 0
        assert work.read(PATH) == MERGED

    def test_a_repository_that_is_named(self, work: Fork, tmp_path: Path) -> None:
        places = (f"--git-dir={work.box.path}/.git", f"--work-tree={work.box.path}")
        assert work.attempt(*places, "merge", "-q", "side", cwd=tmp_path).status == 0
        assert work.read(PATH) == MERGED

    def test_trees_alone_are_merged_in_a_bare_repository(self, work: Fork, tmp_path: Path) -> None:
        bare = tmp_path / "bare.git"
        work.box.run("clone", "-q", "--bare", ".", str(bare))
        attributes = tmp_path / "attributes"
        attributes.write_text("*.md merge=sgm\n")
        command = work.box.run("config", DRIVER_KEY).decode().strip()
        given = ("-c", f"{DRIVER_KEY}={command}", "-c", f"core.attributesFile={attributes}")
        done = work.box.run("-C", str(bare), *given, "merge-tree", "--write-tree", "main", "side")
        assert work.box.run("-C", str(bare), "show", f"{done.decode().strip()}:{PATH}") == MERGED

    def test_hooks_that_lie_elsewhere(self, work: Fork, tmp_path: Path) -> None:
        work.box.run("config", "core.hooksPath", str(tmp_path / "hooks"))
        assert merge(work)[0] == 0
        assert work.read(PATH) == MERGED


class TestPrograms:
    @pytest.fixture(autouse=True)
    def _no_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Only the sgm that a test names is there, also where one is on PATH."""
        folders = os.environ["PATH"].split(os.pathsep)
        kept = [folder for folder in folders if shutil.which("sgm", path=folder) is None]
        monkeypatch.setenv("PATH", os.pathsep.join(kept))

    def test_without_sgm_the_text_is_merged_and_it_is_said(self, work: Fork) -> None:
        work.box.run("config", DRIVER_KEY, driver_command(work.box.path / "gone"))
        status, err = merge(work)
        assert "sgm: none was found that works, so git merges a record as text" in err
        assert (status, work.unmerged()) == (1, {PATH})
        assert b"<<<<<<< ours\n" in work.read(PATH)
        assert work.strays() == []

    def test_without_sgm_what_merges_as_text_is_merged(self, sandbox: GitSandbox) -> None:
        theirs = edited(("Third", "3rd"))
        work = fork(sandbox, {PATH: BASE}, {PATH: edited(TITLE)}, {PATH: theirs})
        work.box.run("config", DRIVER_KEY, driver_command(work.box.path / "gone"))
        assert merge(work)[0] == 0
        assert work.read(PATH) == edited(TITLE, ("Third", "3rd"))

    @pytest.mark.parametrize("end", ["exit 3", "exit 129", "kill -9 $$"])
    def test_one_that_fails_or_is_killed_never_leaves_ours_without_a_word(
        self, work: Fork, tmp_path: Path, end: str
    ) -> None:
        work.box.run("config", DRIVER_KEY, program(tmp_path / "sgm", f': >"$3.sgm"; {end}'))
        status, err = merge(work)
        assert status != 0
        assert "sgm: merge-driver ended with status" in err
        assert work.strays() == []
        if work.unmerged():  # git 2.42 and later stop before
            assert b"<<<<<<< ours\n" in work.read(PATH)
        else:
            assert work.box.status() == ""

    @pytest.mark.parametrize("status", [1, 2, 127, 128, 129])
    def test_git_believes_any_status_and_shows_ours_without_a_marker(
        self, work: Fork, status: int
    ) -> None:
        """Why the driver is a line of sh that looks at the status itself."""
        work.box.run("config", DRIVER_KEY, f"exit {status}")
        assert merge(work)[0] != 0
        assert work.read(PATH) == OURS
        stops = status > 128 and (installed_git() or ()) >= (2, 42)
        assert work.unmerged() == (set() if stops else {PATH})

    def test_a_python_without_its_package_is_no_conflict(self, work: Fork, tmp_path: Path) -> None:
        broken = program(tmp_path / "sgm", "echo 'ModuleNotFoundError' >&2; exit 1")
        work.box.run("config", DRIVER_KEY, broken)
        assert "none was found that works" in merge(work)[1]
        assert b"<<<<<<< ours\n" in work.read(PATH)

    def test_it_is_none_either_where_ours_shows_a_marker(
        self, sandbox: GitSandbox, tmp_path: Path
    ) -> None:
        shown = b"\n~~~\n<<<<<<< ours\n~~~\n"
        work = fork(sandbox, *({PATH: each + shown} for each in (BASE, OURS, THEIRS)))
        work.box.run("config", DRIVER_KEY, program(tmp_path / "sgm", "exit 1"))
        assert "none was found that works" in merge(work)[1]
        assert work.read(PATH).count(b"<<<<<<< ours\n") > 1

    def test_one_that_starts_a_python_of_its_own(self, work: Fork, tmp_path: Path) -> None:
        place = put_sgm(tmp_path / "own/sgm", afresh=True)
        work.box.run("config", DRIVER_KEY, driver_command(place))
        assert merge(work) == (0, "")
        assert work.read(PATH) == MERGED


class TestConflicts:
    def test_what_is_settled_goes_on_and_is_sound(self, clash: Fork) -> None:
        assert clash.attempt("rebase", "-q", "main", "side").status == 1
        lines = clash.read(PATH).splitlines(keepends=True)
        taken = [
            line for line in lines if not line.startswith((b"<<<", b"===", b">>>", b"title: K"))
        ]
        clash.box.write(PATH, b"".join(taken))
        clash.box.run("add", PATH)
        assert clash.attempt("rebase", "--continue").status == 0
        assert clash.record(PATH)["title"] == "Drop the datastore"
        assert clash.box.status() == ""

    def test_giving_up_leaves_all_as_it_was(self, clash: Fork) -> None:
        before = clash.box.head()
        assert merge(clash)[0] == 1
        clash.box.run("merge", "--abort")
        assert (clash.box.head(), clash.read(PATH)) == (before, TITLES[0])
        assert clash.box.status() == ""

    def test_the_style_of_one_run_counts(self, clash: Fork) -> None:
        style = ("-c", "merge.conflictStyle=diff3")
        assert clash.attempt(*style, "merge", "-q", "side").status == 1
        assert b"||||||| base\ntitle: Keep the datastore   #" in clash.read(PATH)

    def test_both_sides_can_be_seen_in_the_index(self, clash: Fork) -> None:
        merge(clash)
        seen = [clash.box.run("show", f":{stage}:{PATH}") for stage in (1, 2, 3)]
        assert seen == [BASE, *TITLES]


class TestHistories:
    def crossed(self, box: GitSandbox, first: bytes, second: bytes) -> Fork:
        """Each side has merged the other's first state, in its own way, and then went on."""
        work = fork(box, {PATH: BASE}, {PATH: first}, {PATH: second})
        one, other = (box.run("rev-parse", name).decode().strip() for name in ("main", "side"))
        for branch, parents, data in (
            ("main", (one, other), first),
            ("side", (other, one), second),
        ):
            box.run("checkout", "-q", branch)
            box.run("merge", "-q", "--no-commit", "-s", "ours", parents[1])
            box.write(PATH, data.replace(b"First", branch.encode()))
            box.commit("cross")
        box.run("checkout", "-q", "main")
        return work

    def test_what_two_bases_agree_on_is_merged(self, sandbox: GitSandbox) -> None:
        both = edited(TITLE, STATUS)
        work = fork(sandbox, {PATH: BASE}, {PATH: edited(TITLE)}, {PATH: edited(STATUS)})
        one, other = (sandbox.run("rev-parse", name).decode().strip() for name in ("main", "side"))
        for branch, parent, word in (("main", other, b"First"), ("side", one, b"Third")):
            sandbox.run("checkout", "-q", branch)
            sandbox.run("merge", "-q", "--no-edit", parent)
            assert work.read(PATH) == both
            sandbox.write(PATH, both.replace(word, word + b"!"))
            sandbox.commit("on")
        sandbox.run("checkout", "-q", "main")
        assert len(sandbox.run("merge-base", "--all", "main", "side").split()) == 2
        assert merge(work)[0] == 0
        assert work.read(PATH) == both.replace(b"First", b"First!").replace(b"Third", b"Third!")

    def test_a_base_with_markers_of_its_own_stands_for_both(self, sandbox: GitSandbox) -> None:
        work = self.crossed(sandbox, *TITLES)
        assert len(sandbox.run("merge-base", "--all", "main", "side").split()) == 2
        status, err = merge(work)
        assert status == 1
        assert f"{PATH}: dec-x: conflict in /title\n" in err
        assert b"<<<<<<< ours\ntitle: Keep the old datastore" in work.read(PATH)
        assert b"<<<<<<<<" not in work.read(PATH)


class TestModes:
    def test_a_file_that_became_executable_is_merged_and_stays_so(self, work: Fork) -> None:
        work.box.run("update-index", "--chmod=+x", PATH)
        (work.box.path / PATH).chmod(0o755)
        work.box.commit("run")
        assert merge(work)[0] == 0
        assert work.read(PATH) == MERGED
        assert os.access(work.box.path / PATH, os.X_OK)

    def test_a_link_is_not_merged_with_a_record(self, sandbox: GitSandbox) -> None:
        link = {PATH: b"link to: ../elsewhere"}
        work = fork(sandbox, {PATH: BASE}, {PATH: OURS}, link)
        assert merge(work)[0] == 1
        assert any(path.startswith(PATH) for path in work.unmerged())
        assert not (sandbox.path / "elsewhere").exists()

    def test_two_links_are_gits_own_matter(self, sandbox: GitSandbox) -> None:
        links = [{PATH: b"link to: %d" % number} for number in range(3)]
        work = fork(sandbox, *links)
        assert merge(work)[0] == 1
        assert os.readlink(sandbox.path / PATH) == "1"  # noqa: PTH115 - no path but what it says
