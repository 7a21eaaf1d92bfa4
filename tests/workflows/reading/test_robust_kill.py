"""Who is killed in the middle of an update takes nothing from others (DESIGN section 10)."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.workflows.reading.support import anew, by_index, fresh, record_text
from tests.workflows.reading.test_robust_index import index_of, is_sound
from tests.workflows.support import begin

if TYPE_CHECKING:
    from tests.support import GitSandbox

RECORDS = 150
READING = """
import sys
from tests.store.support import open_store
from sgm_git.workflows.reading import sync, bring, whole
store = open_store(sys.argv[1])
store.config
print("begun", flush=True)
with store.reading() as seen:
    seen.page()
print("done", flush=True)
"""


def killed(sandbox: GitSandbox, seconds: float) -> bool:
    """Let a process read, and kill it so long after it began; whether it was in the middle."""
    call = [sys.executable, "-c", READING, str(sandbox.path)]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "begun\n"
        try:
            running.wait(seconds)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGKILL)
        return "done" not in running.stdout.read()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("kind", ["fill", "bring"])
def test_a_kill_leaves_an_index_that_is_right_or_made_anew(sandbox: GitSandbox, kind: str) -> None:
    """At any moment; git and the work tree are as they were."""
    chance = random.Random(kind)
    begin(sandbox)
    for number in range(RECORDS):
        sandbox.write(f"memory/rule/r{number}.md", record_text(f"rule-{number}"))
    sandbox.commit("many")
    by_index(fresh(sandbox))
    status = sandbox.status()
    in_the_middle = 0
    for number in range(10):
        if kind == "fill":
            index_of(sandbox).unlink()
        else:
            for _ in range(20):
                name = f"rule-{chance.randrange(RECORDS)}"
                text = record_text(name, content=f"Text {number}.")
                sandbox.write(f"memory/rule/{name.replace('rule-', 'r')}.md", text)
            sandbox.commit(f"change {number}")
        in_the_middle += killed(sandbox, chance.uniform(0.01, 0.3))
        seen = fresh(sandbox)
        with seen.reading() as reader:
            texts = {each.path: each.record["content"] for each in reader.each()}
        assert texts == {
            each.path: each.record["content"] for each in seen.entries() if each.record is not None
        }
        assert is_sound(sandbox)
        assert sandbox.status() == status
    assert in_the_middle
    assert by_index(fresh(sandbox)) == anew(fresh(sandbox))
    assert sandbox.run("fsck", "--strict", "--no-dangling").strip() == b""
