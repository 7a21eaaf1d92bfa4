"""What a refused push says to do next really works."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from sgm_git.record.secret import secrets_in
from tests.hooks.push_support import (
    ADA,
    BAD,
    CONFIG,
    LATER,
    PATH,
    attempted,
    codes,
    fact,
    passes,
    refused,
    said,
)
from tests.hooks.support import put_script
from tests.tokens import TOKEN

if TYPE_CHECKING:
    from tests.hooks.push_support import Forge
    from tests.hooks.support import Outcome

LOST = fact("B").replace("x_review: ada\n", "")
BARE = "---\ntype: fact\ntitle: N\n---\n\nText.\n"
NEW = "memory/fact/fact-n.md"
DROP = "git commit --allow-empty -m 'Drop on purpose' -m 'SGM-Allow: fact-a /x_review'"


@pytest.fixture
def client(forge: Forge) -> Forge:
    """A clone with our hook, and a server without any."""
    (forge.server.path / "hooks/pre-receive").unlink()
    forge.clone.run("fetch", "-q", "origin")
    put_script(forge.clone.path / ".git/hooks", "pre-push")
    return forge


def push(forge: Forge) -> Outcome:
    """Push through the hook of the clone."""
    return attempted(forge.clone, "push", "-q", "origin", "HEAD:main")


def hints(outcome: Outcome) -> list[str]:
    """What is advised, of a server or of a hook here."""
    lines = said(outcome) or outcome.err.splitlines()
    return [line.removeprefix("hint: ") for line in lines if line.startswith("hint: ")]


def follow(forge: Forge, command: str) -> None:
    """Run a command as it stands there."""
    who = {"GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org"}
    who |= {"GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org"}
    environment = os.environ | forge.clone.environment | who
    subprocess.run(["sh", "-c", command], cwd=forge.clone.path, env=environment, check=True)


def both(forge: Forge) -> None:
    """Lose a field, and bring a record that is not complete."""
    forge.commit(LOST)
    forge.commit(BARE, NEW)


class TestMending:
    """``sgm fix --range`` is named with the ends that it needs."""

    def test_before_a_push(self, client: Forge) -> None:
        both(client)
        told = hints(push(client))
        assert told[0].startswith("sgm check --range origin/main..HEAD shows it all; sgm rule K401")
        command, _, rest = told[1].partition(" mends ")
        assert command == "sgm fix --range origin/main..HEAD"
        assert rest.startswith("what is marked [*]")
        follow(client, command)
        client.clone.commit("mend", author=ADA, date=LATER)
        assert push(client).status == 0
        assert b"x_review: ada" in client.clone.run("show", f"HEAD:{PATH}")

    def test_at_the_gate(self, forge: Forge) -> None:
        old = forge.clone.head()
        both(forge)
        told = hints(refused(forge))
        command = told[1].partition(" mends ")[0]
        assert command == f"sgm fix --range {old[:10]}..{forge.clone.head()[:10]}"
        follow(forge, command)
        forge.clone.commit("mend", author=ADA, date=LATER)
        passes(forge)

    def test_of_a_branch_that_is_not_checked_out(self, client: Forge) -> None:
        both(client)
        tip = client.clone.head()
        client.go("-b", "other", "HEAD~2")
        outcome = attempted(client.clone, "push", "-q", "origin", f"{tip}:main")
        assert f"sgm fix --range origin/main..{tip[:10]} mends" in outcome.err

    def test_not_where_it_mends_nothing(self, client: Forge) -> None:
        client.commit(BAD)
        assert "sgm fix" not in push(client).err

    def test_check_marks_what_it_mends(self, client: Forge) -> None:
        both(client)
        call = ["sgm", "check", "--range", "origin/main..HEAD"]
        told = _out(client, call)
        assert [line.endswith("[*]") for line in told[:2]] == [True, True]
        assert "S213" in told[1]
        (made,) = (line for line in _out(client, [*call, "--format=jsonl"]) if "S213" in line)
        assert '"fix": {"edits": [], "move_to": null}' in made  # who completes it is not told yet


def _out(forge: Forge, call: list[str]) -> list[str]:
    environment = os.environ | forge.clone.environment
    done = subprocess.run(
        call, cwd=forge.clone.path, env=environment, capture_output=True, check=False
    )
    return done.stdout.decode().splitlines()


class TestConsenting:
    """What was lost on purpose can be said in a later commit."""

    def test_before_a_push(self, client: Forge) -> None:
        client.commit(LOST)
        (advice,) = (each for each in hints(push(client)) if "on purpose" in each)
        assert advice == f"to drop it on purpose after all: {DROP}; then push again"
        follow(client, DROP)
        assert push(client).status == 0

    def test_at_the_gate(self, forge: Forge) -> None:
        forge.commit(LOST)
        assert any(DROP in each for each in hints(refused(forge)))
        follow(forge, DROP)
        passes(forge)

    def test_many_in_one_line_that_is_not_cut(self, forge: Forge) -> None:
        names = [f"x_{'long' * 8}_{n}" for n in range(9)]
        fields = "".join(f"{name}: 1\n" for name in names)
        forge.commit(fact("B").replace("x_review: ada\n", f"x_review: ada\n{fields}"))
        passes(forge)
        forge.commit(fact("C"))
        (advice,) = (each for each in hints(refused(forge)) if "on purpose" in each)
        assert advice.endswith("more); then push again")
        assert len(advice) < 400


class TestSecrets:
    """They come first, and an allowance comes before what it allows."""

    def test_the_gravest_is_explained(self, client: Forge) -> None:
        both(client)
        client.commit(fact("B").replace("Text.", f"It is {TOKEN}."), "memory/fact/fact-z.md")
        outcome = push(client)
        lines = outcome.err.splitlines()
        assert " X601 " in lines[0]
        assert " K401 " in lines[1]
        told = hints(outcome)
        assert told[0].endswith("sgm rule X601 explains")
        assert "git commit --amend, or git rebase -i" in told[1]
        assert secrets_in(outcome.err) == []

    def test_what_the_push_itself_allows(self, forge: Forge) -> None:
        allowed = secrets_in(TOKEN)[0].digest
        forge.commit(f'format = 1\n[secrets]\nallow = ["{allowed}"]\n', CONFIG)
        first = forge.clone.head()
        forge.commit(fact("B").replace("Text.", f"It is {TOKEN}."))
        outcome = refused(forge)
        assert "push the commit that allows it first, then the others" in outcome.err
        passes(forge, f"{first}:main")
        passes(forge)

    def test_what_it_does_not_allow(self, forge: Forge) -> None:
        other = f"sha256:{'0' * 64}"
        forge.commit(f'format = 1\n[secrets]\nallow = ["{other}"]\n', CONFIG)
        forge.commit(fact("B").replace("Text.", f"It is {TOKEN}."))
        assert "push the commit that allows it" not in refused(forge).err

    def test_what_the_server_lets_nobody_allow(self, forge: Forge) -> None:
        (forge.server.path / "policy.toml").write_text("[secrets]\nallow = []\n")
        forge.server.run("config", "sgm.policy", "policy.toml")
        allowed = secrets_in(TOKEN)[0].digest
        forge.commit(f'format = 1\n[secrets]\nallow = ["{allowed}"]\n', CONFIG)
        forge.commit(fact("B").replace("Text.", f"It is {TOKEN}."))
        assert "push the commit that allows it" not in refused(forge).err


def test_a_first_push_is_told_plainly(empty: Forge) -> None:
    empty.write("format = 1\n", CONFIG)
    empty.commit(BAD)
    outcome = refused(empty, "HEAD:refs/heads/main")
    assert codes(outcome) == ["F101"]
    assert "a first push: nothing is known to be there yet" in outcome.err
    assert "sgm check --rev" in outcome.err
