"""Clones of all sorts: linked, sparse, shallow, with submodules, with other line ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.git.exchange.values import Replayed
from tests.git.exchange.support import NO_DRIVER, Team, exchange, push, told
from tests.git.support import assert_sound
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.exchange.exchange import Exchange


def sync(box: GitSandbox) -> Exchange:
    """Fetch, replay, advance and push, as simply as may be."""
    there = exchange(box)
    upstream = there.upstream()
    fetched = there.fetch(upstream)
    assert fetched.tip
    there.follow(upstream, fetched.tip)
    head = box.head()
    base = there.repository.merge_bases(head, fetched.tip)[0]
    made = there.replay(fetched.tip, base, head, NO_DRIVER)
    assert isinstance(made, Replayed)
    there.advance(head, made.tip, "sgm sync")
    assert there.push(upstream, fetched.tip, made.tip).kind == "done"
    assert box.status() == ""
    assert_sound(box)
    return there


def both_write(team: Team, box: GitSandbox) -> None:
    """The other one publishes a change of a file and a new one; here is one that is not."""
    team.publish("a.md", "theirs\ntwo\nthree\n")
    team.publish("deep/theirs.md", "theirs\n")
    box.write("own.md", "own\n")
    box.write("deep/b.md", "mine\n")
    box.run("add", "--sparse", "own.md", "deep/b.md")
    box.run("commit", "-q", "-m", "own")


def at_hub(team: Team, name: str, branch: str = "main") -> str:
    """A file as it is published."""
    return told(team.hub, "cat-file", "blob", f"{branch}:{name}")


def test_a_linked_work_tree(team: Team, tmp_path: Path) -> None:
    team.here.run("worktree", "add", "-q", str(tmp_path / "linked"), "-b", "topic", "origin/main")
    linked = GitSandbox(tmp_path / "linked")
    main = team.here.status(), team.here.head()
    both_write(team, linked)
    sync(linked)
    assert at_hub(team, "own.md") == "own"
    assert (linked.path / "deep/theirs.md").read_text() == "theirs\n"
    assert (team.here.status(), team.here.head()) == main


def test_a_sparse_work_tree(team: Team) -> None:
    box = team.here
    box.run("sparse-checkout", "init", "--cone")
    both_write(team, box)
    box.run("sparse-checkout", "reapply")
    sync(box)
    assert not (box.path / "deep").exists()
    assert (box.path / "a.md").read_text().startswith("theirs")
    assert at_hub(team, "deep/b.md") == "mine"


def test_an_index_that_is_sparse_or_split(team: Team) -> None:
    box = team.here
    box.run("sparse-checkout", "init", "--cone", "--sparse-index")
    both_write(team, box)
    box.run("sparse-checkout", "reapply")
    sync(box)
    box.run("sparse-checkout", "disable")
    box.run("config", "index.sparse", "false")
    box.run("update-index", "--split-index")
    both_write_again(team, box)
    sync(box)


def both_write_again(team: Team, box: GitSandbox) -> None:
    """As before, but with other contents."""
    team.publish("a.md", "again\ntwo\nthree\n")
    box.write("own.md", "again\n")
    box.run("commit", "-q", "-m", "own", "own.md")


def test_a_shallow_clone(team: Team, tmp_path: Path) -> None:
    team.publish("a.md", "older\ntwo\nthree\n")
    url = f"file://{team.hub.path}"
    team.hub.run("clone", "-q", "--depth=1", url, str(tmp_path / "shallow"))
    box = GitSandbox(tmp_path / "shallow")
    both_write(team, box)
    assert sync(box).repository.is_shallow
    assert at_hub(team, "own.md") == "own"


def test_a_rewound_remote_is_seen_by_a_shallow_clone(team: Team, tmp_path: Path) -> None:
    start = team.here.head()
    team.publish("a.md", "older\ntwo\nthree\n")
    url = f"file://{team.hub.path}"
    team.hub.run("clone", "-q", "--depth=1", url, str(tmp_path / "shallow"))
    box = GitSandbox(tmp_path / "shallow")
    team.hub.run("update-ref", "refs/heads/main", start)
    there = exchange(box)
    assert there.fetch(there.upstream()).gone == (box.head(),)


@pytest.mark.parametrize("key", ["core.autocrlf", "text"])
def test_line_ends_of_the_work_tree(team: Team, key: str) -> None:
    box = team.here
    if key == "text":
        box.write(".git/info/attributes", "*.md text eol=crlf\n")
    else:
        box.run("config", key, "true")
    both_write(team, box)
    sync(box)
    assert (box.path / "a.md").read_bytes() == b"theirs\r\ntwo\r\nthree\r\n"
    assert at_hub(team, "a.md") == "theirs\ntwo\nthree"


def test_submodules_are_not_touched(team: Team) -> None:
    box, url = team.there, str(team.here.path)
    box.run("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "sub")
    box.commit("a submodule")
    box.run("push", "-q", "origin", "HEAD:main")
    both_write(team, team.here)
    sync(team.here)
    assert [*(team.here.path / "sub").iterdir()] == []
    assert told(team.here, "ls-files", "--stage", "sub").startswith("160000")
    team.here.write("sub/untracked", "stays\n")
    both_write_again(team, team.here)
    sync(team.here)
    assert (team.here.path / "sub/untracked").read_text() == "stays\n"


def test_two_who_push_at_once(team: Team) -> None:
    for box in (team.here, team.there):
        box.write(f"{box.path.name}.md", "1\n")
        box.commit()
    kinds = [push(box).kind for box in (team.here, team.there)]
    assert kinds == ["done", "race"]
    sync(team.there)
    assert at_hub(team, "here.md") == at_hub(team, "there.md") == "1"


def test_a_hook_of_git_may_call_it(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables that git sets for a hook say nothing here."""
    both_write(team, team.here)
    monkeypatch.setenv("GIT_DIR", str(team.here.path / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(team.here.path / ".git/next-index"))
    (team.here.path / ".git/next-index").write_bytes(b"")
    there = exchange(team.here)
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_INDEX_FILE")
    fetched = there.fetch(there.upstream())
    assert fetched.tip
    base = there.repository.merge_bases(team.here.head(), fetched.tip)[0]
    made = there.replay(fetched.tip, base, team.here.head(), NO_DRIVER)
    assert isinstance(made, Replayed)
    there.advance(team.here.head(), made.tip, "sync")
    assert team.here.status() == ""
