"""A day of several people who edit the same records, each on a clone, and bring them together.

What they leave to settle is counted, by our merge driver and by git alone, for the same merges.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.document.read import read
from sgm_git.document.splice import update
from sgm_git.document.write import write
from sgm_git.record.times import render_utc
from sgm_git.workflows.merging.registering import DRIVER_KEY
from tests.benchmarks.corpus import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from sgm_git.record.value import JsonObject, JsonValue
    from tests.support import GitSandbox

_MORNING = 1_790_000_000
_HUNK = re.compile(rb"<<<<<<< [^\n]*\n.*?=======\n(.*?)>>>>>>> [^\n]*\n", re.DOTALL)
_STATES = ("proposed", "accepted", "rejected", "superseded")
_BODY = "\n\n".join(f"Paragraph {number} says how it is." for number in range(6))


@dataclass(frozen=True, slots=True)
class Plan:
    """How a day is: each of the people edits so often, and brings it in after some edits.

    They edit a few of the ``records`` far more often than the others; half declare their stamps.
    """

    people: int = 6
    edits: int = 40
    at_once: int = 4
    records: int = 60


@dataclass(slots=True)
class Tally:
    """What came of a day: files that both sides had changed, and those with something to settle."""

    edits: int = 0
    merges: int = 0
    files: int = 0
    with_driver: int = 0
    with_git: int = 0
    merges_stopped: int = 0
    merges_stopped_by_git: int = 0


@dataclass(slots=True)
class _Clone:
    """Where one of the people stands: the tip that they have, and their files."""

    name: str
    tip: str
    before: dict[str, bytes]
    files: dict[str, bytes]
    changed: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Day:
    """One day in a repository; ``command`` is the line of sh that starts the merge driver.

    ``notes`` are all annotations that were added: each must be there in the evening. ``left`` are
    the files that the driver left to settle: as they were, as all have them, as one has them.
    """

    box: GitSandbox
    command: str
    plan: Plan
    random: Random
    tally: Tally = field(default_factory=Tally)
    notes: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    left: list[tuple[bytes, bytes, bytes]] = field(default_factory=list)
    _tip: str = ""

    def pass_by(self) -> Tally:
        """Let the day pass; give what came of it. ``files`` are what all have in the evening."""
        begin = [_first(number) for number in range(self.plan.records)]
        self.files = {f"memory/{number}.md": write(each) for number, each in enumerate(begin)}
        (self.box.path / ".git/attributes").write_text("*.md merge=sgm\n")
        self._tip = self._commit("main", self.files)
        names = [f"person{number}" for number in range(self.plan.people)]
        clones = [_Clone(name, self._tip, dict(self.files), dict(self.files)) for name in names]
        turns = clones * (self.plan.edits // self.plan.at_once)
        self.random.shuffle(turns)
        for clone in turns:
            self._edit(clone)
            if self.random.random() < 0.7:  # who forgets it has more to bring the next time
                self._bring(clone)
        for clone in clones:
            self._bring(clone)
        return self.tally

    def _edit(self, clone: _Clone) -> None:
        for _ in range(self.plan.at_once):
            number = int(self.plan.records * self.random.random() ** 3)
            path = f"memory/{number}.md"
            document = read(clone.files[path]).document
            assert document is not None
            value = document.record
            change = self.random.choices([each for each, _ in EDITS], [w for _, w in EDITS])[0]
            self.tally.edits += 1
            change(self, path, value)
            _stamp(value, clone.name, _MORNING + self.tally.edits * 60)
            clone.files[path] = update(clone.files[path], value)
            clone.changed.add(path)

    def _bring(self, clone: _Clone) -> None:
        """Merge what one of them has with what all have, and let both have that."""
        if not clone.changed:
            return
        own = {path: clone.files[path] for path in clone.changed}
        tip = self._commit(clone.name, own, clone.tip)
        if clone.tip != self._tip:
            own = self._merged(clone, own, tip)
        self.files |= own
        self._tip = self._commit("main", own, self._tip, tip)
        clone.tip, clone.changed = self._tip, set()
        clone.before, clone.files = dict(self.files), dict(self.files)

    def _merged(self, clone: _Clone, own: Mapping[str, bytes], tip: str) -> dict[str, bytes]:
        there = self.box.run("diff", "--name-only", clone.tip, self._tip).decode().split()
        given = f"{DRIVER_KEY}={self.command}", "core.attributesFile=.git/attributes"
        tree, left = self._merge(tip, *(word for each in given for word in ("-c", each)))
        _, left_by_git = self._merge(tip)
        self.left += [(clone.before[path], self.files[path], own[path]) for path in left]
        self.tally.merges += 1
        self.tally.files += len(own.keys() & set(there))
        self.tally.with_driver += len(left)
        self.tally.with_git += len(left_by_git)
        self.tally.merges_stopped += bool(left)
        self.tally.merges_stopped_by_git += bool(left_by_git)
        return {path: self._settled(tree, path) for path in own}

    def _merge(self, tip: str, *driver: str) -> tuple[str, list[str]]:
        """The tree of a merge, and the files with something to settle."""
        call = ("merge-tree", "--write-tree", "--name-only", "--no-messages", "-z")
        said = self.box.run(*driver, *call, self._tip, tip, check=False)
        tree, *left = said.decode().rstrip("\0").split("\0")
        return tree, left

    def _settled(self, tree: str, path: str) -> bytes:
        """A merged file, settled as whoever brings it has it."""
        return _HUNK.sub(rb"\1", self.box.run("cat-file", "blob", f"{tree}:{path}"))

    def _commit(self, branch: str, files: Mapping[str, bytes], *parents: str) -> str:
        lines = [f"commit refs/heads/{branch}", f"committer P <p@example.org> {_MORNING} +0000"]
        lines += [
            "data 1",
            "x",
            *(f"{word} {oid}" for word, oid in zip(("from", "merge"), parents, strict=False)),
        ]
        stream = "\n".join(lines).encode() + b"\n"
        for path, data in files.items():
            stream += b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data)
        self.box.run("fast-import", "--quiet", "--force", stdin=stream)
        return self.box.run("rev-parse", f"refs/heads/{branch}").decode().strip()

    def add_note(self, path: str, value: JsonObject) -> None:
        """Add an annotation that nobody else adds."""
        note = f"note {self.tally.edits}"
        self.notes.setdefault(path, []).append(note)
        _list(value, "annotations").append({"kind": "note", "value": note})

    def change_status(self, _: str, value: JsonObject) -> None:
        """Let the status be another."""
        for item in _list(value, "annotations"):
            if isinstance(item, dict) and item["kind"] == "status":
                others = [state for state in _STATES if state != item["value"]]
                item["value"] = self.random.choice(others)

    def change_title(self, _: str, value: JsonObject) -> None:
        """Say in the title what the day brought."""
        value["title"] = f"{str(value['title']).partition(',')[0]}, as of {self.tally.edits}"

    def change_paragraph(self, _: str, value: JsonObject) -> None:
        """Say one paragraph otherwise."""
        paragraphs = str(value["content"]).split("\n\n")
        at = self.random.randrange(len(paragraphs))
        paragraphs[at] = f"Paragraph {at} says it otherwise since {self.tally.edits}."
        value["content"] = "\n\n".join(paragraphs)

    def add_link(self, _: str, value: JsonObject) -> None:
        """Link another record."""
        other = f"fact-{self.random.randrange(self.plan.records):06d}"
        provenance = value["provenance"]
        assert isinstance(provenance, dict)
        links = _list(provenance, "links")
        if other not in links:
            links.append(other)

    def set_field(self, _: str, value: JsonObject) -> None:
        """Set a field of the team's own."""
        value[f"x_{self.random.choice('abcdef')}"] = self.tally.edits


EDITS: list[tuple[Callable[[Day, str, JsonObject], None], int]] = [
    (Day.add_note, 30),
    (Day.change_status, 20),
    (Day.change_paragraph, 25),
    (Day.change_title, 5),
    (Day.add_link, 10),
    (Day.set_field, 10),
]
"""What people do to a record, and how often."""


def _first(number: int) -> JsonObject:
    value = record(number) | {"content": _BODY}
    if number % 2:
        _stamp(value, "Ada", _MORNING, begins=True)
    return value


def _stamp(value: JsonObject, who: str, when: int, *, begins: bool = False) -> None:
    provenance = value["provenance"]
    assert isinstance(provenance, dict)
    if begins or "modified_at" in provenance:
        provenance |= {"modified": True, "modified_at": render_utc(when), "modified_by": who}


def _list(value: JsonObject, name: str) -> list[JsonValue]:
    found = value.setdefault(name, [])
    assert isinstance(found, list)
    return found
