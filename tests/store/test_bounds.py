"""No file of a root, however large or odd, takes the memory or the time of a run."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import NoSuchRecord, Refused
from sgm_git.workflows.check import Selection, check
from sgm_git.workflows.fix import fix
from tests.store.support import BASE, NOW, ada, open_store, rule

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"
MIB = 1 << 20


def sparse(sandbox: GitSandbox, path: str, size: int = 200 * MIB) -> None:
    os.truncate(sandbox.write(path, BASE), size)


def codes(sandbox: GitSandbox, engine: Engine) -> dict[str, set[str]]:
    """The codes of the file family by path, in the work tree, the index and HEAD together."""
    records = open_store(sandbox.path, engine).records
    found: dict[str, set[str]] = {}
    for report in (
        check(records, NOW),
        check(records, NOW, Selection(staged=True)),
        check(records, NOW, Selection(rev="HEAD")),
    ):
        for finding in report.findings:
            if finding.code.startswith("F"):
                found.setdefault(finding.path, set()).add(finding.code)
                assert "over the limit of 1,048,576 bytes" in finding.message
    return found


def test_what_is_over_the_limit_is_said_and_the_others_are_read(
    sandbox: GitSandbox, engine: Engine
) -> None:
    sandbox.write(PATH, BASE)
    sandbox.write("memory/blob.md", BASE + b"x" * (50 * MIB))
    sandbox.commit()
    sandbox.write("memory/blob.md", BASE)
    sparse(sandbox, "memory/large.md")
    assert codes(sandbox, engine) == {"memory/blob.md": {"F107"}, "memory/large.md": {"F107"}}
    (sandbox.path / "memory/blob.md").unlink()
    store = open_store(sandbox.path, engine)
    assert store.get("dec-keep-datastore").path == PATH
    with pytest.raises(NoSuchRecord, match=r"cannot be read: F107 a document of 209,715,200 bytes"):
        store.get("large")
    with store.transaction(ada(store)) as tx:
        tx.add(rule())
        tx.set("dec-keep-datastore", "/title", "T")
    fix(store.records, NOW, "Ada", write=True)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the memory of a process")
def test_its_bytes_are_not_in_memory(sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE)
    sandbox.write("memory/blob.md", BASE + b"x" * (50 * MIB))
    sandbox.commit()
    sparse(sandbox, "memory/blob.md")
    sparse(sandbox, "memory/large.md", 1 << 40)
    program = (
        "from sgm_git.cli import main; from pathlib import Path; status = main();"
        "print(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0], status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "check"],
        cwd=sandbox.path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.count(b" F107 ") == 2
    kilobytes, status = map(int, done.stdout.split(b"\n")[-2].split())
    assert (status, kilobytes < 100 * 1024) == (1, True)


def test_what_is_over_the_limit_is_neither_restored_nor_written_over(
    sandbox: GitSandbox, engine: Engine
) -> None:
    sandbox.write(PATH, BASE + b"x" * MIB)
    sandbox.commit()
    store = open_store(sandbox.path, engine)
    (past,) = store.entries(rev="HEAD")
    (sandbox.path / PATH).unlink()
    sandbox.commit()
    with pytest.raises(Refused, match="cannot be read"), store.transaction(ada(store)) as tx:
        tx.restore(past)
    sparse(sandbox, "memory/rule/rule-x.md")
    with store.transaction(ada(store)) as tx:
        assert tx.add(rule()).path == "memory/rule/rule-x-2.md"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("is_tracked", [True, False])
def test_pipes_and_sockets_are_no_records_and_are_not_waited_for(
    sandbox: GitSandbox, engine: Engine, is_tracked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.write(PATH, BASE)
    for name in ("pipe", "socket"):
        if is_tracked:
            sandbox.write(f"memory/{name}.md", BASE)
    sandbox.commit()
    for name in ("pipe", "socket"):
        (sandbox.path / f"memory/{name}.md").unlink(missing_ok=True)
    os.mkfifo(sandbox.path / "memory/pipe.md")
    monkeypatch.chdir(sandbox.path)  # the names of sockets are short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("memory/socket.md")
        store = open_store(sandbox.path, engine)
        assert [entry.path for entry in store.entries()] == [PATH]
        with store.transaction(ada(store)) as tx:
            tx.set("dec-keep-datastore", "/title", "T")
