"""A team whose policy judges a range of commits, and the keys of some of its people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.git.engine import open_repository
from sgm_git.workflows.check import EVERYTHING
from sgm_git.workflows.check_range import check_range
from tests.git.test_signatures import SshKey, call
from tests.store.support import NOW
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.findings import Finding
    from sgm_git.git.engine import Engine
    from sgm_git.workflows.check import CheckReport

PEOPLE = ("ada", "bob", "eve")
DATE = "2026-10-11T08:00:00Z"
PATH = "memory/rule/rule-a.md"
IDENTITIES = (
    "[identities]\n"
    "Ada = ['ada@example.org', 'ada@home.example']\n"
    "Bob = ['bob@example.org']\n"
    "Eve = ['eve@example.org']\n"
    "[agents]\n"
    "build-agent = ['ada@example.org']\n"
)


def record(
    kind: str = "rule",
    text: str = "Text.",
    name: str = "rule-a",
    scope: str = "{}",
    says: str = "",
    **provenance: str,
) -> str:
    """A record's file; ``says`` are annotations, as ``status: proposed`` each, parted by commas."""
    declared = {"agent": "Ada", "created_at": '"2026-10-10T18:21:47Z"', "origin": "cli"}
    lines = [f"  {key}: {value}" for key, value in (declared | provenance).items()]
    pairs = [each.split(": ") for each in says.split(", ") if each]
    notes = [f"  - {{kind: {key}, value: {value}}}" for key, value in pairs]
    return "\n".join([
        "---", f"id: {name}", f"type: {kind}", "title: A", f"scope: {scope}",
        *(["annotations:", *notes] if notes else []),
        "provenance:", *lines, f"  scope: {scope}", "---", "", text, "",
    ])  # fmt: skip


def make_keys(folder: Path) -> dict[str, SshKey]:
    """A key for each of the people, and one of a forge."""
    for name in (*PEOPLE, "forge"):
        call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", folder / name)
    return {name: SshKey(folder / name) for name in (*PEOPLE, "forge")}


def signers(keys: dict[str, SshKey]) -> str:
    """The list of all signers."""
    lines = [f"{name}@example.org {key.public}" for name, key in keys.items()]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Team:
    """A repository, and who commits to it."""

    box: GitSandbox
    keys: dict[str, SshKey]

    def begin(self, policy: str, *files: tuple[str, str], signed: bool = True) -> None:
        """Commit what is trusted."""
        self.box.write(".sgm/config.toml", f"format = 1\n[policy]\n{policy}\n{IDENTITIES}")
        if signed:
            self.box.write(".sgm/allowed_signers", signers(self.keys))
        for path, text in files:
            self.box.write(path, text)
        self.box.commit("begin")
        self.box.run("branch", "-f", "trusted")

    def commit(
        self,
        who: str,
        *files: tuple[str, str | None],
        message: str = "change",
        key: str | None = "",
    ) -> str:
        """Commit files as somebody, signed with their key or another one; None: not signed."""
        for path, text in files:
            if text is None:
                (self.box.path / path).unlink()
            else:
                self.box.write(path, text)
        self.box.run("add", "-A")
        return self.made(who, "commit", "-q", "--allow-empty", "-m", message, key=key)

    def made(self, who: str, *args: str, key: str | None = "") -> str:
        """Run git as somebody, for a commit."""
        person = {"NAME": who.capitalize(), "EMAIL": f"{who}@example.org", "DATE": DATE}
        names = {f"GIT_{r}_{k}": v for r in ("AUTHOR", "COMMITTER") for k, v in person.items()}
        config = []
        if key is not None:
            file = self.keys[key or who].file
            config = ["-c", "gpg.format=ssh", "-c", f"user.signingKey={file}"]
            config += ["-c", "commit.gpgSign=true"]
        GitSandbox(self.box.path, names).run(*config, *args)
        return self.box.head()

    def blob(self, path: str = PATH) -> str:
        """What HEAD has at a path; zeros for nothing."""
        said = self.box.run("rev-parse", "-q", "--verify", f"HEAD:{path}", check=False)
        return said.decode().strip() or "0" * 40

    def report(self, engine: Engine = "git", base: str = "trusted") -> CheckReport:
        """What a check of all since ``base`` says."""
        return check_range(open_repository(self.box.path, engine), (base, "HEAD"), NOW, EVERYTHING)

    def found(self, engine: Engine = "git") -> list[Finding]:
        """The policy's findings."""
        return [each for each in self.report(engine).findings if each.code[0] == "G"]

    def codes(self, engine: Engine = "git") -> list[str]:
        """Their codes."""
        return [each.code for each in self.found(engine)]
