"""What is measured, beside what, and the budget of each."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.document.write import write
from sgm_git.record.value import dumps
from tests.benchmarks.corpus import CorpusSpec, Layout, build, record, record_path
from tests.benchmarks.hooks import hook_rows
from tests.benchmarks.measure import Command
from tests.benchmarks.reading import reading_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

_PYTHON = sys.executable
_SGM = str(Path(sys.executable).with_name("sgm"))
_IMPORTED = 10_000
_SAMPLE = 200
_NAIVE = f"git ls-files -z | head -z -n {_SAMPLE} | xargs -0 -n 1 git log -1 --format=%H --"


@dataclass(frozen=True)
class Case:
    """One row of the report: what is measured, beside what, on how large a store (0: on any).

    ``floor`` is what both would take without what is measured.
    """

    what: str
    command: Command
    baseline: Command
    budget: str
    records: int = 0
    floor: Command | None = None


def cases_of_any_size(scratch: Path) -> Iterator[Case]:
    """Give the cases that no store makes slower."""
    blank = Command("python -c pass", (_PYTHON, "-c", "pass"), scratch)
    yield Case("sgm --version", Command("version", (_SGM, "--version"), scratch), blank, "2")
    for what, ours, theirs, floor, budget in hook_rows(scratch):
        yield Case(what, ours, theirs, budget, floor=floor)
    yield from _importing(scratch, "sharded")


def cases(scratch: Path, records: int, layout: Layout) -> Iterator[Case]:
    """Build a store of ``records`` records and twice as many commits; give its cases."""
    store = scratch / f"{layout}-{records}"
    build(store, CorpusSpec(records, records * 2, layout))
    for what, ours, baseline, budget in (*_on(store), *reading_rows(store, layout)):
        yield Case(what, ours, baseline, budget, records)


def _on(store: Path) -> Iterator[tuple[str, Command, Command, str]]:
    blank = Command("python -c pass", (_PYTHON, "-c", "pass"), store)
    status = Command("git status", ("git", "status", "--porcelain"), store)
    log = Command("git log", ("git", "log", "-c", "--raw", "-z", "--no-abbrev"), store)
    first = Command("first check", (_SGM, "check"), store, partial(_forget, store))
    again = Command("check again", (_SGM, "check"), store)
    naive = Command("git log -1", ("sh", "-c", _NAIVE), store)
    yield "first check / git log", first, log, "8"
    yield "check again / python", again, blank, "8"
    yield "check again / git status", again, status, "-"
    yield f"git log -1 of each of {_SAMPLE} files / git log", naive, log, "(what not to do)"
    yield "export / python", Command("export", (_SGM, "export"), store), blank, "-"
    yield "show / python", Command("show", _show(), store), blank, "-"
    yield "set / git commit", Command("set", _set(), store), _plain_commit(store), "-"


def _forget(store: Path) -> None:
    """Let the next look at history be the first."""
    shutil.rmtree(store / ".git" / "sgm", ignore_errors=True)


def _show() -> tuple[str, ...]:
    return (_SGM, "show", str(record(7)["id"]))


def _set() -> tuple[str, ...]:
    script = f'exec "{_SGM}" set {record(7)["id"]} "/title=$(date +%s%N)"'
    return ("sh", "-c", script)


def _plain_commit(store: Path) -> Command:
    script = "date +%s%N > other.txt && git add other.txt && git commit -q -m x -- other.txt"
    return Command("git add, git commit", ("sh", "-c", script), store)


def _importing(scratch: Path, layout: Layout) -> Iterator[Case]:
    source = scratch / "import.jsonl"
    values = [record(number) for number in range(_IMPORTED)]
    source.write_text("".join(dumps(value) + "\n" for value in values), encoding="utf-8")
    stream = scratch / "import.stream"
    stream.write_bytes(_fast_import_stream(layout))
    ours, theirs = scratch / "ours", scratch / "theirs"
    script = f'git fast-import --quiet < "{stream}" && git reset -q --hard main'
    yield Case(
        f"import of {_IMPORTED:,} / fast-import",
        Command("import", (_SGM, "import", str(source)), ours, partial(_fresh, ours)),
        Command("fast-import", ("sh", "-c", script), theirs, partial(_fresh, theirs)),
        "4",
    )


def _fresh(path: Path) -> None:
    shutil.rmtree(path, ignore_errors=True)
    subprocess.run(["git", "init", "-q", "-b", "main", str(path)], check=True)
    subprocess.run([_SGM, "-C", str(path), "init"], check=True, capture_output=True)


def _fast_import_stream(layout: Layout) -> bytes:
    parts = [b"commit refs/heads/main\ncommitter A <a@example.org> 1760000000 +0000\ndata 1\nx\n"]
    for number in range(_IMPORTED):
        data = write(record(number))
        path = record_path(number, layout)
        parts.append(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data))
    return b"".join(parts)
