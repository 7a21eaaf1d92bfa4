"""What hooks cost at a commit, ours beside others, in a repository of 300 files (DESIGN 14)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.document.write import write
from tests.benchmarks.corpus import record
from tests.benchmarks.measure import Command

if TYPE_CHECKING:
    from collections.abc import Iterator

_SGM = str(Path(sys.executable).with_name("sgm"))
_FRAMEWORK = str(Path(sys.executable).with_name("pre-commit"))
_SOURCES = 300
_RECORDS = 20
_NO_OP = "#!/bin/sh\nexit 0\n"
_ONE_CALL = "#!/bin/sh\ngit diff --cached --quiet\nexit 0\n"
_NUMBERS = count()
_ENTRY = {
    "id": "pass",
    "name": "pass",
    "entry": f"{sys.executable} -c pass",
    "language": "system",
    "pass_filenames": False,
}

Row = tuple[str, Command, Command, "Command | None", str]


def hook_rows(scratch: Path) -> Iterator[Row]:
    """Give what is measured, beside what, above what, and the budget.

    The third command, where there is one, is what both take without what is measured.
    """
    plain, no_op, one_call = (_repository(scratch / name) for name in ("plain", "no-op", "one"))
    _put(no_op, _NO_OP)
    _put(one_call, _ONE_CALL)
    ours = _repository(scratch / "ours")
    _git(ours, "config", "sgm.path", _SGM)
    subprocess.run([_SGM, "-C", str(ours), "init"], check=True, capture_output=True)
    source, text, one_record = "src/7/module.py", "docs/page.md", "memory/7.md"
    for changed, budget in ((source, "1.5"), (text, "-")):
        added, beside = _commit(ours, changed), _commit(one_call, changed)
        yield f"commit of {changed}: hooks / sh, git call", added, beside, None, budget
    what = f"commit of {source}: hooks"
    yield f"{what} / sh no-op", _commit(ours, source), _commit(no_op, source), None, "-"
    yield f"{what} / no hook", _commit(ours, source), _commit(plain, source), None, "-"
    what = "commit of a record: hooks"
    yield f"{what} / no hook", _commit(ours, one_record), _commit(plain, one_record), None, "-"
    if Path(_FRAMEWORK).is_file():
        theirs = _with_framework(scratch / "framework")
        least = _commit(plain, one_record)
        added, beside = _commit(ours, one_record), _commit(theirs, one_record)
        yield f"{what} add / pre-commit adds", added, beside, least, "0.6"


def _repository(place: Path) -> Path:
    place.mkdir()
    _git(place, "init", "-q", "-b", "main")
    for number in range(_SOURCES):
        file = place / f"src/{number % 10}/module_{number}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"number = {number}\n")
    (place / "memory").mkdir()
    for number in range(_RECORDS):
        (place / f"memory/{number}.md").write_bytes(write(record(number)))
    _git(place, "add", ".")
    _git(place, "commit", "-q", "-m", "begin")
    return place


def _with_framework(place: Path) -> Path:
    _repository(place)
    config = {"repos": [{"repo": "local", "hooks": [_ENTRY]}]}
    (place / ".pre-commit-config.yaml").write_text(json.dumps(config))
    subprocess.run([_FRAMEWORK, "install"], cwd=place, check=True, capture_output=True)
    return place


def _put(place: Path, hook: str) -> None:
    file = place / ".git/hooks/pre-commit"
    file.write_text(hook)
    file.chmod(0o755)


def _commit(place: Path, changed: str) -> Command:
    """A commit of one staged file; the framework keeps what it has beside the repository."""
    home = f"PRE_COMMIT_HOME={place.parent / 'framework-home'}"
    arguments = ("env", home, "git", "commit", "-q", "-m", "x")
    return Command("git commit", arguments, place, partial(_stage, place, changed))


def _stage(place: Path, changed: str) -> None:
    """Stage a file that differs from all before; of a record the body."""
    file = place / changed
    file.parent.mkdir(parents=True, exist_ok=True)
    number = next(_NUMBERS)
    data = write(record(7, number)) if changed.startswith("memory") else b"%d\n" % number
    file.write_bytes(data)
    _git(place, "add", changed)


def _git(place: Path, *arguments: str) -> None:
    person = {
        f"GIT_{role}_{key}": "x" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")
    }
    subprocess.run(["git", *arguments], cwd=place, env=os.environ | person, check=True)
