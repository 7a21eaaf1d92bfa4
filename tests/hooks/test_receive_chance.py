"""Whatever is pushed by somebody without an admin's key, in any order: the main branch is sound."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import SgmError
from sgm_git.git.engine import open_repository
from sgm_git.policy.server import NO_POLICY
from sgm_git.workflows.hooks.receive import judge_received
from tests.hooks.push_support import BAD, CONFIG, LATER, PATH, SIGNERS, fact
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Sequence

NOW = 1_800_000_000
ZEROS = "0" * 40
MAIN = "refs/heads/main"
REFS = (
    *(MAIN,) * 3,
    "refs/heads/side",
    "refs/heads/new",
    "refs/tags/t",
    "refs/notes/n",
    "refs/m/x",
)
LAX = "format = 1\n[checks]\nignore = ['F', 'S', 'P', 'K', 'X', 'L']\n"
STRICT = "format = 1\n[trust]\nadmins = ['ada@example.org']\n"
GOOD = [fact(title) for title in "ABC"]
OTHER = "memory/fact/fact-b.md"
TRUST = (CONFIG, SIGNERS)


@dataclass
class Attacker:
    """Somebody with a clone of the server that is the server: only what is judged moves refs."""

    box: GitSandbox
    chance: random.Random
    commits: list[str] = field(default_factory=list)
    blobs: dict[str, str] = field(default_factory=dict)
    let_in: int = 0

    def blob(self, text: str) -> str:
        if text not in self.blobs:
            told = self.box.run("hash-object", "-w", "--stdin", stdin=text.encode())
            self.blobs[text] = told.decode().strip()
        return self.blobs[text]

    def make(self, parents: Sequence[str], like: str | None, files: dict[str, str]) -> str:
        """A commit of any parents with the tree of any commit, but for some files."""
        index = {"GIT_INDEX_FILE": str(self.box.path / ".git/attack")}
        who = {f"GIT_{role}_DATE": LATER for role in ("AUTHOR", "COMMITTER")}
        box = GitSandbox(self.box.path, index | who)
        box.run("read-tree", *([like] if like else ["--empty"]))
        for path, text in files.items():
            box.run("update-index", "--add", "--cacheinfo", f"100644,{self.blob(text)},{path}")
        tree = box.run("write-tree").decode().strip()
        named = [part for parent in parents for part in ("-p", parent)]
        return box.run("commit-tree", *named, "-m", "x", tree).decode().strip()

    def attack(self) -> None:
        """Make something and push it, or push what was made before."""
        if self.chance.random() < 0.8:
            count = self.chance.choice((0, 0, 0, 1, 1, 2))
            parents = self.chance.sample(self.commits, min(count, len(self.commits)))
            parents.insert(self.chance.randint(0, len(parents)), self.somewhere())
            self.commits.append(self.make(parents, self.somewhere(), self.files()))
        refs = self.chance.sample(sorted(set(REFS)), 2) if self.chance.random() < 0.2 else ()
        self.push(refs or (self.chance.choice(REFS),))

    def somewhere(self) -> str:
        """The main branch as often as not."""
        main = self.at(MAIN) or self.commits[0]
        return self.chance.choice((main, main, self.commits[-1], self.chance.choice(self.commits)))

    def files(self) -> dict[str, str]:
        """A change, often a lawful one."""
        found = self.chance.choice(
            (
                *({PATH: text} for text in GOOD),
                *({PATH: text} for text in GOOD),
                {OTHER: BAD},
                {PATH: fact().replace("x_review: ada\n", "")},
                {CONFIG: LAX},
                {SIGNERS: "eve@evil.example ssh-ed25519 AAAA\n"},
                {},
            )
        )
        return dict(found)

    def push(self, refs: Sequence[str]) -> None:
        """Push to each ref any commit, or nothing; move them if the gate lets that in."""
        lines = []
        for ref in refs:
            old = self.at(ref) or ZEROS
            newest = self.commits[-1]
            new = self.chance.choice((newest, newest, newest, self.chance.choice(self.commits)))
            if self.chance.random() < 0.1:
                new = ZEROS
            if new != old:
                lines.append((ref, old, new))
        told = "".join(f"{old} {new} {ref}\n" for ref, old, new in lines).encode()
        try:
            report = judge_received(open_repository(self.box.path), told, NO_POLICY, NOW)
        except SgmError:
            return
        if not report.fails:
            self.let_in += bool(lines)
            for ref, _, new in lines:
                self.box.run("update-ref", *(["-d", ref] if new == ZEROS else [ref, new]))

    def at(self, ref: str) -> str | None:
        found = self.box.run("rev-parse", "-q", "--verify", ref, check=False).decode().strip()
        return found or None

    def main(self, path: str) -> str:
        return self.box.run("show", f"{MAIN}:{path}").decode()


@pytest.mark.parametrize("seed", range(100, 104))
def test_nothing_gets_past_the_gate(sandbox: GitSandbox, seed: int) -> None:
    attacker = Attacker(sandbox, random.Random(seed))
    lax = {CONFIG: LAX, PATH: fact(), ".gitattributes": "* text eol=lf\n"}
    old = attacker.make((), None, lax)
    bad = attacker.make((old,), old, {OTHER: BAD})
    signers = f"ada@example.org ssh-ed25519 {'A' * 68}\n"
    strict = attacker.make((old,), old, {CONFIG: STRICT, SIGNERS: signers})
    attacker.commits += [old, bad, strict]
    sandbox.run("update-ref", MAIN, strict)
    sandbox.run("update-ref", "refs/heads/side", bad)
    sandbox.run("symbolic-ref", "HEAD", MAIN)
    before = None
    for _ in range(25):
        attacker.attack()
        now = attacker.at(MAIN)
        assert now, "the main branch is gone"
        if now == before:
            continue
        before = now
        assert (attacker.main(CONFIG), attacker.main(SIGNERS)) == (STRICT, signers)
        assert attacker.main(PATH) in GOOD
        listed = sandbox.run("ls-tree", "-r", "--name-only", MAIN, "memory").decode().split()
        assert listed == [PATH]
    assert attacker.let_in
