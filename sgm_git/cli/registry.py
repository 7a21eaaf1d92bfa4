"""Every command by name; its module costs time only where that command runs."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    import click

_COMMANDS = "sgm_git.cli.commands"


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: its module in ``cli/commands``, the one line of help, and its group."""

    module: str
    summary: str
    group: str


COMMANDS: dict[str, Entry] = {
    "init": Entry("init", "Make a memory in this repository.", "Begin"),
    "hooks": Entry("hooks", "Install git's hooks, and say how they stand.", "Begin"),
    "agents": Entry("agents", "Connect agents with the memory, and say how they stand.", "Begin"),
    "agents-md": Entry("agents_md", "Tell agents of the memory in AGENTS.md.", "Begin"),
    "demo": Entry("demo", "Make a small memory to play with, and walk through it.", "Begin"),
    "doctor": Entry("doctor", "Say what is well here and what is not.", "Begin"),
    "mcp": Entry("mcp", "Serve the memory to an agent, by the Model Context Protocol.", "Begin"),
    "show": Entry("show", "Show one record.", "Read"),
    "list": Entry("list_records", "List records.", "Read"),
    "context": Entry(
        "context", "Tell an agent what holds now: rules, decisions, tasks, statuses, facts.", "Read"
    ),
    "search": Entry("search", "Search the records for words, best first.", "Read"),
    "history": Entry("history", "Say who changed which field when.", "Read"),
    "diff": Entry("diff", "Tell what changed in what the records mean.", "Read"),
    "export": Entry("export", "Write every record, as JSON lines, JSON or OKF.", "Read"),
    "add": Entry("add", "Add a record.", "Write"),
    "edit": Entry("edit", "Edit a record in your editor.", "Write"),
    "set": Entry("set_fields", "Set fields of a record.", "Write"),
    "unset": Entry("unset", "Remove a field of a record.", "Write"),
    "annotate": Entry("annotate", "Add an annotation to a record.", "Write"),
    "supersede": Entry("supersede", "Let one record take the place of another.", "Write"),
    "rm": Entry("rm", "Remove a record.", "Write"),
    "mv": Entry("mv", "Move a record's file; its id stays.", "Write"),
    "rename": Entry("rename", "Give a record another id, and mend the links to it.", "Write"),
    "restore": Entry("restore", "Bring a record back as it was at a revision.", "Write"),
    "apply": Entry("apply", "Do many writes as one: all or nothing, one commit.", "Write"),
    "import": Entry("import_records", "Bring in records from files of many kinds.", "Write"),
    "sync": Entry("sync", "Bring this branch and the one at a remote together.", "Share"),
    "watch": Entry("watch", "Check records as they are saved, and commit them.", "Share"),
    "merge": Entry("merge", "Merge two revisions without a work tree.", "Share"),
    "merge-driver": Entry("merge_driver", "Merge one file for git, field by field.", "Share"),
    "check": Entry("check", "Check records.", "Check"),
    "review": Entry(
        "review", "Tell what merging a branch would change in what a team knows.", "Check"
    ),
    "fix": Entry("fix", "Mend what can be mended without a decision.", "Check"),
    "accept": Entry("accept", "Close a finding that cannot be mended, with a reason.", "Check"),
    "rule": Entry("rule", "Explain the rules that checks go by.", "Check"),
    "schema": Entry("schema", "Print a JSON Schema.", "Check"),
}


def load_command(name: str) -> click.Command | None:
    """Give a command, importing its module; None where there is none of that name."""
    entry = COMMANDS.get(name)
    if entry is None:
        return None
    return cast(
        "click.Command", getattr(import_module(f"{_COMMANDS}.{entry.module}"), entry.module)
    )
