"""Stores for the tests of this room: real repositories, both engines, a clock that stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.api import Store

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.record.provenance import Actor
    from sgm_git.record.value import JsonObject

NOW = 1_795_000_000
STAMP = "2026-11-18T11:06:40Z"

BASE = b"""---
id: dec-keep-datastore
type: decision
title: Keep the current datastore   # reviewed by hand
scope: {project: myproject}
annotations:
  - {kind: rationale, value: "..."}
  - {kind: status, value: accepted}
x_review: {by: 'grace'}
provenance:
  agent: build-agent
  created_at: 2026-10-10T18:21:47Z
  origin: cli
  scope: {project: myproject}
---

Body text = content.
"""


def rule(record_id: str = "rule-x", **fields: object) -> JsonObject:
    """A small record as a caller would hand it over."""
    record: JsonObject = {"id": record_id, "type": "rule", "title": "X", "content": "Do X."}
    record.update(fields)  # type: ignore[arg-type]  # tests hand over JSON
    return record


def open_store(path: Path, engine: Engine = "git", now: float = NOW) -> Store:
    """The store in a repository, at a fixed time."""
    return Store.open(path, engine=engine, clock=lambda: now)


def ada(store: Store) -> Actor:
    """The person of the test's git configuration."""
    return store.actor(origin="cli")
