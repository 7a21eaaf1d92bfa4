"""History is looked at once; what was found is gone on from (DESIGN sections 2 and 10)."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, cast

import pytest

from sgm_git.commits import UNCOMMITTED
from sgm_git.store.index.database import with_index
from sgm_git.store.past import Looker
from sgm_git.store.pending import Present
from sgm_git.witness.facts import facts_of
from sgm_git.witness.life import Kind
from tests.store.support import NOW, open_store
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from sgm_git.api import Store
    from sgm_git.commits import Commit
    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from sgm_git.store.past import Past


def text(record_id: str, title: str, created: str = "2026-10-10T18:21:47Z") -> str:
    """A small record's file."""
    return (
        f"---\nid: {record_id}\ntype: rule\ntitle: {title}\nprovenance:\n  agent: Ada\n"
        f'  created_at: "{created}"\n  origin: cli\n  scope: {{}}\n---\n\nBody.\n'
    )


class Asked:
    """A repository that remembers what it was asked of history."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    def __getattr__(self, name: str) -> object:
        """Everything else is the repository's."""
        return getattr(self._repository, name)

    def history(self, tip: str, known: Collection[str] = ()) -> Iterator[Commit]:
        """Remember, and ask it."""
        self.asked.append((tip, tuple(known)))
        return self._repository.history(tip, known)


def past(store: Store, asked: Asked | None = None) -> Past:
    """What history says of the records of the work tree."""
    records = store.records
    root_of = records.settings.roots.root_of
    entries = list(store.entries())
    committed = {p: b for p, b in records.committed().items() if root_of(p) is not None}
    documents = {entry.path: entry.blob for entry in entries}
    tip = store.repository.head().oid
    read = {e.blob: None if e.record is None else facts_of(e.record) for e in entries}
    present = Present(tip, committed, documents, read, NOW)
    roots = records.settings.roots
    repository = cast("Repository", asked) if asked else store.repository
    return with_index(
        store.repository.common_dir,
        lambda index: Looker(repository, roots, index).past(present),
    )


def kinds(store: Store, path: str) -> list[Kind]:
    """What became of the record at a path, newest first."""
    return [event.kind for event in past(store).lives[path].events]


def test_a_look_at_history_asks_git_for_new_commits_alone(
    sandbox: GitSandbox, engine: Engine
) -> None:
    """New commits cost only themselves."""
    sandbox.write("memory/a.md", text("a", "A"))
    first = sandbox.commit()
    store = open_store(sandbox.path, engine)
    asked = Asked(store.repository)
    past(store, asked)
    past(store, asked)
    assert asked.asked == [(first, ())]
    sandbox.write("memory/a.md", text("a", "B"))
    second = sandbox.commit()
    events = past(store, asked).lives["memory/a.md"].events
    assert [event.kind for event in events] == [Kind.CHANGED, Kind.BORN]
    assert asked.asked[1:] == [(second, (first,))]


def test_what_is_not_committed_is_the_newest_event(sandbox: GitSandbox, engine: Engine) -> None:
    """An edit, a rename, a new file."""
    sandbox.write("memory/a.md", text("a", "A"))
    sandbox.write("memory/b.md", text("b", "B"))
    born = sandbox.commit()
    sandbox.write("memory/moved.md", text("a", "Other"))
    (sandbox.path / "memory/a.md").unlink()
    sandbox.write("memory/c.md", text("c", "C"))
    found = past(open_store(sandbox.path, engine))
    assert {
        path: [(event.kind, event.commit) for event in life.events]
        for path, life in found.lives.items()
    } == {
        "memory/moved.md": [(Kind.CHANGED, UNCOMMITTED), (Kind.BORN, born)],
        "memory/b.md": [(Kind.BORN, born)],
        "memory/c.md": [(Kind.BORN, UNCOMMITTED)],
    }
    assert found.commits[UNCOMMITTED].author.name == "Ada"


def test_before_the_first_commit_everything_is_new(sandbox: GitSandbox, engine: Engine) -> None:
    """There is no history to look at."""
    sandbox.write("memory/a.md", text("a", "A"))
    assert kinds(open_store(sandbox.path, engine), "memory/a.md") == [Kind.BORN]


def test_a_record_that_comes_back_after_a_look_joins_its_life(
    sandbox: GitSandbox, engine: Engine
) -> None:
    """What was kept does not know the dead; then all is looked at anew."""
    sandbox.write("memory/a.md", text("a", "A"))
    sandbox.commit()
    (sandbox.path / "memory/a.md").unlink()
    sandbox.write("memory/b.md", text("b", "B"))
    sandbox.commit()
    store = open_store(sandbox.path, engine)
    past(store)
    sandbox.write("memory/a.md", text("a", "A"))
    assert kinds(store, "memory/a.md") == [Kind.RETURNED, Kind.BORN]
    sandbox.commit()
    assert kinds(store, "memory/a.md") == [Kind.RETURNED, Kind.BORN]


def test_a_rewritten_branch_is_noticed(sandbox: GitSandbox, engine: Engine) -> None:
    """What the old commits said is not said any more."""
    sandbox.write("memory/a.md", text("a", "A"))
    sandbox.commit()
    sandbox.write("memory/a.md", text("a", "B"))
    sandbox.commit()
    store = open_store(sandbox.path, engine)
    past(store)
    sandbox.run("commit", "--amend", "--reset-author", "-q", "-m", "anew")
    amended = sandbox.run("rev-parse", "HEAD").decode().strip()
    assert past(store).lives["memory/a.md"].events[0].commit == amended


@pytest.mark.parametrize("seed", range(6))
def test_going_on_is_as_good_as_beginning_anew(
    sandbox: GitSandbox, engine: Engine, seed: int
) -> None:
    """Incremental = from scratch, over commits, branches, merges, deletions and returns."""
    chance = random.Random(seed)
    sandbox.write("memory/z.md", text("z", "Z"))
    sandbox.commit()
    store = open_store(sandbox.path, engine)
    index = store.repository.common_dir / "sgm" / "index.sqlite"
    for number in range(12):
        _act(sandbox, chance, number)
        gone_on = past(store)
        kept = index.read_bytes()
        shutil.rmtree(index.parent)
        anew = past(store)
        index.write_bytes(kept)
        assert gone_on.lives == anew.lives
        assert gone_on.shared.people == anew.shared.people
        assert gone_on.commits == anew.commits


def _act(sandbox: GitSandbox, chance: random.Random, number: int) -> None:
    """Do something that people do."""
    path = f"memory/{chance.choice('abc')}.md"
    name = path[7]
    branch = f"b{number}"
    what = chance.choice(["edit", "edit", "delete", "branch", "amend"])
    if what == "delete" and (sandbox.path / path).exists():
        (sandbox.path / path).unlink()
    else:
        sandbox.write(path, text(name, f"{name} {chance.randrange(4)}"))
    if what == "branch":
        sandbox.run("checkout", "-q", "-b", branch, "HEAD~1" if number else "HEAD", check=False)
    sandbox.run("add", "-A")
    amend = ["--amend"] if what == "amend" else []
    sandbox.run("commit", "-q", "--allow-empty", "-m", f"c{number}", *amend)
    if what == "branch":
        sandbox.run("checkout", "-q", "-")
        done = sandbox.run("merge", "-q", "--no-edit", "-X", "ours", branch, check=False)
        assert done is not None
        sandbox.run("add", "-A")
        sandbox.run("commit", "-q", "--no-edit", check=False)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE facts SET claims = '{'",
        "UPDATE lives SET path = '{'",
        "UPDATE lives SET life = '[1]'",
        "UPDATE commits SET said = '{'",
        "UPDATE folds SET shared = '[]'",
        "UPDATE folds SET shared = replace(hex(zeroblob(200000)), '00', '[')",
        "UPDATE folds SET shared = '[1,[[1,2]],[],[],false]'",
        "UPDATE lives SET life = replace(hex(zeroblob(200000)), '00', '[')",
        """UPDATE commits SET said = '[[],"a","b","x","c","d","y",6]'""",
        "DELETE FROM commits",
        "DELETE FROM lives",
        "DELETE FROM facts",
    ],
)
def test_an_index_that_says_nonsense_is_not_believed(
    sandbox: GitSandbox, engine: Engine, damage: str
) -> None:
    """Rows may be damaged, or missing, where SQLite cannot know it."""
    sandbox.write("memory/a.md", text("a", "A"))
    sandbox.commit()
    store = open_store(sandbox.path, engine)
    whole = past(store)
    with closing(sqlite3.connect(store.repository.common_dir / "sgm/index.sqlite")) as index:
        index.execute(damage)
        index.commit()
    anew = past(store)
    assert (anew.lives, anew.commits, anew.facts) == (whole.lives, whole.commits, whole.facts)


def test_a_merge_that_made_itself_is_nobodys_version(sandbox: GitSandbox, engine: Engine) -> None:
    """Two edit different fields, and git merges them."""
    sandbox.write("memory/a.md", text("a", "A"))
    sandbox.commit()
    sandbox.run("checkout", "-q", "-b", "side")
    sandbox.write("memory/a.md", text("a", "Other"))
    side = sandbox.commit()
    sandbox.run("checkout", "-q", "-")
    sandbox.write("memory/a.md", text("a", "A").replace("Body.", "Words."))
    main = sandbox.commit()
    sandbox.run("merge", "-q", "--no-edit", "side")
    events = past(open_store(sandbox.path, engine)).lives["memory/a.md"].events
    assert {event.commit for event in events[:2]} == {side, main}
    assert [event.kind for event in events] == [Kind.CHANGED, Kind.CHANGED, Kind.BORN]


def test_what_is_written_in_a_merge_is_a_version(sandbox: GitSandbox, engine: Engine) -> None:
    """A conflict resolved to a third value (trap 35)."""
    sandbox.write("memory/a.md", text("a", "A"))
    sandbox.commit()
    sandbox.run("checkout", "-q", "-b", "side")
    sandbox.write("memory/a.md", text("a", "One"))
    sandbox.commit()
    sandbox.run("checkout", "-q", "-")
    sandbox.write("memory/a.md", text("a", "Two"))
    sandbox.commit()
    sandbox.run("merge", "-q", "side", check=False)
    sandbox.write("memory/a.md", text("a", "Three"))
    sandbox.run("add", "-A")
    sandbox.run("commit", "-q", "-m", "merged")
    merge = sandbox.run("rev-parse", "HEAD").decode().strip()
    store = open_store(sandbox.path, engine)
    assert past(store).lives["memory/a.md"].events[0].commit == merge
    sandbox.write("memory/a.md", text("a", "Two"))
    sandbox.run("commit", "-q", "-a", "--amend", "--no-edit")
    assert Kind.CHANGED is past(store).lives["memory/a.md"].events[0].kind
    assert past(store).lives["memory/a.md"].events[0].commit != merge


def test_a_clone_that_was_deepened_is_looked_at_anew(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    """What was cut once must not stay so."""
    sandbox.write("memory/a.md", text("a", "A"))
    sandbox.commit()
    sandbox.write("memory/a.md", text("a", "B"))
    sandbox.commit()
    clone = GitSandbox(tmp_path / "clone")
    sandbox.run("clone", "-q", "--depth", "1", f"file://{sandbox.path}", str(clone.path))
    store = open_store(clone.path, engine)
    assert past(store).lives["memory/a.md"].is_cut
    clone.run("fetch", "-q", "--unshallow")
    life = past(store).lives["memory/a.md"]
    assert [event.kind for event in life.events] == [Kind.CHANGED, Kind.BORN]
    assert not life.is_cut


def test_blobs_that_were_never_fetched_are_not_made_up(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    """Cut where it cannot be told, told where it can, and nothing is fetched."""
    sandbox.write("memory/a.md", text("a", "A"))
    sandbox.write("memory/b.md", text("b", "B"))
    sandbox.commit()
    sandbox.write("memory/a.md", text("a", "Other"))
    sandbox.commit()
    sandbox.write("memory/c.md", text("c", "C"))
    born = sandbox.commit()
    sandbox.run("config", "uploadpack.allowFilter", "true")
    clone = GitSandbox(tmp_path / "clone")
    source = f"file://{sandbox.path}"
    sandbox.run("clone", "-q", "--filter=blob:none", source, str(clone.path))
    sandbox.path.rename(tmp_path / "gone")
    lives = past(open_store(clone.path, engine)).lives
    assert {path: life.is_cut for path, life in lives.items()} == {
        "memory/a.md": True,
        "memory/b.md": False,
        "memory/c.md": False,
    }
    assert [event.commit for event in lives["memory/c.md"].events] == [born]
    assert lives["memory/a.md"].events == ()


@pytest.mark.parametrize("spelled", ["2026-10-10T18:21:47Z", "2026-10-10T20:21:47+02:00"])
def test_a_life_is_joined_by_the_moment_not_by_its_spelling(
    sandbox: GitSandbox, engine: Engine, spelled: str
) -> None:
    sandbox.write("memory/a.md", text("a", "A"))
    sandbox.commit()
    (sandbox.path / "memory/a.md").unlink()
    sandbox.commit()
    sandbox.write("memory/a.md", text("a", "A", spelled))
    sandbox.commit()
    assert kinds(open_store(sandbox.path, engine), "memory/a.md") == [Kind.RETURNED, Kind.BORN]
