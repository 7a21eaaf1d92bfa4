"""A repository on a forge, with a pipeline, and changes that want to be taken for its own code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.workflows.initialise import initialise

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

RULE = """---
id: rule-{name}
type: rule
title: {name}
provenance:
  agent: Ada
  created_at: 2026-10-10T18:21:47Z
  origin: cli
  scope: {{}}
---

Do {name}.
"""
_MODULES = (
    *("venv.py", "pip.py", "json.py", "sys.py", "sitecustomize.py", "usercustomize.py"),
    *("sgm_git/__init__.py", "sgm_git/__main__.py", "sgm_git/cli/__init__.py", "encodings.py"),
)
_PROGRAMS = ("git", "sgm", "python3", "gh", "base64", "-rf", "--upload-pack=x")


@dataclass(frozen=True)
class Origin:
    """The repository; ``trap`` comes to be where something of a change is run."""

    box: GitSandbox
    trap: Path

    @property
    def path(self) -> Path:
        """Where others fetch from."""
        return self.box.path

    def begin(self, *, pipeline: bool = True) -> str:
        """Make the default branch, with a memory; give its commit."""
        initialise(self.path, hooks=False, forges=("github", "gitlab") if pipeline else ())
        self.box.write("memory/rule-one.md", RULE.format(name="one"))
        self.lay_traps(self.box)
        return self.box.commit("begin")

    def propose(self, base: str, ref: str, name: str = "two") -> str:
        """Make a change of ``base`` that a ref has which no branch is; give its commit."""
        self.box.run("checkout", "-q", "--detach", base)
        self.box.write(f"memory/rule-{name}.md", RULE.format(name=name))
        self.lay_traps(self.box)
        self.box.write(".github/actions/sgm/action.yml", f"{{runs: [{self.trap}]}}\n")
        oid = self.box.commit(f"change {name}")
        self.box.run("update-ref", ref, oid)
        self.box.run("checkout", "-q", "main")
        return oid

    def lose(self, base: str) -> str:
        """Make a commit on top of ``base`` that no ref leads to; give it."""
        made = self.box.run("commit-tree", "-p", base, "-m", "lost", f"{base}^{{tree}}")
        return made.decode().strip()

    def move(self, branch: str, oid: str) -> None:
        """Let a branch be at a commit, whatever it was at before."""
        self.box.run("update-ref", f"refs/heads/{branch}", oid)

    def lay_traps(self, box: GitSandbox) -> None:
        """Write files that want to be run."""
        for name in _MODULES:
            box.write(name, f"open({str(self.trap)!r}, 'a').write({name!r})\n")
        for name in _PROGRAMS:
            box.write(name, f"#!/bin/sh\necho {name} >> '{self.trap}'\n").chmod(0o755)
        box.write(".gitattributes", "*.py filter=trap\nmemory/**/*.md text eol=lf merge=sgm\n")
        box.write(".gitmodules", f'[submodule "x"]\n\tpath = x\n\turl = ext::{self.trap}\n')
