"""Two people who edit the same memory on two clones all day, with nothing but git and the hooks."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.workflows.initialise import initialise
from tests.programs import put_sgm
from tests.store.support import ada, open_store, rule
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.api import Store

PATH = "memory/rule/rule-x.md"


@dataclass
class Person:
    """Somebody at a clone, whose clock goes on with each write."""

    box: GitSandbox
    now: float

    @property
    def store(self) -> Store:
        self.now += 60
        return open_store(self.box.path, now=self.now)

    def set(self, field: str, value: str) -> None:
        store = self.store
        with store.transaction(ada(store)) as tx:
            tx.set("rule-x", (field,), value)

    def note(self, value: str) -> None:
        store = self.store
        with store.transaction(ada(store)) as tx:
            tx.annotate("rule-x", "note", value)

    def exchange(self) -> None:
        """What people type; the merge must go through by itself."""
        self.box.run("pull", "-q", "--no-rebase", "--no-edit")
        self.box.run("push", "-q")

    def title(self) -> object:
        record = self.store.get("rule-x").record
        assert record is not None
        return record["title"]


@pytest.fixture
def people(
    sandbox: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Person, Person]:
    """Two clones of one memory that holds a rule."""
    program = put_sgm(tmp_path / "programs/sgm")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    sandbox.run("init", "-q", "--bare", str(tmp_path / "origin.git"))
    boxes: list[GitSandbox] = []
    for name in ("one", "other"):
        sandbox.run("clone", "-q", str(tmp_path / "origin.git"), str(tmp_path / name))
        box = GitSandbox(tmp_path / name)
        initialise(box.path)
        if not boxes:
            box.commit("begin")
            first = Person(box, 1_790_000_000)
            with first.store.transaction(ada(first.store)) as tx:
                tx.add(rule(content="One.\n\nTwo.\n\nThree."))
            box.run("push", "-q")
        boxes.append(box)
    one, other = (Person(box, 1_790_000_000 + 7 * at) for at, box in enumerate(boxes))
    return one, other


def test_what_they_do_beside_each_other_comes_together(people: tuple[Person, Person]) -> None:
    one, other = people
    one.set("title", "Of one")
    other.note("of other")
    one.note("of one")
    other.set("content", "One.\n\nTwo.\n\nThree, of other.")
    for person in (one, other, one):
        person.exchange()
    one.set("content", "One, of one.\n\nTwo.\n\nThree, of other.")
    other.set("x_own", "other")
    for person in (other, one, other):
        person.exchange()
    assert one.box.run("rev-parse", "HEAD^{tree}") == other.box.run("rev-parse", "HEAD^{tree}")
    text = one.box.path.joinpath(PATH).read_text()
    for each in ("Of one", "of other", "of one", "One, of one", "Three, of other", "x_own: other"):
        assert each in text
    found = one.store.check().findings
    assert [each for each in found if each.severity == "error"] == []
    assert one.box.run("fsck", "--no-progress") == b""


def test_a_real_difference_is_settled_in_an_editor(people: tuple[Person, Person]) -> None:
    one, other = people
    one.set("title", "Of one")
    other.set("title", "Of other")
    other.note("kept")
    one.exchange()
    other.box.run("pull", "-q", "--no-rebase", "--no-edit", check=False)
    path = other.box.path / PATH
    head, _, rest = path.read_text().partition("<<<<<<< ours\n")
    assert rest.startswith("title: Of other\n=======\ntitle: Of one\n>>>>>>> theirs\n")
    other.box.run("add", PATH)
    refused = other.box.run("commit", "-q", "--no-edit", check=False)
    assert refused == b""
    assert open_repository(other.box.path).unfinished() == "merge"
    path.write_text(head + "title: Of both\n" + rest.partition(">>>>>>> theirs\n")[2])
    other.box.run("add", PATH)
    other.box.run("commit", "-q", "--no-edit")
    other.box.run("push", "-q")
    one.exchange()
    assert (one.title(), other.title()) == ("Of both", "Of both")
    assert "kept" in one.box.path.joinpath(PATH).read_text()
