"""What reading takes: lists, searches and contexts of what is known, and after one change."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.corpus import record, record_path
from tests.benchmarks.measure import Command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.benchmarks.corpus import Layout

_SGM = str(Path(sys.executable).with_name("sgm"))
_WORDS = ("budget", "cluster")
_SCAN = """
import sys
from sgm_git import Store
words = sys.argv[1:]
for entry in Store.open(".").entries():
    text = str(entry.record).lower()
    if all(word in text for word in words):
        print(entry.id)
"""
_GREP = ("git", "grep", "--untracked", "-l", "-i", "--all-match", "-e", _WORDS[0], "-e", _WORDS[1])
_NUMBERS = count()


def reading_rows(store: Path, layout: Layout) -> Iterator[tuple[str, Command, Command, str]]:
    """Give the rows of one store: what, ours, beside what, the budget."""
    blank = Command("python -c pass", (sys.executable, "-c", "pass"), store)
    status = Command("git status", ("git", "status", "--porcelain"), store)
    search = _ours(store, "search", *_WORDS)
    known = {
        "list of 20 rules": _ours(store, "list", "--type", "rule", "--limit", "20"),
        "search": search,
        "context": _ours(store, "context", "--query", _WORDS[0]),
        "context --hook": _ours(store, "context", "--hook", "claude"),
    }
    for what, ours in known.items():
        yield f"{what} / python", ours, blank, "8"
        yield f"{what} / git status", ours, status, "1.5 and 8 x python"
    yield "list of all / python", _ours(store, "list"), blank, "-"
    yield "search / git grep", search, Command("git grep", _GREP, store), "-"
    scan = Command("scan", (sys.executable, "-c", _SCAN, *_WORDS), store)
    yield "search / plain scan", search, scan, "-"
    listed = ("list", "--limit", "1")
    change = partial(_change, store, layout)
    changed = Command("list after a commit", (_SGM, *listed), store, change)
    yield "list after one commit / python", changed, blank, "the same at any size"
    yield "list after one commit / list", changed, _ours(store, *listed), "-"


def _ours(store: Path, *arguments: str) -> Command:
    return Command(arguments[0], (_SGM, *arguments), store)


def _change(store: Path, layout: Layout) -> None:
    """Change one record, as a person does, and commit it."""
    file = store / record_path(11, layout)
    title = str(record(11)["title"])
    text = file.read_text(encoding="utf-8")
    line = next(each for each in text.splitlines() if each.startswith("title:"))
    file.write_text(text.replace(line, f"title: {title} {next(_NUMBERS)}"), encoding="utf-8")
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "core.hooksPath=")
    commit = ("git", *who, "commit", "-qm", "change", "--", str(file))
    subprocess.run(commit, cwd=store, check=True, capture_output=True)
