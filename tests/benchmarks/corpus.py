"""A deterministic store of any size, with real history and merges, made by ``git fast-import``."""

from __future__ import annotations

import hashlib
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sgm_git.document.write import write
from sgm_git.record.times import render_utc

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sgm_git.record.value import JsonObject

Layout = Literal["sharded", "default"]

_EPOCH = 1_760_000_000
_MERGE_EVERY = 50
_TYPES = ("decision", "rule", "status", "task", "fact")
_AGENTS = ("Ada", "Grace", "build-agent")
_WORDS = [
    "store",
    "index",
    "merge",
    "branch",
    "record",
    "agent",
    "review",
    "commit",
    "history",
    "schema",
    "field",
    "value",
    "rule",
    "state",
    "deploy",
    "queue",
    "cache",
    "token",
    "limit",
    "retry",
    "backup",
    "restore",
    "region",
    "cluster",
    "latency",
    "budget",
    "owner",
]


@dataclass(frozen=True)
class CorpusSpec:
    """How large a store: ``commits`` is at least ``records``; what is more edits records."""

    records: int
    commits: int
    layout: Layout = "sharded"


def record(number: int, revision: int = 0) -> JsonObject:
    """The ``number``-th record of about 600 bytes; a later ``revision`` has another body."""
    kind = _TYPES[number % len(_TYPES)]
    seed = hashlib.sha256(f"{number}/{revision}".encode()).digest()
    words = [_WORDS[byte % len(_WORDS)] for byte in seed]
    scope: JsonObject = {"project": f"project-{number % 40}"}
    return {
        "id": f"{kind}-{number:06d}",
        "type": kind,
        "title": f"{words[0]} {words[1]} {number}",
        "scope": scope,
        "annotations": [
            {"kind": "status", "value": "accepted"},
            {"kind": "rationale", "value": " ".join(words[2:10])},
        ],
        "provenance": {
            "agent": _AGENTS[number % len(_AGENTS)],
            "created_at": render_utc(_EPOCH + number),
            "origin": "cli",
            "scope": scope,
        },
        "content": ". ".join(" ".join(words[n : n + 8]) for n in range(0, 32, 8)),
    }


def record_path(number: int, layout: Layout) -> str:
    """Where the ``number``-th record lies."""
    value = record(number)
    name = str(value["id"])
    shard = hashlib.sha256(name.encode()).hexdigest()[:2] + "/" if layout == "sharded" else ""
    return f"memory/{value['type']}/{shard}{name}.md"


def build(path: Path, spec: CorpusSpec) -> None:
    """Make the repository at ``path`` and check it out."""
    path.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "-b", "main", str(path)], check=True)
    with subprocess.Popen(
        ["git", "-C", str(path), "fast-import", "--quiet"], stdin=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        for piece in _stream(spec):
            process.stdin.write(piece)
        process.stdin.close()
    assert process.returncode == 0
    subprocess.run(["git", "-C", str(path), "reset", "-q", "--hard", "main"], check=True)
    subprocess.run(["git", "-C", str(path), "gc", "-q"], check=True)


def _stream(spec: CorpusSpec) -> Iterator[bytes]:
    config = b"format = 1\n"
    if spec.layout == "sharded":
        config += b'[[root]]\npath = "memory"\nlayout = "{type}/{shard}/{id}.md"\n'
    yield _commit(1, 0, None, [(".sgm/config.toml", config)])
    mark = 1
    for step in range(spec.commits):
        edits = step >= spec.records
        number = (step * 7919) % spec.records if edits else step
        revision = step // spec.records
        change = (record_path(number, spec.layout), write(record(number, revision)))
        if step % _MERGE_EVERY == _MERGE_EVERY - 1 and mark > 2:
            yield _commit(mark + 1, step, mark - 1, [change], branch="side")
            yield _commit(mark + 2, step, mark, [change], merged=mark + 1)
            mark += 2
        else:
            yield _commit(mark + 1, step, mark, [change])
            mark += 1


def _commit(
    mark: int,
    step: int,
    parent: int | None,
    files: list[tuple[str, bytes]],
    *,
    branch: str = "main",
    merged: int | None = None,
) -> bytes:
    agent = _AGENTS[step % len(_AGENTS)]
    person = f"{agent} <{agent.lower()}@example.org> {_EPOCH + step} +0000"
    lines = [f"commit refs/heads/{branch}", f"mark :{mark}", f"committer {person}"]
    head = "\n".join(lines).encode() + b"\n" + _data(f"step {step}".encode())
    if parent is not None:
        head += f"from :{parent}\n".encode()
    if merged is not None:
        head += f"merge :{merged}\n".encode()
    body = b"".join(
        f"M 100644 inline {path}\n".encode() + _data(content) for path, content in files
    )
    return head + body + b"\n"


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)
