"""What pre-commit does about secrets: in every kind of file, and on the way out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.record.secret import secrets_in
from tests.cli.hooks.live import git, make_live, message
from tests.store.support import BASE
from tests.tokens import TOKEN, private_key
from tests.workflows.hooks.staging import PATH, Look, begun, stage, staged_text

if TYPE_CHECKING:
    from tests.support import GitSandbox

NEW_PATH = "memory/fact/fact-new.md"
NEW = f"---\nid: fact-new\ntype: fact\ntitle: By hand\n---\n\nIt is {TOKEN}.\n".encode()
X_TOKEN = BASE.replace(b"x_review", f"x_token: {TOKEN}\nx_review".encode())


@pytest.fixture
def box(sandbox: GitSandbox) -> GitSandbox:
    """A store in which all hooks of commits are live."""
    begun(sandbox)
    make_live(sandbox)
    return sandbox


@pytest.mark.parametrize(
    ("path", "data"),
    [
        (NEW_PATH, NEW),
        (PATH, X_TOKEN),
        (PATH, BASE + private_key().encode()),
        (NEW_PATH, b"no record: " + TOKEN.encode()),
        (NEW_PATH, b"---\n[: " + TOKEN.encode()),
        (NEW_PATH, b"\xe9 " + TOKEN.encode()),
        (NEW_PATH, f"key: {TOKEN}".encode("utf-16")),
        (NEW_PATH, NEW.replace(b"id: fact-new\n", b"")),
        (NEW_PATH, NEW.replace(b"By hand", f"{TOKEN}: colon".encode())),
    ],
)
@pytest.mark.parametrize("arguments", [[], ["-a"]])
def test_a_commit_with_a_secret_is_refused_and_shows_none(
    box: GitSandbox, path: str, data: bytes, arguments: list[str]
) -> None:
    stage(box, data, path)
    before = Look.at(box, git_runs=True)
    done = git(box, "commit", "-q", "-m", "x", *arguments)
    assert done.status == 1
    assert "X601" in done.err
    assert secrets_in(done.out + done.err) == []
    assert Look.at(box, git_runs=True) == before


def test_what_is_allowed_by_a_committed_hash_passes(box: GitSandbox) -> None:
    stage(box, NEW, NEW_PATH)
    words = git(box, "commit", "-q", "-m", "x").err.split()
    digest = next(word for word in words if word.startswith("sha256:"))
    stage(box, f'[secrets]\nallow = ["{digest}"]\n'.encode(), ".sgm/config.toml")
    assert git(box, "commit", "-q", "-m", "both at once").status == 1
    box.run("reset", "-q", NEW_PATH)
    assert git(box, "commit", "-q", "-m", "first the hash").status == 0
    box.run("add", NEW_PATH)
    assert git(box, "commit", "-q", "-m", "then the value").status == 0


def test_a_secret_that_got_in_is_taken_out_without_being_put_back(box: GitSandbox) -> None:
    stage(box, X_TOKEN)
    box.run("commit", "-q", "--no-verify", "-m", "leak")
    stage(box, BASE)
    done = git(box, "commit", "-q", "-m", "take it out")
    assert (done.status, done.err) == (0, "")
    assert staged_text(box) == BASE
    assert message(box) == "take it out\n"


def test_a_merge_brings_no_secret_in(box: GitSandbox) -> None:
    box.run("checkout", "-q", "-b", "side")
    stage(box, X_TOKEN)
    box.run("commit", "-q", "--no-verify", "-m", "leak")
    box.run("checkout", "-q", "-")
    stage(box, b"2\n", "other.txt")
    box.run("commit", "-q", "-m", "other")
    done = git(box, "merge", "-q", "--no-edit", "side")
    assert done.status == 1
    assert "X601" in done.err
    assert secrets_in(done.out + done.err) == []
