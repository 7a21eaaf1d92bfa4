"""A small memory to play with: two people and an agent, some weeks of history, one fault."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from sgm_git.commits import Identity
from sgm_git.document import write
from sgm_git.errors import CannotRun
from sgm_git.git.engine import init_repository
from sgm_git.git.protocol import CommitRequest
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.record.provenance import Actor, completed
from sgm_git.record.times import render_utc
from sgm_git.store.message import Deed, commit_message
from sgm_git.workflows.initialise import initialise

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonObject, JsonValue

_NAME = "sgm-demo"
_DAY = 86_400
_ADA = Identity("Ada Park", "ada@example.org")
_GRACE = Identity("Grace Hill", "grace@example.org")
_AGENT = "build-agent"
_PROJECT: JsonObject = {"project": "shop"}


@dataclass(frozen=True, slots=True)
class _Step:
    """One commit of the story: how many days ago, who, which agent's words, and the record."""

    days_ago: int
    author: Identity
    agent: str
    record: JsonObject
    verb: str = "add"


def _notes(**values: JsonValue) -> list[JsonValue]:
    return [{"kind": kind, "value": value} for kind, value in values.items()]


_MYSQL: JsonObject = {
    "id": "decision-mysql",
    "type": "decision",
    "title": "Use MySQL for orders",
    "scope": _PROJECT,
    "annotations": _notes(rationale="It is what the team knows.", status="accepted"),
    "content": "Orders and customers live in one MySQL database.",
}
_STORY = (
    _Step(40, _ADA, _ADA.name, _MYSQL),
    _Step(
        33,
        _GRACE,
        _GRACE.name,
        {
            "id": "rule-no-secrets",
            "type": "rule",
            "title": "No secrets in the repository",
            "scope": _PROJECT,
            "annotations": _notes(status="accepted"),
            "content": "Keys and passwords come from the vault at run time. Never commit one.",
        },
    ),
    _Step(
        12,
        _ADA,
        _ADA.name,
        {
            "id": "decision-postgres",
            "type": "decision",
            "title": "Move orders to PostgreSQL",
            "scope": _PROJECT,
            "annotations": _notes(
                rationale="Row-level security replaces four services.",
                status="accepted",
                supersedes="decision-mysql",
            ),
            "content": "New tables go to PostgreSQL; orders follow by the end of the quarter.",
        },
    ),
    _Step(
        12,
        _ADA,
        _ADA.name,
        _MYSQL
        | {
            "annotations": _notes(
                rationale="It is what the team knows.",
                status="superseded",
                superseded_by="decision-postgres",
            )
        },
        "change",
    ),
    _Step(
        3,
        _GRACE,
        _AGENT,
        {
            "id": "task-move-orders",
            "type": "task",
            "title": "Move the orders table",
            "scope": _PROJECT,
            "annotations": _notes(state="open"),
            "content": "Copy, compare row counts, switch reads, then writes.",
        },
    ),
    _Step(
        1,
        _GRACE,
        _AGENT,
        {
            "id": "status-migration",
            "type": "status",
            "title": "State of the migration",
            "scope": _PROJECT,
            "content": "Customers are moved. Orders: copy is running, 60 % done.",
        },
    ),
)
_BY_HAND = """---
id: fact-peak-hours
type: fact
title: When the shop is busy
scope: {project: shop}
provenance:
  agent: Ada Park
  created_at: last Tuesday     # typed by hand: a person can read it, a tool cannot
  origin: editor
  scope: {project: shop}
---

Most orders come in between 18:00 and 21:00 local time.
"""


@dataclass(frozen=True, slots=True)
class Demo:
    """Where the demo is, and the path of its one faulty record."""

    folder: Path
    faulty: str


def make_demo(folder: Path, engine: Engine, now: int) -> Demo:
    """Make a repository with a small memory in ``folder``, or beside it if that is taken.

    Needs neither git nor any configuration; touches nothing outside of the new folder. ``now`` is
    in seconds since the epoch. Raises CannotRun where the folder cannot be made. A folder without
    a name of its own (``.``) gets one in it.
    """
    place = _free(folder)
    try:
        place.mkdir(parents=True)
    except OSError as error:
        raise CannotRun(f"cannot make {place}: {error.strerror}") from error
    repository = init_repository(place, engine)
    _introduce(repository.git_dir, _GRACE)
    initialise(place, engine=engine, hooks=False)
    start = now - 41 * _DAY
    _commit(repository, (CONFIG_PATH, ".gitattributes"), "memory: begin", _ADA, start)
    created: dict[str, int] = {}
    for step in _STORY:
        _tell(repository, place, step, now, created)
    faulty = "memory/fact/fact-peak-hours.md"
    _write(place / faulty, _BY_HAND.encode())
    _commit(repository, (faulty,), "Note when the shop is busy", _ADA, now - 3_600)
    return Demo(place, faulty)


def _free(folder: Path) -> Path:
    if folder.name in {"", ".."}:
        folder /= _NAME
    others = (folder.with_name(f"{folder.name}-{number}") for number in count(2))
    is_free = not os.path.lexists(folder)
    return folder if is_free else next(other for other in others if not os.path.lexists(other))


def _introduce(git_dir: Path, person: Identity) -> None:
    """Let the demo have settings of its own: the user's may be missing, and are not ours.

    Neither their key nor their hooks are for commits by people who do not exist.
    """
    with (git_dir / "config").open("a", encoding="utf-8", newline="\n") as config:
        config.write(f"[user]\n\tname = {person.name}\n\temail = {person.email}\n")
        config.write("[commit]\n\tgpgSign = false\n[core]\n\thooksPath = .git/hooks\n")


def _tell(
    repository: Repository, place: Path, step: _Step, now: int, created: dict[str, int]
) -> None:
    record_id, kind = str(step.record["id"]), str(step.record["type"])
    when = now - step.days_ago * _DAY + len(created) * 60
    began = created.setdefault(record_id, when)
    record = completed(step.record, Actor(step.agent, "cli"), now=began, scope=_PROJECT)
    if kind == "status":
        record["annotations"] = _notes(as_of=render_utc(when))
    path = f"memory/{kind}/{record_id}.md"
    _write(place / path, write(record))
    agent = None if step.agent == step.author.name else step.agent
    message = commit_message([Deed(step.verb, kind, record_id)], agent=agent)
    _commit(repository, (path,), message, step.author, when)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _commit(
    repository: Repository, paths: tuple[str, ...], message: str, author: Identity, when: int
) -> None:
    repository.commit_paths(CommitRequest(paths, message, author, when=when))
