"""Files that steer a tool without being asked: which there are, and what each one steers.

Patterns are held against the end of a path, at any depth, in a form in which every spelling is the
same that some file system takes for the same file. What somebody has to start on purpose (a
Makefile, a script) is not among them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sgm_git.policy.globs import compiled
from sgm_git.record.unseen import UNSEEN_RUN


@dataclass(frozen=True, slots=True)
class Steering:
    """What some files do, in a sentence, and by which names they are known, in lower case.

    ``is_prose``: people read them as text, and agents as orders.
    """

    text: str
    patterns: tuple[str, ...]
    is_prose: bool = False


_GIT_HOOKS = (
    *("applypatch-msg", "pre-applypatch", "post-applypatch", "pre-commit", "pre-merge-commit"),
    *("prepare-commit-msg", "commit-msg", "post-commit", "pre-rebase", "post-checkout"),
    *("post-merge", "pre-push", "pre-receive", "update", "proc-receive", "post-receive"),
    *("post-update", "reference-transaction", "push-to-checkout", "pre-auto-gc", "post-rewrite"),
    *("sendemail-validate", "fsmonitor-watchman"),
)
_AGENT_FOLDERS = (
    *(".claude", ".codex", ".cursor", ".gemini", ".agents", ".junie", ".opencode", ".continue"),
    *(".roo", ".kiro", ".amazonq", ".windsurf", ".clinerules"),
)

TOOLS = (
    Steering("git overlooks what it names", (".gitignore",)),
    Steering("git fetches other repositories as it says", (".gitmodules",)),
    Steering("blame passes over the commits that it names", (".git-blame-ignore-revs",)),
    Steering(
        "git runs it on the machines of those who keep their hooks there",
        (".githooks/**", ".husky/**", *(f"hooks/{name}" for name in _GIT_HOOKS)),
    ),
    Steering(
        "what it names runs at the commits of those who installed it",
        (
            *(".pre-commit-config.y*ml", ".pre-commit-hooks.y*ml", "prek.toml", ".overcommit.yml"),
            *("lefthook*.y*ml", "lefthook*.toml", "lefthook*.json", ".lintstagedrc*"),
            *(".lefthook*.y*ml", ".lefthook*.toml", ".lefthook*.json"),
        ),
    ),
    Steering("it says whose approval a change needs", ("codeowners",)),
    Steering(
        "agents read it as orders",
        (
            *("agents.md", "agents.*.md", "agent.md", "claude.md", "claude.*.md", "gemini.md"),
            *("qwen.md", "warp.md", "skill.md", "copilot-instructions.md", "*.instructions.md"),
            *(".cursorrules", ".windsurfrules*", ".clinerules*", ".roorules*", ".goosehints"),
            *("llms.txt", "llms-full.txt", ".rules", ".cursor/rules/**"),
            *(f"{folder}/**/*.md" for folder in _AGENT_FOLDERS),
            *(f".github/{name}/**" for name in ("instructions", "prompts", "agents", "chatmodes")),
        ),
        is_prose=True,
    ),
    Steering(
        "an agent takes its settings, commands and tools from it",
        (
            *(f"{folder}/**" for folder in _AGENT_FOLDERS),
            *(".aider.conf.yml", "opencode.json*", ".continuerc*"),
        ),
    ),
    Steering("agents start the servers that it names", (".mcp.json", "mcp.json")),
    Steering("an agent overlooks what it names", (".cursorignore", ".aiderignore")),
    Steering(
        "GitHub runs what it says, with the rights that it asks for", (".github/workflows/**",)
    ),
    Steering("pipelines of this repository run it", (".github/actions/**", ".ci/**")),
    Steering("GitHub, and bots there, act on it", (".github/**",)),
    Steering(
        "GitLab runs what it says, with the project's variables",
        (".gitlab-ci.y*ml", ".gitlab/**"),
    ),
    Steering(
        "a pipeline runs what it says",
        (
            *(".forgejo/**", ".gitea/**", ".circleci/**", ".buildkite/**", ".builds/**"),
            *(".woodpecker/**", ".woodpecker.y*ml", ".drone.y*ml", ".travis.y*ml"),
            *("azure-pipelines*.y*ml", "bitbucket-pipelines.y*ml", "jenkinsfile*"),
            *("appveyor.y*ml", ".appveyor.y*ml", ".cirrus.y*ml", "cloudbuild.y*ml"),
        ),
    ),
    Steering("a bot proposes changes as it says", ("renovate.json*", ".renovaterc*")),
    Steering(
        "an editor acts on it when the folder is opened",
        (
            *(".vscode/**", ".idea/**", ".zed/**", ".fleet/**", "*.code-workspace"),
            *(".nvim.lua", ".nvimrc", ".exrc", ".vimrc", ".dir-locals*.el"),
        ),
    ),
    Steering("editors write files as it says", (".editorconfig",)),
    Steering(
        "a container is built and run as it says",
        (".devcontainer/**", ".devcontainer.json", ".gitpod.y*ml"),
    ),
    Steering(
        "a shell runs it, or takes its programs from it, in this folder",
        (".envrc", "mise.toml", ".mise.toml", ".tool-versions"),
    ),
)
"""All of them; the first with a pattern that matches counts."""

_TRAILING = re.compile(r"[. ]+(?=/|\Z)")
_PATTERNS = [(pattern, each) for each in TOOLS for pattern in each.patterns]
_FOLDERS = frozenset(pattern.split("/")[0] for pattern, _ in _PATTERNS if "/" in pattern)
_NAMES = re.compile("|".join(compiled(each).pattern for each, _ in _PATTERNS if "/" not in each))


def steering(path: str) -> Steering | None:
    """Say what a file steers by where it lies; None for one that no tool looks for."""
    parts = as_opened(path).split("/")
    if _FOLDERS.isdisjoint(parts[:-1]) and not _NAMES.fullmatch(parts[-1]):
        return None
    ends = ["/".join(parts[n:]) for n in range(len(parts))]
    return next((each for pattern, each in _PATTERNS if _is_at(pattern, ends)), None)


def orders_above(path: str) -> str | None:
    """Give the folder that a file lies in where agents look for a text, by its name; else None."""
    folders = path.split("/")[:-1]
    above = ("/".join(folders[: n + 1]) for n in range(len(folders)))
    return next((each for each in above if _is_orders(each)), None)


def _is_orders(path: str) -> bool:
    if not as_opened(path).endswith(".md"):
        return False
    found = steering(path)
    return found is not None and found.is_prose


def as_opened(path: str) -> str:
    """Give a path as file systems open it that fold case and pass over what is not seen.

    Dots and blanks at the end of a name are dropped as Windows does, characters that nobody sees
    as macOS does.
    """
    return _TRAILING.sub("", UNSEEN_RUN.sub("", path)).casefold()


def _is_at(pattern: str, ends: list[str]) -> bool:
    """Whether a pattern matches an end of a path: its last name, or from one of its folders on."""
    tried = ends if "/" in pattern else ends[-1:]
    return any(compiled(pattern).fullmatch(end) for end in tried)
