"""pre-push judges exactly what is new to the remote, by what is trusted there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.cli import main
from sgm_git.git.engine import open_repository
from sgm_git.workflows.hooks.push import judge_pushed
from tests.hooks.push_support import (
    ADA,
    BAD,
    CONFIG,
    EVE,
    LATER,
    PATH,
    attempted,
    fact,
    with_sgm,
)
from tests.hooks.support import put_script
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from tests.hooks.push_support import Forge
    from tests.hooks.support import Outcome

NOW = 1_800_000_000
ZEROS = "0" * 40


@pytest.fixture
def forge(forge: Forge) -> Forge:
    """A clone with our hook, and a server without any."""
    (forge.server.path / "hooks/pre-receive").unlink()
    forge.clone.run("fetch", "-q", "origin")
    put_script(forge.clone.path / ".git/hooks", "pre-push")
    return forge


def push(forge: Forge, *refs: str) -> Outcome:
    """Push through the hook."""
    return attempted(forge.clone, "push", "-q", *(refs or ("origin", "HEAD:main")))


def codes(outcome: Outcome) -> list[str]:
    """The codes of the errors that the hook names."""
    found = (line.partition(" error: ")[0] for line in outcome.err.splitlines())
    return [each.rpartition(" ")[2] for each in found if ":" in each and each[-3:].isdigit()]


def refused(forge: Forge, *refs: str) -> list[str]:
    """Push what must not pass; give the codes."""
    outcome = push(forge, *refs)
    assert outcome.status != 0
    assert "sgm: the push is refused" in outcome.err, outcome.err
    return codes(outcome)


def passes(forge: Forge, *refs: str) -> str:
    """Push what must pass; give what is said."""
    outcome = push(forge, *refs)
    assert outcome.status == 0, outcome.err
    return outcome.err


class TestWhatIsNew:
    """No more and no less."""

    def test_good_records_pass_without_a_word(self, forge: Forge) -> None:
        forge.commit(fact("B"))
        assert passes(forge) == ""

    def test_bad_ones_do_not(self, forge: Forge) -> None:
        forge.commit(BAD)
        assert refused(forge) == ["F101"]
        assert attempted(forge.clone, "push", "--no-verify", "origin", "HEAD:main").status == 0

    def test_not_what_was_there(self, forge: Forge) -> None:
        forge.commit(BAD, "memory/fact/old.md")
        forge.push()
        forge.commit(fact("B"))
        assert passes(forge) == ""

    def test_not_what_another_branch_of_the_remote_has(self, forge: Forge) -> None:
        forge.go("-b", "legacy")
        forge.commit(BAD, "memory/fact/old.md")
        forge.push("legacy")
        forge.go("main")
        forge.commit(fact("B"))
        forge.clone.run("merge", "-q", "--no-edit", "legacy")
        assert passes(forge) == ""
        assert passes(forge, "origin", "HEAD:refs/heads/new") == ""
        forge.commit(BAD, "memory/fact/new.md")
        assert refused(forge) == ["F101"]

    def test_a_new_branch_by_the_main_one(self, forge: Forge) -> None:
        forge.go("-b", "side")
        forge.write(fact(agent="Eve"))
        forge.clone.commit(author=EVE, date=LATER)
        assert refused(forge, "origin", "side") == ["P302"]

    def test_tags(self, forge: Forge) -> None:
        forge.commit(BAD)
        forge.clone.run("tag", "-a", "-m", "x", "bad")
        forge.clone.run("tag", "-a", "-m", "x", "blob", f"HEAD:{PATH}")
        assert refused(forge, "origin", "bad") == ["F101"]
        assert passes(forge, "origin", "blob") == ""

    def test_a_deletion(self, forge: Forge) -> None:
        passes(forge, "origin", "HEAD:refs/heads/side")
        assert passes(forge, "origin", ":side") == ""

    def test_several_at_once(self, forge: Forge) -> None:
        forge.commit(fact("B"))
        forge.go("-b", "bad")
        forge.commit(BAD)
        assert refused(forge, "origin", "main", "bad", "bad:other") == ["F101"]

    def test_a_field_that_was_dropped_and_consent(self, forge: Forge) -> None:
        forge.commit(fact().replace("x_review: ada\n", ""))
        assert refused(forge) == ["K401"]
        forge.clone.run("commit", "-q", "--amend", "-m", "x\n\nSGM-Allow: fact-a /x_review")
        assert passes(forge) == ""

    def test_what_a_rebase_let_in(self, forge: Forge) -> None:
        """git runs no pre-commit there."""
        forge.go("-b", "side")
        forge.commit(fact("B"))
        forge.clone.run(
            "rebase",
            "-q",
            "--exec",
            f"printf bad > {PATH}; git add -A; git commit -q --amend --no-edit",
            "main",
        )
        assert refused(forge, "origin", "side") == ["F101"]


class TestTrust:
    """The old tip of the remote judges, whatever is pushed."""

    def test_rules_that_come_along_do_not_count(self, forge: Forge) -> None:
        forge.write("format = 1\n[checks]\nignore = ['F']\n", CONFIG)
        forge.commit(BAD)
        assert refused(forge) == ["F101"]

    def test_nor_after_a_rewind(self, forge: Forge) -> None:
        forge.commit("format = 1\n[checks]\nignore = ['F']\n", CONFIG)
        lax = forge.clone.head()
        forge.commit("format = 1\n", CONFIG)
        passes(forge)
        forge.go("--detach", lax)
        forge.commit(BAD)
        assert refused(forge, "origin", "+HEAD:main") == ["F101"]
        assert passes(forge, "origin", f"+{lax}:refs/heads/main") == ""

    def test_a_tip_that_nobody_has_fetched(self, forge: Forge, tmp_path: Path) -> None:
        """What was there when last seen judges."""
        other = GitSandbox(tmp_path / "other", forge.clone.environment)
        forge.clone.run("clone", "-q", str(forge.server.path), str(other.path))
        other.write("notes.txt", "other\n")
        other.commit(author=ADA, date=LATER)
        other.run("push", "-q", "origin", "HEAD:main")
        forge.commit(BAD)
        assert refused(forge, "origin", "+HEAD:main") == ["F101"]

    def test_the_first_push(self, forge: Forge, tmp_path: Path) -> None:
        forge.clone.run("init", "-q", "--bare", str(tmp_path / "new.git"))
        forge.clone.run("remote", "add", "new", str(tmp_path / "new.git"))
        told = passes(forge, "new", "main")
        assert "a first push: nothing is known to be there yet" in told
        forge.commit(BAD)
        address = str(tmp_path / "newer.git")
        forge.clone.run("init", "-q", "--bare", address)
        assert refused(forge, address, "main") == ["F101"]

    def test_a_remote_whose_name_begins_like_anothers(self, forge: Forge, tmp_path: Path) -> None:
        """What only ``team/fork`` has is new to ``team``."""
        for name in ("team", "team/fork"):
            address = str(tmp_path / f"{name.replace('/', '-')}.git")
            forge.clone.run("init", "-q", "--bare", address)
            forge.clone.run("remote", "add", name, address)
            forge.clone.run("push", "-q", "--no-verify", name, "main")
        forge.commit(BAD)
        forge.clone.run("push", "-q", "--no-verify", "team/fork", "main")
        assert refused(forge, "team", "HEAD:main") == ["F101"]
        assert refused(forge, "team", "HEAD:refs/heads/new") == ["F101"]
        assert passes(forge, "team/fork", "HEAD:refs/heads/new") == ""

    @pytest.mark.parametrize("there", ["*", "main"])
    def test_a_remote_that_is_followed_elsewhere(self, forge: Forge, there: str) -> None:
        """Its rules and its records count as those of any other."""
        followed = f"+refs/heads/{there}:refs/followed/of-{there}"
        forge.clone.run("config", "--replace-all", "remote.origin.fetch", followed)
        for name in ("HEAD", "main"):
            forge.clone.run("update-ref", "--no-deref", "-d", f"refs/remotes/origin/{name}")
        forge.clone.run("fetch", "-q")
        forge.commit(fact().replace("x_review: ada\n", ""))
        assert refused(forge, "origin", "HEAD:refs/heads/new") == ["K401"]

    def test_a_remote_by_its_address(self, forge: Forge) -> None:
        forge.commit(fact("B"))
        assert passes(forge, str(forge.server.path), "HEAD:main") == ""

    def test_a_clone_that_is_cut(self, forge: Forge, tmp_path: Path) -> None:
        forge.commit(fact("B"))
        passes(forge)
        place, address = tmp_path / "cut", f"file://{forge.server.path}"
        forge.clone.run("clone", "-q", "--depth", "1", address, str(place))
        put_script(place / ".git/hooks", "pre-push")
        cut = GitSandbox(place, forge.clone.environment)
        cut.write(PATH, fact("C"))
        cut.commit(author=ADA, date=LATER)
        assert attempted(cut, "push", "-q", "origin", "HEAD:main").status == 0
        cut.write(CONFIG, "format = 1\n[trust]\nadmins = ['ada@example.org']\n")
        cut.commit(author=ADA, date=LATER)
        assert attempted(cut, "push", "-q", "origin", "HEAD:main").status == 0
        cut.run("checkout", "-q", "-b", "side")
        cut.write("notes.txt", "side\n")
        cut.commit(author=ADA, date=LATER)
        cut.run("checkout", "-q", "-")
        cut.write(".mailmap", "")
        cut.commit(author=ADA, date=LATER)
        cut.run("merge", "-q", "--no-edit", "side")
        assert attempted(cut, "push", "-q", "origin", "HEAD:main").status == 0
        cut.write(PATH, BAD)
        cut.commit(author=ADA, date=LATER)
        assert codes(attempted(cut, "push", "-q", "origin", "HEAD:main")) == ["F101"]


def test_a_worktree_pushes_what_is_its_own(forge: Forge, tmp_path: Path) -> None:
    place = tmp_path / "linked"
    forge.clone.run("worktree", "add", "-q", "-b", "side", str(place))
    linked = GitSandbox(place, forge.clone.environment)
    linked.write(PATH, BAD)
    linked.commit(author=ADA, date=LATER)
    assert codes(attempted(linked, "push", "-q", "origin", "side")) == ["F101"]


def test_nothing_at_all(forge: Forge) -> None:
    report = judge_pushed(open_repository(forge.clone.path), "origin", b"", NOW)
    assert report.judged == ()


def test_each_range_once(forge: Forge) -> None:
    old = forge.clone.head()
    new = forge.commit(BAD)
    refs = ("refs/heads/main", "refs/heads/x", "refs/tags/y")
    lines = [f"HEAD {new} {ref} {old if ref.endswith('main') else ZEROS}\n" for ref in refs]
    repository = open_repository(forge.clone.path)
    report = judge_pushed(repository, "origin", "".join(lines).encode(), NOW)
    assert [each.ref for each in report.judged] == ["refs/heads/main"]
    assert report.fails


def test_without_a_remote_it_is_no_use(
    forge: Forge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(forge.clone.path)
    monkeypatch.setenv("PATH", with_sgm(forge.clone.path.parent / "programs"))
    assert main(["hooks", "run", "pre-push"]) == 2
    assert "needs the name of a remote" in capsys.readouterr().err
