"""Many clones of one repository write and sync at once; nothing may be lost.

``python -m tests.workflows.syncing.contest [CLONES WRITES EVERY]`` is the long form: by default 8
clones with 50 writes each, and a sync after every write. The suite syncs more seldom.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.fields import annotation_values
from sgm_git.workflows.syncing.model import Step, SyncState, SyncWish, World
from sgm_git.workflows.syncing.synchronise import synchronise
from tests.programs import put_sgm
from tests.support import GitSandbox, isolated_environment
from tests.workflows.syncing.support import Clone, begin, clone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.syncing.model import SyncReport

SHARED = [f"rule-shared-{number}" for number in range(4)]
DISPUTED = "rule-shared"
_DISPUTING = 3
_SHARED_EVERY = 10
_KIND = "rationale"
_MOST_ROUNDS = 20
_STAND_IN = """#!/bin/sh
# What ssh is to git: a program that starts what its last argument says, on another machine.
for last; do :; done
exec sh -c "$last"
"""


class Contest(NamedTuple):
    """How many clones write how often, and after how many writes each syncs."""

    clones: int = 8
    writes: int = 50
    every: int = 25


@dataclass
class Told:
    """What one clone was told: how often it tried, and the fields in conflict that it decided."""

    name: str
    syncs: int = 0
    attempts: int = 0
    conflicts: list[tuple[str, ...]] = field(default_factory=list)
    title: str | None = None


@dataclass
class Result:
    """What there is at the end: the bare repository, the clones, and what each was told."""

    hub: GitSandbox
    clones: list[Clone]
    told: list[Told]
    contest: Contest
    seconds: float = 0.0
    cpu: float = 0.0

    def wanted(self) -> Iterator[tuple[str, str]]:
        """Every write that is not about the disputed field: a record, and what it must say."""
        for number in range(len(self.clones)):
            for turn in range(self.contest.writes):
                yield _target(number, turn), _said(number, turn)

    def figures(self) -> str:
        """A line about it."""
        attempts = sum(each.attempts for each in self.told)
        syncs = sum(each.syncs for each in self.told)
        decided = sum(len(each.conflicts) for each in self.told)
        clones, writes, every = self.contest
        return (
            f"{clones} clones x {writes} writes, a sync every {every}: {syncs} syncs in"
            f" {attempts} attempts, {decided} conflicts decided,"
            f" {self.seconds:.0f} s, {self.cpu:.0f} s of CPU"
        )


def _name(number: int) -> str:
    return f"clone-{number}"


def _said(number: int, turn: int) -> str:
    return f"{_name(number)}, turn {turn}"


def _target(number: int, turn: int) -> str:
    """The record that a turn writes: mostly a new one, now and then one that all write to."""
    is_shared = turn % _SHARED_EVERY == 0
    return SHARED[turn // _SHARED_EVERY % len(SHARED)] if is_shared else f"fact-{number}-{turn}"


def hold(folder: Path, contest: Contest, *, by_ssh: bool = False) -> Result:
    """Let all write and sync at once, in a process each; then let each sync a last time."""
    hub, clones = _prepared(folder, contest, by_ssh=by_ssh)
    began, cpu = time.monotonic(), _cpu()
    context = multiprocessing.get_context("fork")
    with context.Pool(contest.clones) as pool:
        work = [(each, number, contest) for number, each in enumerate(clones)]
        told = pool.starmap(_work, work, chunksize=1)
        pool.starmap(_catch_up, [(each,) for each in clones], chunksize=1)
    return Result(hub, clones, told, contest, time.monotonic() - began, _cpu() - cpu)


def _prepared(folder: Path, contest: Contest, *, by_ssh: bool) -> tuple[GitSandbox, list[Clone]]:
    begin(folder)
    first = Clone(GitSandbox(folder / "ada"), "Ada")
    for record_id in SHARED:
        first.add(record_id, content="One.\n\nTwo.\n\nThree.")
    first.git("push", "-q")
    hub = folder / "hub"
    address = hub.as_uri()
    if by_ssh:
        ssh = folder / "ssh"
        ssh.write_text(_STAND_IN)
        ssh.chmod(0o755)
        os.environ["GIT_SSH_COMMAND"] = str(ssh)
        address = f"ssh://git@localhost{hub}"
    program = put_sgm(folder / "bin" / "sgm")  # which merges, and is started very often
    os.environ["PATH"] = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    clones = [clone(hub, folder / _name(n), _name(n).title()) for n in range(contest.clones)]
    for each in clones:
        each.git("remote", "set-url", "origin", address)
    return GitSandbox(hub), clones


def _work(mine: Clone, number: int, contest: Contest) -> Told:
    """Write, and sync now and then; a conflict is decided for what we have written."""
    told = Told(mine.name)
    store = mine.store()
    for turn in range(contest.writes):
        _write(store, number, turn)
        if number < _DISPUTING and turn == contest.writes // 2 - 1:
            told.title = f"Title of {number}"
            _dispute(store, told.title)
        if turn % contest.every == contest.every - 1 or turn == contest.writes - 1:
            _sync(mine, told)
            store = mine.store()
    return told


def _write(store: Store, number: int, turn: int) -> None:
    target = _target(number, turn)
    with store.transaction(store.actor(_name(number))) as transaction:
        if target in SHARED:
            transaction.annotate(target, _KIND, _said(number, turn))
        else:
            record: JsonObject = {"id": target, "type": "fact", "title": target, "content": "x"}
            noted: JsonObject = {"kind": _KIND, "value": _said(number, turn)}
            transaction.add(record | {"annotations": [noted]})


def _dispute(store: Store, title: str) -> None:
    with store.transaction(store.actor("somebody")) as transaction:
        transaction.set(DISPUTED, ("title",), title)


def _sync(mine: Clone, told: Told) -> None:
    told.syncs += 1
    report = _report(mine, told, SyncWish())
    for _ in range(_MOST_ROUNDS):
        if report.state in (SyncState.SYNCED, SyncState.UNCHANGED):
            return
        if report.state is SyncState.CONFLICT:
            told.conflicts += [each.fields for each in report.conflicts]
            for each in report.conflicts:
                mine.git("checkout", "-q", "--theirs", "--", each.path)
            report = _report(mine, told, SyncWish(step=Step.CONTINUE))
        else:
            report = _report(mine, told, SyncWish())
    raise AssertionError(f"{mine.name} does not come to an end: {report}")


def _report(mine: Clone, told: Told, wish: SyncWish) -> SyncReport:
    report = synchronise(mine.store().records, wish, World())
    told.attempts += report.attempts
    assert not report.outgoing, report.outgoing
    return report


def _catch_up(mine: Clone) -> None:
    assert synchronise(mine.store().records).exit_status == 0


def _cpu() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(sum(resource.getrusage(kind)[:2]) for kind in kinds)


def main() -> None:
    """Hold the long form over file:// and by ssh, and print the figures."""
    contest = Contest(*(map(int, sys.argv[1:]) if len(sys.argv) > 1 else (8, 50, 1)))
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        (home / "gitconfig").write_text("[gc]\n\tauto = 0\n[init]\n\tdefaultBranch = main\n")
        os.environ.update(isolated_environment(home))
        for by_ssh in (False, True):
            folder = home / ("ssh" if by_ssh else "file")
            result = hold(folder, contest, by_ssh=by_ssh)
            sys.stdout.write(f"{folder.name}: {result.figures()}\n")
            sys.stdout.flush()
            assert_all_is_there(result)


def assert_all_is_there(result: Result) -> None:
    """Every write is at the remote and in every clone, which are all the same and whole."""
    tip = result.hub.run("rev-parse", "refs/heads/main").decode().strip()
    result.hub.run("fsck", "--strict", "--no-dangling")
    for each in result.clones:
        assert (each.head(), each.box.status()) == (tip, ""), each.name
        each.git("fsck", "--strict", "--no-dangling")
    store = result.clones[0].store()
    report = store.check()
    assert not report.fails(strict=False), report.findings
    _assert_writes(result, store)


def _assert_writes(result: Result, store: Store) -> None:
    found = {each.id: annotation_values(each.record or {}, _KIND) for each in store.entries()}
    missing = [(ref, said) for ref, said in result.wanted() if said not in found.get(ref, [])]
    assert missing == []
    titles = [each.title for each in result.told if each.title is not None]
    assert store.get(DISPUTED).title in titles
    if result.contest.every < result.contest.writes // 2:
        return  # whoever gave a title may have seen the last one
    decided = [each for each in result.told if ("/title",) in each.conflicts]
    assert len(decided) >= len(titles) - 1 > 0  # all but the first were told of another one


if __name__ == "__main__":
    main()
