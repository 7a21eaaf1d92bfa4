"""The merge driver under real git: every way to merge, every kind of file (DESIGN section 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from sgm_git.document.read import read
from sgm_git.record import fields
from tests.workflows.merging.support import (
    BASE,
    MERGED,
    OURS,
    THEIRS,
    TITLE,
    WAYS,
    Fork,
    edited,
    fork,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tests.support import GitSandbox

ODD = [
    "memory/my note.md",
    "memory/it's.md",
    "memory/$(touch run).md",
    "memory/`touch run`.md",
    "memory/-x.md",
    'memory/"quoted" \\ back.md',
    "memory/a;touch run&.md",
    "memory/%A%P%%.md",
    "memory/é\u202e\x1b[31m.md",
    "memory/two\nlines.md",
    "memory/#{a}*?.md",
]
LAST = "    value: It works.\n"
RISK = "  - kind: risk\n    value: Old.\n"
COST = "  - kind: cost\n    value: Low.\n"
WITH_RISK = edited((LAST, LAST + RISK))
WITH_COST = edited((LAST, LAST + COST))
BROKEN = ("scope: {project: shop}\nann", "scope: {project: shop\nann")


class States(NamedTuple):
    """A file in the three commits; None: it is not there."""

    base: bytes | None
    ours: bytes | None
    theirs: bytes | None


def crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def text(beginning: bytes) -> tuple[States, bytes]:
    """A file that is no record, in which both sides changed a line, and its merge."""
    ours, theirs = (b"one", b"1"), (b"three", b"3")
    base = beginning + b"\n\none\n\ntwo\n\nthree\n"
    states = States(base, base.replace(*ours), base.replace(*theirs))
    return states, base.replace(*ours).replace(*theirs)


EVERYDAY = States(BASE, OURS, THEIRS)
CLEAN: dict[str, tuple[States, bytes]] = {
    **dict.fromkeys(["memory/a.md", "memory/d/e/f.md", *ODD], (EVERYDAY, MERGED)),
    "memory/append.md": (States(BASE, WITH_RISK, WITH_COST), edited((LAST, LAST + COST + RISK))),
    "crlf/ours.md": (States(crlf(BASE), crlf(OURS), THEIRS), crlf(MERGED)),
    "crlf/theirs.md": (States(BASE, OURS, crlf(THEIRS)), MERGED),
    "crlf/base.md": (States(crlf(BASE), OURS, THEIRS), MERGED),
    "memory/no-record.md": text(b"# No record"),
    "memory/latin.md": text(b"caf\xe9"),
    "memory/broken.md": (
        States(BASE, edited(("First", "1st")), edited(BROKEN)),
        edited(("First", "1st"), BROKEN),
    ),
}


def own(word: bytes, data: bytes) -> bytes:
    """The document with much that no other has: git takes it for no other that was moved."""
    return data + b"".join(b"%s of line %d\n" % (word, number) for number in range(60))


MOVES = {
    "memory/old.md": States(own(b"a", BASE), None, own(b"a", THEIRS)),
    "memory/by ours.md": States(None, own(b"a", OURS), None),
    "memory/former.md": States(own(b"b", BASE), own(b"b", OURS), None),
    "memory/by theirs.md": States(None, None, own(b"b", THEIRS)),
    "memory/gone.md": States(own(b"c", BASE), own(b"c", BASE), None),
}
MOVED = {"memory/by ours.md": own(b"a", MERGED), "memory/by theirs.md": own(b"b", MERGED)}
ADDED = States(None, WITH_RISK, WITH_COST)
TITLES = edited(TITLE), edited((TITLE[0], "Drop the datastore "))
UNSETTLED = {
    "memory/title.md": States(BASE, *TITLES),
    "crlf/title.md": States(crlf(BASE), *map(crlf, TITLES)),
    "memory/both-add.md": States(None, *TITLES),
    "memory/edited.md": States(own(b"a", BASE), own(b"a", OURS), None),
    "memory/deleted.md": States(own(b"b", BASE), None, own(b"b", THEIRS)),
    "memory/text.md": States(b"a\n", b"b\n", b"c\n"),
    "memory/binary.md": States(b"\0a", b"\0b", b"\0c"),
}
OFTEN = {"memory/a.md", "memory/append.md", "crlf/ours.md", "memory/broken.md"}
SELDOM = UNSETTLED.keys() - {"memory/title.md", "memory/both-add.md", "memory/edited.md"}
each_way = pytest.mark.parametrize("way", WAYS)


def forked(box: GitSandbox, files: Mapping[str, States], way: str = "merge") -> Fork:
    """The fork with these files, as this way needs it."""
    trees = [
        {path: data for path, states in files.items() if (data := states[side]) is not None}
        for side in range(3)
    ]
    return fork(box, *trees, is_revert=way == "revert")


def marked(box: Fork, paths: Iterable[str]) -> set[str]:
    """Those of the files in which our check finds the markers of a conflict."""
    return {
        path for path in paths if "F106" in [fault.code for fault in read(box.read(path)).faults]
    }


@each_way
def test_what_does_not_contradict_is_merged(sandbox: GitSandbox, way: str) -> None:
    clean = {path: each for path, each in CLEAN.items() if path in OFTEN or way == "merge"}
    files = {path: states for path, (states, _) in clean.items()} | MOVES
    work = forked(sandbox, {**files, "memory/added.md": ADDED}, way)
    outcome = WAYS[way](work)
    assert (outcome.status, work.unmerged()) == (0, set()), outcome.err
    for path, merged in {**{path: merged for path, (_, merged) in clean.items()}, **MOVED}.items():
        assert work.read(path) == merged, path
    assert not (sandbox.path / "memory/gone.md").exists()
    kinds = {kind for _, kind, _ in fields.annotations(work.record("memory/added.md"))}
    assert kinds == {"status", "rationale", "risk", "cost"}
    assert work.strays() == []


def hunk(eol: bytes = b"\n") -> bytes:
    """What the two titles leave."""
    lines = [b"<<<<<<< ours", b"title: Keep the old datastore   # seen by Grace", b"======="]
    lines += [b"title: Drop the datastore   # seen by Grace", b">>>>>>> theirs", b""]
    return eol.join(lines)


@each_way
def test_what_contradicts_is_marked_and_said(sandbox: GitSandbox, way: str) -> None:
    work = forked(sandbox, {path: UNSETTLED[path] for path in UNSETTLED.keys() - SELDOM}, way)
    outcome = WAYS[way](work)
    assert outcome.status == 1
    assert work.unmerged() == UNSETTLED.keys() - SELDOM
    for path in ("memory/title.md", "memory/both-add.md"):
        assert hunk() in work.read(path)
        assert f"{path}: dec-x: conflict in /title\n" in outcome.err
    assert marked(work, work.unmerged()) == {"memory/title.md", "memory/both-add.md"}
    assert work.read("memory/edited.md") == own(b"a", OURS)
    assert work.strays() == []


def test_what_else_can_contradict(sandbox: GitSandbox) -> None:
    work = forked(sandbox, {path: UNSETTLED[path] for path in SELDOM})
    outcome = WAYS["merge"](work)
    assert (outcome.status, work.unmerged()) == (1, SELDOM)
    assert hunk(b"\r\n") in work.read("crlf/title.md")
    assert work.read("memory/text.md") == b"<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n"
    assert "memory/text.md: no record on one side, merged as text: 1 conflict\n" in outcome.err
    assert work.read("memory/binary.md") == b"\0b"
    assert work.read("memory/deleted.md") == own(b"b", THEIRS)
    assert work.strays() == []
