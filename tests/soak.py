"""``python -m tests.soak [CALLS]``: many calls of agents' tools, and what memory they take.

A report, as the benchmarks are. The suite makes few.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sgm_git.tools.registry import call
from tests.support import GitSandbox, isolated_environment
from tests.tools.support import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator

_CALLS = 10_000
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4_096
_WRITES_EVERY = 25


class Mark(NamedTuple):
    """How many calls were made, and the bytes that the process has in memory then."""

    calls: int
    resident: int


def resident() -> int:
    """The bytes of this process that are in memory; 0 where the system does not tell."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * _PAGE if told.exists() else 0


def filled(memory: Memory) -> str:
    """Fill a memory; give the id of the record that is written again and again."""
    made = memory.decision()
    store = memory.store()
    with store.transaction(store.actor("Ada")) as transaction:
        for number in range(20):
            fact = {"type": "fact", "id": f"fact-{number}", "content": "Water " * 50}
            transaction.add({**fact})
    return str(made["id"])


def soak(memory: Memory, record_id: str, number: int) -> Iterator[Mark]:
    """Make so many calls in one session; gives a mark after every hundredth part of them."""
    session = memory.session()
    reads: list[tuple[str, dict[str, Any]]] = [
        ("sgm_context", {"query": "water"}),
        ("sgm_search", {"query": "water", "limit": 3}),
        ("sgm_get", {"ids": [record_id, "fact-1", "nope"]}),
        ("sgm_history", {"id": record_id, "limit": 2}),
        ("sgm_links", {"id": record_id}),
        ("sgm_check", {"limit": 1}),
    ]
    step = max(1, number // 100)
    for count, (name, arguments) in enumerate(islice(cycle(reads), number), 1):
        if count % _WRITES_EVERY:
            call(session, name, arguments)
        else:
            blob = memory.store().get(record_id).blob
            change = {"id": record_id, "expected_blob": blob, "title": f"Title {count}"}
            call(session, "sgm_update", {**change})
        if count % step == 0:
            yield Mark(count, resident())


def main() -> None:
    """Print a line after every hundredth part."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else _CALLS
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        (home / "gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.org\n")
        os.environ.update(isolated_environment(home))
        (home / "repo").mkdir()
        box = GitSandbox(home / "repo")
        box.run("init", "-q", "-b", "main")
        box.commit("begin")
        memory, start = Memory(box), time.monotonic()
        for mark in soak(memory, filled(memory), number):
            seconds = time.monotonic() - start
            line = f"{mark.calls} calls {mark.resident >> 10} KiB {seconds:.0f} s\n"
            sys.stdout.write(line)
            sys.stdout.flush()
        box.run("fsck", "--strict")


if __name__ == "__main__":
    main()
