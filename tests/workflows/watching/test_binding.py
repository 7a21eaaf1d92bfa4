"""What binds or smells waits for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.watching.binding import Change, what_binds
from sgm_git.workflows.watching.mounts import deaf_kind
from sgm_git.workflows.watching.names import is_passing

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

PATH = "memory/fact/fact-a.md"
FACT: JsonObject = {"id": "fact-a", "type": "fact", "title": "A", "content": "Text of it."}


def status(word: str) -> JsonObject:
    return {"kind": "status", "value": word}


def decision(*annotations: JsonObject) -> JsonObject:
    return FACT | {"type": "decision", "annotations": [*annotations]}


HARMLESS: list[tuple[JsonObject | None, JsonObject]] = [
    (None, FACT),
    (FACT, FACT | {"title": "B"}),
    (FACT, FACT | {"content": "Text o"}),
    (FACT, FACT | {"annotations": [status("done")]}),
    (None, decision()),
    (None, decision(status("proposed"))),
    (decision(status("accepted")), decision(status("accepted")) | {"title": "B"}),
    (
        decision(status("accepted")),
        decision(status("accepted"), {"kind": "rationale", "value": "so"}),
    ),
]

BINDING: list[tuple[str, JsonObject | None, JsonObject | None]] = [
    ("deleted", FACT, None),
    ("rule", None, FACT | {"type": "rule"}),
    ("rule", FACT | {"type": "rule"}, FACT | {"type": "rule", "title": "B"}),
    ("rule", FACT | {"type": "rule"}, FACT),
    ("status", None, decision(status("accepted"))),
    ("status", decision(status("proposed")), decision(status("accepted"))),
    ("status", decision(status("accepted")), decision()),
    ("supersedes", FACT, FACT | {"annotations": [{"kind": "superseded_by", "value": "b"}]}),
    ("supersedes", FACT | {"supersedes": "b"}, FACT),
    ("superseded", FACT, FACT | {"annotations": [status("superseded")]}),
    ("id", FACT, FACT | {"id": "fact-b"}),
    ("type", FACT, FACT | {"type": "task"}),
    ("half", FACT, FACT | {"content": "Text"}),
    ("half", FACT, {"id": "fact-a", "type": "fact", "title": "A"}),
]


@pytest.mark.parametrize(("before", "after"), HARMLESS)
def test_plain_typing_binds_nobody(before: JsonObject | None, after: JsonObject) -> None:
    assert what_binds(Change(PATH, before, after)) is None


@pytest.mark.parametrize(("word", "before", "after"), BINDING)
def test_what_binds_or_smells_is_said(
    word: str, before: JsonObject | None, after: JsonObject | None
) -> None:
    assert word in (what_binds(Change(PATH, before, after)) or "")


def test_a_conflict_copy_is_said() -> None:
    path = "memory/fact/fact-a (Ada's conflicted copy 2026-10-10).md"
    assert "copy" in (what_binds(Change(path, None, FACT)) or "")


@pytest.mark.parametrize(
    "name",
    [
        *(".a.md.swp", ".a.md.swx", "a.md~", "#a.md#", ".#a.md", "4913", ".goutputstream-ABC123"),
        *("a.md.tmp", "a.tmp", "a.md___jb_tmp___", "a.md___jb_old___", "sedAb12xy", "a.md.orig"),
        *("a.md.tmp.1234", "a.md.bak", ".sgm-1-0.tmp", "a.md.lock", "a.md.Xy12ab", "a.md.123.456"),
    ],
)
def test_what_editors_put_beside_a_record_is_none(name: str) -> None:
    assert is_passing(f"memory/fact/{name}")


@pytest.mark.parametrize("name", ["a.md", "4914.md", "a.tmp.md", "sedation.md", "x~y.md", "#a.md"])
def test_a_record_is_no_passing_file(name: str) -> None:
    assert not is_passing(f"memory/fact/{name}")


MOUNTS = r"""
overlay / overlay rw 0 0
server:/x /home/ada\040l/team nfs4 rw 0 0
C: /mnt/c 9p rw 0 0
/dev/sda1 /mnt/c/inside ext4 rw 0 0
nonsense
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/ada l/team/memory", "nfs4"),
        ("/home/ada l/teamwork", None),
        ("/mnt/c", "9p"),
        ("/mnt/c/inside/memory", None),
        ("/work", None),
    ],
)
def test_mounts_that_tell_nobody_are_known(folder: str, kind: str | None) -> None:
    assert deaf_kind(MOUNTS, folder) == kind
