"""Who may change the rules of a server that names admins, and every way around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.git.test_signatures import SshKey, call, needs_ssh
from tests.hooks.push_support import (
    BAD,
    CONFIG,
    EVE,
    LATER,
    PATH,
    SIGNERS,
    codes,
    copied,
    empty_forge,
    fact,
    passes,
    refused,
    said,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.hooks.push_support import Forge

pytestmark = needs_ssh

LAX = "format = 1\n[checks]\nignore = ['F', 'S', 'P']\n"
STRICT = "format = 1\n[trust]\nadmins = ['ada@example.org']\n"
STRICTER = f"{STRICT}[checks]\nrequire_signed = true\n"
LAX_WITH_ADMINS = f"{STRICT}[checks]\nignore = ['F', 'S']\n"


@pytest.fixture(scope="session")
def first_team() -> list[tuple[Forge, SshKey]]:
    """The one that all others are copies of."""
    return []


@pytest.fixture
def team(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    first_team: list[tuple[Forge, SshKey]],
) -> tuple[Forge, SshKey]:
    """A server whose main branch was lax once, and names Ada as admin since; and her key."""
    if not first_team:
        place = tmp_path_factory.mktemp("team")
        first_team.append((_begun(place), SshKey(place / "ada")))
    forge, key = first_team[0]
    return copied(forge, tmp_path), key


def _begun(place: Path) -> Forge:
    call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada", "-f", place / "ada")
    key, forge = SshKey(place / "ada"), empty_forge(place)
    forge.write(fact())
    forge.commit(LAX, CONFIG, "lax")
    forge.clone.run("tag", "-a", "-m", "x", "lax")
    forge.write(f"ada@example.org {key.public}\n", SIGNERS)
    forge.commit(STRICT, CONFIG, "strict")
    passes(forge, "HEAD:refs/heads/main")
    return forge


@pytest.fixture
def forge(team: tuple[Forge, SshKey]) -> Forge:
    """The server and the clone."""
    return team[0]


@pytest.fixture
def key(team: tuple[Forge, SshKey]) -> SshKey:
    """The admin's key."""
    return team[1]


class TestByCommits:
    """A commit that changes a trust file is an admin's, and signed."""

    @pytest.mark.parametrize("path", [CONFIG, SIGNERS, ".mailmap", "memory/.gitattributes"])
    def test_by_nobody_else(self, forge: Forge, path: str) -> None:
        forge.commit("# nothing\n", path)
        assert codes(refused(forge)) == ["P314"]

    @pytest.mark.parametrize(
        "path",
        [".SGM/config.toml", ".\u017fgm/allowed_signers", ".Mailmap", "memory/.GitAttributes"],
    )
    def test_nor_by_another_case_of_its_name(self, forge: Forge, path: str) -> None:
        """Where a clone makes no difference between cases, it is the file itself."""
        forge.commit("# nothing\n", path)
        assert codes(refused(forge)) == ["P314"]

    def test_not_by_removing_one(self, forge: Forge) -> None:
        forge.commit(None, SIGNERS)
        assert codes(refused(forge)) == ["P314"]

    def test_not_by_a_link(self, forge: Forge) -> None:
        (forge.clone.path / CONFIG).unlink()
        (forge.clone.path / CONFIG).symlink_to("../notes.txt")
        forge.clone.commit(author=EVE, date=LATER)
        assert "link" in refused(forge).err, "by nobody: no rules can be read through it"

    def test_not_and_back_again(self, forge: Forge) -> None:
        forge.commit(LAX, CONFIG)
        forge.commit(STRICT, CONFIG)
        assert codes(refused(forge)) == ["P314", "P314"]

    def test_by_an_admin(self, forge: Forge, key: SshKey) -> None:
        forge.sign(key, STRICTER, CONFIG)
        assert passes(forge) == []

    def test_not_in_one_push_after_another(self, forge: Forge) -> None:
        """The first relaxes the rules, the second breaks them."""
        forge.commit(LAX, CONFIG)
        refused(forge)
        refused(forge, "HEAD:refs/heads/side")
        refused(forge, "HEAD:refs/tags/side")
        forge.commit(BAD)
        assert set(codes(refused(forge))) == {"P314", "F101"}

    def test_without_a_list_of_signers_it_is_a_warning(self, forge: Forge, key: SshKey) -> None:
        forge.sign(key, None, SIGNERS)
        passes(forge)
        forge.commit("# nothing\n", ".mailmap")
        (line,) = passes(forge)
        assert "1 warning" in line

    def test_without_one_nobody_makes_themselves_an_admin(self, forge: Forge, key: SshKey) -> None:
        forge.sign(key, None, SIGNERS)
        passes(forge)
        forge.sign(key, f"ada@example.org {key.public}\n", SIGNERS)
        outcome = refused(forge)
        assert codes(outcome) == ["P314"]
        assert f"{SIGNERS} must be here before admins are named" in outcome.err

    def test_signatures_where_all_are_asked_for(self, forge: Forge, key: SshKey) -> None:
        forge.sign(key, STRICTER, CONFIG)
        passes(forge)
        forge.commit("again\n", "notes.txt")
        assert codes(refused(forge)) == ["P312"]
        assert codes(refused(forge, "HEAD:refs/heads/new", "HEAD:refs/tags/new")) == ["P312"]


class TestByMerges:
    """A merge brings back no older state of a trust file."""

    def test_from_a_branch_that_is_older(self, forge: Forge) -> None:
        forge.go("-b", "old", "lax")
        forge.commit("again\n", "notes.txt")
        forge.merged("old", "main", "old")
        outcome = refused(forge)
        assert codes(outcome) == ["P314", "P314"]
        assert "brings back an older state of .sgm/config.toml" in outcome.err

    def test_the_other_way_round(self, forge: Forge) -> None:
        forge.go("-b", "old", "lax")
        forge.commit("again\n", "notes.txt")
        forge.merged("old", "old", "main")
        assert codes(refused(forge)) == ["P314", "P314"]

    def test_nor_of_what_admins_made_meanwhile(self, forge: Forge, key: SshKey) -> None:
        """Both states come with one push, and an admin has signed both."""
        one = forge.sign(key, LAX_WITH_ADMINS, CONFIG)
        two = forge.sign(key, STRICT, CONFIG)
        forge.merged(one, two, one)
        assert codes(refused(forge)) == ["P314"]
        forge.merged(two, two, one)
        assert passes(forge) == []

    def test_but_one_that_keeps_what_is_newer_passes(self, forge: Forge) -> None:
        forge.go("-b", "old", "lax")
        forge.commit("again\n", "notes.txt")
        forge.clone.run("merge", "-q", "--no-verify", "--no-edit", "main")
        assert passes(forge, "HEAD:refs/heads/old") == []
        forge.go("main")
        forge.commit(fact("B"))
        forge.clone.run("merge", "-q", "--no-verify", "--no-edit", "old")
        assert passes(forge) == []

    def test_and_one_that_brings_what_an_admin_made(self, forge: Forge, key: SshKey) -> None:
        forge.go("-b", "side")
        forge.sign(key, STRICTER, CONFIG)
        passes(forge, "side")
        forge.go("main")
        forge.clone.run("merge", "-q", "--no-verify", "--no-ff", "--no-edit", "side")
        assert passes(forge) == []

    def test_a_history_of_its_own_brings_none(self, forge: Forge) -> None:
        forge.go("--orphan", "other")
        forge.commit(LAX, CONFIG)
        other = forge.clone.head()
        forge.merged(other, "main", other)
        assert "P314" in codes(refused(forge))
        forge.merged("main", "main", other)
        outcome = refused(forge)  # for the commit that the other one begins with
        assert set(codes(outcome)) == {"P314"}
        assert "older state" not in outcome.err


class TestByRewinds:
    """Going back to an older state changes trust files as much as a commit does."""

    def test_nobody_goes_back_behind_the_rules(self, forge: Forge) -> None:
        outcome = refused(forge, "+lax^{commit}:refs/heads/main")
        assert codes(outcome) == ["P314", "P314"]

    def test_not_to_what_an_admin_had_signed(self, forge: Forge, key: SshKey) -> None:
        one = forge.sign(key, LAX_WITH_ADMINS, CONFIG)
        forge.sign(key, STRICT, CONFIG)
        passes(forge)
        assert codes(refused(forge, f"+{one}:refs/heads/main")) == ["P314"]

    def test_but_an_admin_may_sign_another_one_in_its_place(
        self, forge: Forge, key: SshKey
    ) -> None:
        start = forge.clone.head()
        forge.sign(key, STRICTER, CONFIG)
        passes(forge)
        forge.go("--detach", start)
        forge.sign(key, f"{STRICTER}\n", CONFIG)
        assert passes(forge, "+HEAD:refs/heads/main") == []

    def test_not_by_a_branch_that_is_made_anew(self, forge: Forge) -> None:
        """It may be made where the rules were lax, but they do not judge what comes to it."""
        passes(forge, "lax^{commit}:refs/heads/side")
        forge.go("--detach", "lax")
        forge.commit(BAD, "memory/fact/new.md")
        assert codes(refused(forge, "HEAD:refs/heads/side")) == ["F101"]
        forge.commit(None, "memory/fact/new.md")
        forge.commit(f"{LAX}\n", CONFIG)
        assert codes(refused(forge, "HEAD:refs/heads/side")) == ["P314"]

    def test_not_by_a_key_that_was_an_admins_once(
        self, forge: Forge, key: SshKey, tmp_path: Path
    ) -> None:
        call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "new")
        before, new = forge.clone.head(), SshKey(tmp_path / "new")
        forge.sign(key, f"ada@example.org {new.public}\n", SIGNERS)
        passes(forge, "HEAD:main", f"{before}:refs/heads/side")
        forge.go("--detach", before)
        forge.sign(key, LAX, CONFIG)
        assert codes(refused(forge, "HEAD:refs/heads/side")) == ["P314"]


class TestByThePolicy:
    """What the server says of its own stands above all branches."""

    def policy(self, forge: Forge, text: str | None) -> None:
        """Write the server's policy, and name it."""
        if text is not None:
            (forge.server.path / "policy.toml").write_text(text)
        forge.server.run("config", "sgm.policy", "policy.toml")

    def lax(self, forge: Forge, key: SshKey) -> None:
        """Let the branch ignore what it can."""
        forge.sign(key, LAX_WITH_ADMINS, CONFIG)
        passes(forge)

    def test_it_tightens(self, forge: Forge, key: SshKey) -> None:
        self.lax(forge, key)
        forge.commit(BAD, "memory/fact/new.md")
        self.policy(forge, "[checks]\nseverity = {F101 = 'error'}\n")
        assert codes(refused(forge)) == ["F101"]
        self.policy(forge, "[checks]\nseverity = {F102 = 'error'}\n")
        passes(forge)

    def test_it_never_loosens(self, forge: Forge) -> None:
        forge.commit(BAD)
        self.policy(forge, "[checks]\nignore = ['F', 'K']\nseverity = {F101 = 'info'}\n")
        assert codes(refused(forge)) == ["F101"]

    def test_its_admins_are_all_that_there_are(self, forge: Forge, key: SshKey) -> None:
        self.policy(forge, "[trust]\nadmins = ['grace@example.org']\n")
        forge.sign(key, STRICTER, CONFIG)
        assert codes(refused(forge)) == ["P314"]

    def test_its_admins_count_on_branches_that_are_older(self, forge: Forge) -> None:
        """There nobody's signature could be good, which would make it a warning."""
        self.policy(forge, "[trust]\nadmins = ['ada@example.org']\n")
        passes(forge, "lax^{commit}:refs/heads/side")
        forge.go("--detach", "lax")
        forge.commit(f"{LAX}\n", CONFIG)
        assert codes(refused(forge, "HEAD:refs/heads/side")) == ["P314"]

    def test_it_asks_for_signatures_where_no_branch_does(self, forge: Forge, key: SshKey) -> None:
        self.policy(forge, "[checks]\nrequire_signed = true\n")
        forge.commit("again\n", "notes.txt")
        assert codes(refused(forge)) == ["P312"]
        forge.clone.run("reset", "-q", "--hard", "HEAD~1")
        forge.sign(key, "again\n", "notes.txt")
        assert passes(forge) == []

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            (None, "cannot be read"),
            ("[checks\n", "not TOML"),
            ("[checks]\nrequire_singed = true\n", "is not known"),
            ("[checks]\nseverity = {P3O4 = 'error'}\n", "there is no rule"),
            ("[checks]\nignore = ['P999']\n", "there is no rule"),
            ("#" * 1_100_000, "over the limit"),
        ],
    )
    def test_without_one_that_is_understood_nothing_passes(
        self, forge: Forge, text: str | None, why: str
    ) -> None:
        self.policy(forge, text)
        forge.commit("again\n", "notes.txt")
        (line, *_) = said(refused(forge))
        assert line.startswith("sgm: error: sgm.policy")
        assert why in line

    def test_where_nothing_was_configured_yet(self, tmp_path: Path) -> None:
        forge = empty_forge(tmp_path)
        forge.write("again\n", "notes.txt")
        forge.clone.commit(date=LATER)
        passes(forge, "HEAD:refs/heads/main")
        self.policy(forge, "[trust]\nadmins = ['ada@example.org']\n")
        forge.commit(f"ada@example.org ssh-ed25519 {'A' * 68}\n", SIGNERS)
        outcome = refused(forge, "HEAD:refs/heads/main")  # it could be anybody's key
        assert codes(outcome) == ["P314"]
        assert "must be here before admins are named" in outcome.err
        self.policy(forge, "")
        passes(forge, "HEAD:refs/heads/main")
        self.policy(forge, "[trust]\nadmins = ['ada@example.org']\n")
        forge.commit(LAX, CONFIG)
        assert codes(refused(forge)) == ["P314"]

    def test_nobody_is_known_as_an_admin_yet(self, forge: Forge, key: SshKey) -> None:
        forge.sign(key, None, SIGNERS)
        passes(forge)
        self.policy(forge, "[trust]\nadmins = ['ada@example.org']\n")
        forge.commit(LAX, CONFIG)
        assert codes(refused(forge)) == ["P314"]


def test_a_record_may_still_be_written_by_anybody(forge: Forge) -> None:
    forge.write(fact("B"), PATH)
    forge.clone.commit(author=EVE, date=LATER)
    assert passes(forge) == []
