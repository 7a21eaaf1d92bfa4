"""Commits made anew on top of others are what their authors made, but for where they stand."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.exchange.values import Clash, Driver, Replayed
from tests.git.exchange.support import NO_DRIVER, UNION, exchange, told
from tests.git.support import assert_sound, program
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from tests.git.exchange.support import Once


def fill(sandbox: GitSandbox) -> None:
    """Make what ``box`` is."""
    sandbox.write("a.md", "1\n2\n3\n4\n5\n")
    sandbox.write("b.md", "b\n")
    sandbox.commit("base")
    sandbox.run("tag", "base")
    sandbox.run("switch", "-q", "-c", "theirs")
    sandbox.write("a.md", "theirs\n2\n3\n4\n5\n")
    sandbox.commit("theirs", author="Bob <bob@example.org>")
    sandbox.run("switch", "-q", "main")


@pytest.fixture
def box(once: Once) -> GitSandbox:
    """A branch ``theirs`` with one commit beside ``main``, on which ``base`` is the last common."""
    return once(fill)


def replay(
    box: GitSandbox, driver: Driver = NO_DRIVER, onto: str = "theirs"
) -> Replayed | Clash | None:
    """Replay what the checked-out branch has beyond ``base``; nothing but objects may come."""
    before = box.status(), told(box, "for-each-ref"), told(box, "reflog")
    there = exchange(box)
    upon, base = (told(box, "rev-parse", name) for name in (onto, "base"))
    found = there.replay(upon, base, box.head(), driver)
    assert (box.status(), told(box, "for-each-ref"), told(box, "reflog")) == before
    assert_sound(box)
    return found


def replayed(box: GitSandbox, driver: Driver = NO_DRIVER, onto: str = "theirs") -> Replayed:
    """Replay without a clash."""
    found = replay(box, driver, onto)
    assert isinstance(found, Replayed)
    return found


def test_it_is_what_a_rebase_makes(box: GitSandbox) -> None:
    box.write("a.md", "1\n2\n3\n4\nmine\n")
    first = box.commit("one\n\nwith a body")
    box.write("c.md", "c\n")
    box.run("mv", "b.md", "moved.md")
    second = box.commit("two")
    found = replayed(box)
    assert [old for old, _ in found.commits] == [first, second]
    assert found.tip == found.commits[-1][1]
    box.run("rebase", "-q", "theirs")
    form = "%T %an %ae %ad %B"
    for there, here in zip(("HEAD~1", "HEAD"), found.commits, strict=True):
        shown = told(box, "log", "-1", f"--format={form}", str(here[1]))
        assert shown == told(box, "log", "-1", f"--format={form}", there)


def test_message_date_and_encoding_stay_to_the_byte(box: GitSandbox) -> None:
    box.write("c.md", "c\n")
    box.run("add", "-A")
    tree, parent = told(box, "write-tree"), told(box, "rev-parse", "base")
    raw = (
        f"tree {tree}\nparent {parent}\n".encode()
        + b"author J\xf6rg Jr. <j@example.org> 1700000001 -0930\n"
        + b"committer Old <old@example.org> 1 +0000\n"
        + b"gpgsig -----BEGIN PGP SIGNATURE-----\n gone\n -----END PGP SIGNATURE-----\n"
        + b"encoding ISO-8859-1\n\n  gr\xfc\xdfe \r\n\n\n# no comment\nno newline at the end"
    )
    old = told_stored(box, raw)
    box.run("reset", "-q", "--hard", old)
    new = replayed(box).tip
    made = box.run("cat-file", "commit", new)
    header, _, message = made.partition(b"\n\n")
    assert message == raw.partition(b"\n\n")[2]
    assert b"author J\xf6rg Jr. <j@example.org> 1700000001 -0930\n" in header
    assert b"encoding ISO-8859-1" in header
    assert b"committer Ada <ada@example.org> " in header
    assert b"gpgsig" not in header


def told_stored(box: GitSandbox, raw: bytes) -> str:
    """Store a commit object of these bytes."""
    return box.run("hash-object", "-t", "commit", "-w", "--stdin", stdin=raw).decode().strip()


def test_the_committer_is_who_is_here_in_the_commits_encoding(
    box: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_COMMITTER_NAME", "Zoë")
    box.write("c.md", "c\n")
    box.commit("utf-8")
    box.run("-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-q", "--amend", "--no-edit")
    made = box.run("cat-file", "commit", replayed(box).tip)
    assert b"committer Zo\xeb <" in made


def test_no_committer_is_said(box: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    box.write("c.md", "c\n")
    box.commit()
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    with pytest.raises(CannotRun, match="git does not know your name"):
        replay(box)


def test_a_commit_that_becomes_empty_is_left_out_and_one_that_was_stays(box: GitSandbox) -> None:
    box.write("a.md", "theirs\n2\n3\n4\n5\n")
    same = box.commit("the same as theirs")
    empty = box.commit("empty all along")
    box.write("c.md", "c\n")
    last = box.commit("last")
    found = replayed(box)
    news = dict(found.commits)
    assert [*news] == [same, empty, last]
    assert news[same] is None
    assert told(box, "log", "--format=%s", f"theirs..{found.tip}").split("\n") == [
        "last",
        "empty all along",
    ]


def test_what_stands_there_already_stays(box: GitSandbox) -> None:
    box.write("c.md", "c\n")
    mine = box.commit("mine")
    found = replayed(box, onto="base")
    assert found == Replayed(mine, ((mine, mine),))


def test_nothing_to_replay(box: GitSandbox) -> None:
    assert replayed(box).commits == ()


def test_a_clash_names_the_commit_and_the_paths(box: GitSandbox) -> None:
    box.write("c.md", "c\n")
    box.commit("fine")
    box.write("a.md", "mine\n2\n3\n4\n5\n")
    bad = box.commit("clashes")
    assert replay(box) == Clash(bad, ("a.md",))


def test_the_driver_decides(box: GitSandbox) -> None:
    box.write("a.md", "mine\n2\n3\n4\n5\n")
    box.commit("mine")
    tip = replayed(box, UNION).tip
    assert told(box, "cat-file", "blob", f"{tip}:a.md").split("\n")[:2] == ["theirs", "mine"]


def test_lines_of_the_user_stay_and_the_repositorys_count_more(
    box: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.write("a.md", "mine\n2\n3\n4\n5\n")
    box.write("b.txt", "mine\n")
    box.commit("mine")
    box.run("switch", "-q", "theirs")
    box.write("b.txt", "theirs\n")
    box.commit("theirs")
    box.run("switch", "-q", "main")
    own = tmp_path / "config/git/attributes"
    own.parent.mkdir(parents=True)
    own.write_text("*.txt merge=union")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    tip = replayed(box, UNION).tip
    assert told(box, "cat-file", "blob", f"{tip}:b.txt") == "theirs\nmine"
    box.write(".git/info/attributes", "*.md -merge\n")
    assert isinstance(replay(box, UNION), Clash)


def test_a_merge_in_the_range_is_left_to_others(box: GitSandbox) -> None:
    box.write("c.md", "c\n")
    box.commit("mine")
    box.run("merge", "-q", "--no-edit", "theirs")
    assert replay(box) is None


def test_without_a_common_commit_too(box: GitSandbox) -> None:
    box.run("switch", "-q", "--orphan", "other")
    box.write("c.md", "c\n")
    box.commit("root")
    assert replay(box) is None


def test_an_old_git_leaves_it_to_others(
    box: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.write("c.md", "c\n")
    box.commit("mine")
    real = os.environ["PATH"]
    folder = tmp_path / "old"
    folder.mkdir()
    refuse = 'for word; do test "$word" = merge-tree && exit 129; done'
    program(folder / "git", f'{refuse}\nPATH="{real}" exec git "$@"')
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{real}")
    assert replay(box) is None
    with pytest.raises(CannotRun, match=r"needs git 2\.38"):
        exchange(box).merge_trees("HEAD", "theirs", NO_DRIVER)


class TestSigning:
    def sign_with(self, box: GitSandbox, tmp_path: Path, script: str) -> None:
        """Commits are to be signed by a script."""
        box.write("c.md", "c\n")
        box.commit("mine\n\nbody", date="2020-01-02T03:04:05+0130")
        box.run("config", "commit.gpgSign", "true")
        box.run("config", "gpg.program", str(program(tmp_path / "gpg", script)))

    def test_what_is_made_is_signed(self, box: GitSandbox, tmp_path: Path) -> None:
        script = 'cat >/dev/null; echo SIGNATURE; echo "[GNUPG:] SIG_CREATED x" >&2'
        self.sign_with(box, tmp_path, script)
        raw = box.run("cat-file", "commit", replayed(box).tip)
        assert b"\ngpgsig SIGNATURE\n" in raw
        assert b"author Ada <ada@example.org> 1577928845 +0130\n" in raw
        assert raw.endswith(b"\n\nmine\n\nbody\n")

    def test_a_key_that_fails_makes_nothing(self, box: GitSandbox, tmp_path: Path) -> None:
        self.sign_with(box, tmp_path, "exit 2")
        with pytest.raises(CannotRun, match="failed to sign"):
            replay(box)

    def test_a_key_that_waits_is_given_up(
        self, box: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sgm_git.git.exchange.remaking.SIGNING_SECONDS", 0.5)
        self.sign_with(box, tmp_path, "sleep 60")
        with pytest.raises(CannotRun, match=r"signing \(commit.gpgSign\)"):
            replay(box)


def test_sha256(tmp_path: Path) -> None:
    box = GitSandbox(tmp_path / "long")
    box.path.mkdir()
    box.run("init", "-q", "--object-format=sha256")
    box.write("a.md", "1\n2\n3\n")
    box.commit("base")
    box.run("tag", "base")
    box.run("switch", "-q", "-c", "theirs")
    box.write("a.md", "theirs\n2\n3\n")
    theirs = box.commit("theirs")
    box.run("switch", "-q", "main")
    box.write("a.md", "1\n2\nmine\n")
    mine = box.commit("mine")
    found = replayed(box)
    there = exchange(box)
    there.advance(mine, found.tip, "sync")
    assert (box.path / "a.md").read_text() == "theirs\n2\nmine\n"
    assert box.status() == ""
    assert told(box, "rev-parse", "HEAD~1") == theirs
    new = there.recommit(found.tip, theirs, {"a.md": b"other\n"})
    assert told(box, "cat-file", "blob", f"{new}:a.md") == "other"
