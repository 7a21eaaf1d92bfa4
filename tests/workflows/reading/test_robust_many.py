"""Many read while others write and switch branches: each answer is of a state that was (DESIGN 10).

What writers do is such that any mixture would show: a branch has its own words in every record.
"""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

from tests.support import untraced
from tests.workflows.reading.support import anew, by_index, fresh, record_text
from tests.workflows.reading.test_robust_index import is_sound
from tests.workflows.support import begin

if TYPE_CHECKING:
    from tests.support import GitSandbox

pytestmark = untraced

READERS, WRITERS, ROUNDS = 6, 3, 4
READING = """
import sys, time
from sgm_git.api import Store
slowest = 0.0
before = {}
for number in range(int(sys.argv[2])):
    begun = time.monotonic()
    store = Store.open(sys.argv[1])
    with store.reading() as seen:
        here = {each.id: each.record["content"].strip() for each in seen.each()}
        assert {each.id for each in seen.page().items} == set(here), "another list"
        hits = seen.search("text")
        assert {hit.reading.id for hit in hits.items} == {i for i, c in here.items() if "text" in c}
        assert not seen.broken, seen.broken
    slowest = max(slowest, time.monotonic() - begun)
    written = {name for name in here if name.startswith("note-")}
    for name in written:
        assert here[name] == f"text of {name}", here[name]
    assert before.keys() <= written, "what was committed is gone"
    before = dict.fromkeys(written)
    assert {"rule-0", "rule-1", "rule-2"} <= set(here), here
print(slowest)
"""
WRITING = """
import sys
from sgm_git.api import Store
for number in range(int(sys.argv[2])):
    store = Store.open(sys.argv[1])
    name = f"note-{sys.argv[3]}-{number}"
    with store.transaction(store.actor("bot")) as tx:
        tx.add({"id": name, "type": "note", "title": "x", "content": f"text of {name}"})
"""


def started(sandbox: GitSandbox, code: str, *more: str) -> subprocess.Popen[str]:
    """Start a process that reads or writes."""
    call = [sys.executable, "-c", code, str(sandbox.path), str(ROUNDS), *more]
    return subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(running: subprocess.Popen[str]) -> str:
    """Wait for it; what it printed. It must have had nothing to complain of."""
    out, err = running.communicate(timeout=120)
    assert (running.returncode, err) == (0, "")
    return out


def remember(sandbox: GitSandbox) -> None:
    begin(sandbox)
    for number in range(3):
        sandbox.write(f"memory/rule/r{number}.md", record_text(f"rule-{number}", content="main"))
    sandbox.commit("main")


def test_many_readers_and_writers_are_all_served(sandbox: GitSandbox) -> None:
    """Nobody is refused, nobody waits for long, nothing that was committed is missed."""
    remember(sandbox)
    readers = [started(sandbox, READING) for _ in range(READERS)]
    writers = [started(sandbox, WRITING, str(number)) for number in range(WRITERS)]
    for each in writers:
        ended(each)
    slowest = [float(ended(each)) for each in readers]
    assert max(slowest) < 30
    made = anew(fresh(sandbox))
    assert by_index(fresh(sandbox)) == made
    assert len(made["here"]) == 3 + WRITERS * ROUNDS  # type: ignore[arg-type]  # a list
    assert is_sound(sandbox)


SWITCHED = """
import sys, time
from sgm_git.api import Store
for number in range(int(sys.argv[2])):
    store = Store.open(sys.argv[1])
    with store.reading() as seen:
        here = [each.record["content"].strip() for each in seen.each()]
        hits = [hit.reading.record["content"].strip() for hit in seen.search("main OR side").items]
        assert sorted(here) == sorted(hits), (here, hits)
        assert set(here) <= {"main", "side"}, here
print("ok")
"""


def test_branches_are_switched_under_readers(sandbox: GitSandbox) -> None:
    """Whoever reads then, what is kept is never of one branch under the name of another."""
    remember(sandbox)
    sandbox.run("switch", "-q", "-c", "side")
    for number in range(3):
        sandbox.write(f"memory/rule/r{number}.md", record_text(f"rule-{number}", content="side"))
    sandbox.commit("side")
    readers = [started(sandbox, SWITCHED) for _ in range(READERS)]
    branch = "side"
    while any(each.poll() is None for each in readers):
        branch = "main" if branch == "side" else "side"
        sandbox.run("switch", "-q", branch)
        time.sleep(0.05)
        if branch == "main":
            with fresh(sandbox).reading() as seen:
                assert {str(each.record["content"]) for each in seen.each()} == {"main"}
    assert [ended(each) for each in readers] == ["ok\n"] * READERS
    for branch in ("main", "side"):
        sandbox.run("switch", "-q", branch)
        made = anew(fresh(sandbox))
        assert by_index(fresh(sandbox)) == made
    assert is_sound(sandbox)
