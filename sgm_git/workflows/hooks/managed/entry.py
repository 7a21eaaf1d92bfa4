"""What the hook managers have in common: what each runs for us, and what an entry in one is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.store.journal import FileChange

# A person's own switches, such as `git --literal-pathspecs commit`, are not for this question.
_STAGED = (
    "GIT_LITERAL_PATHSPECS=0 GIT_NOGLOB_PATHSPECS=0 git diff --cached --quiet --no-ext-diff"
    " -- '*.md' .sgm '*.mailmap' '*.gitattributes'"
)
_CONSENTS = '! test -s "$(git rev-parse --git-path sgm/consents)"'
_STAMPS = '! test -s "$(git rev-parse --git-path sgm/stamps)"'
_IDLE = {
    "pre-commit": _STAGED,
    "pre-merge-commit": _STAGED,
    "prepare-commit-msg": _CONSENTS,
    "commit-msg": _CONSENTS,
    "post-commit": _STAMPS,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What it takes to have a manager run our hooks, or to end that.

    ``files`` are to be written. ``by_hand`` are lines for a person, of what cannot be written
    without guessing; ``then`` are commands that make the manager take notice.
    """

    files: tuple[FileChange, ...] = ()
    by_hand: tuple[str, ...] = ()
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """How a manager stands to us: the git hooks in which it starts us, and what would change it.

    ``entry`` writes nothing where nothing is missing, ``removal`` where nothing of ours is there.
    """

    hooks: frozenset[str]
    entry: Entry
    removal: Entry


def shell_lines(
    hook: str, command: str, *, idle: str = "false", before: Sequence[str] = ()
) -> list[str]:
    """The lines of sh that start ``command``, in which ``$sgm`` is the program, for a hook.

    They start it, after the lines ``before``, only where there is something for it to do;
    ``idle`` is a condition for a hook that has none of its own. They work under ``sh -e`` and
    without, and end the script that they stand in where the command fails. Without the program
    they say so, and pass or not as git config ``sgm.hooksMissing`` says.
    """
    return [
        f"{_IDLE.get(hook, idle)} || {{",
        "  sgm=$(git config --type=path --get sgm.path || echo sgm)",
        '  if command -v "$sgm" > /dev/null; then',
        *(f"    {line}" for line in before),
        f"    {command} || exit $?",
        "  else",
        "    echo 'sgm is not installed: records are not checked' >&2",
        '    test "x$(git config sgm.hooksMissing)" != xblock || exit 1',
        "  fi",
        "}",
    ]
