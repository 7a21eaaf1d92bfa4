"""Whatever becomes of the index's file, the answer is the same (DESIGN section 10)."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from sgm_git.store.index import database
from tests.support import GitSandbox, untraced
from tests.workflows.reading.support import anew, by_index, fresh, record_text, shown
from tests.workflows.support import begin

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = untraced

RECORDS = 12
ASKING = """
import sys
from tests.store.support import open_store
from tests.workflows.reading.support import by_index, shown
store = open_store(sys.argv[1])
print(shown(by_index(store)))
"""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a memory is made once, to be copied for each test."""
    return tmp_path_factory.mktemp("model") / "repo"


@pytest.fixture
def memory(model: Path, sandbox: GitSandbox) -> GitSandbox:
    """A memory whose index is warm."""
    if not model.exists():
        model.mkdir()
        made = GitSandbox(model)
        made.run("init", "-q")
        begin(made)
        for number in range(RECORDS):
            made.write(f"memory/rule/r{number}.md", record_text(f"rule-{number}"))
        made.commit()
        made.write("memory/rule/r1.md", record_text("rule-1", content="New text."))
    shutil.copytree(model, sandbox.path, dirs_exist_ok=True)
    by_index(fresh(sandbox))
    return sandbox


def index_of(memory: GitSandbox) -> Path:
    """The index's file."""
    return memory.path / ".git" / "sgm" / "index.sqlite"


def execute(memory: GitSandbox, *statements: str) -> None:
    """Write into the index behind its back."""
    with closing(sqlite3.connect(index_of(memory))) as other:
        before = [*other.iterdump()]
        for statement in statements:
            other.execute(statement)
        other.commit()
        is_dumped = not any(each.startswith("PRAGMA") for each in statements)
        assert not is_dumped or [*other.iterdump()] != before


def is_sound(memory: GitSandbox) -> bool:
    """Whether SQLite finds nothing wrong, and no journal is kept that network disks cannot have."""
    with closing(sqlite3.connect(index_of(memory))) as other:
        mode = other.execute("PRAGMA journal_mode").fetchone()[0]
        return mode == "delete" and other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.fixture(scope="module")
def answers() -> list[dict[str, object]]:
    """What a look at everything says of the model, once somebody has looked."""
    return []


@pytest.fixture
def answer(memory: GitSandbox, answers: list[dict[str, object]]) -> dict[str, object]:
    """What is said of a memory in which nothing but its index is touched."""
    if not answers:
        answers.append(anew(fresh(memory)))
    return answers[0]


def heals(memory: GitSandbox, answer: dict[str, object] | None = None) -> None:
    """The answer is right, and what is kept afterwards is, too."""
    made = answer or anew(fresh(memory))
    assert by_index(fresh(memory)) == made
    assert by_index(fresh(memory)) == made
    assert is_sound(memory)


@pytest.mark.parametrize("part", [0, 1, 99, 4095, 4096, 4097, 20_000, 65_536, -5_000, -1])
def test_a_truncated_index_is_made_anew(
    memory: GitSandbox, answer: dict[str, object], part: int
) -> None:
    """Wherever it ends."""
    file = index_of(memory)
    os.truncate(file, part % file.stat().st_size)
    heals(memory, answer)


@pytest.mark.parametrize("seed", range(6))
def test_an_index_with_pages_of_rubbish_gives_the_right_answer(
    memory: GitSandbox, answer: dict[str, object], seed: int
) -> None:
    """Any page of it may be what the disk lost."""
    chance = random.Random(seed)
    file = index_of(memory)
    data = bytearray(file.read_bytes())
    for _ in range(chance.choice((1, 3, 20))):
        start = chance.randrange(1, len(data) // 4096) * 4096
        data[start : start + 4096] = chance.randbytes(4096)
    file.write_bytes(data)
    assert by_index(fresh(memory)) == answer


@pytest.mark.parametrize("name", [b"items", b"facts", b"about", b"CREATE TABLE"])
def test_a_schema_that_is_no_text_is_replaced(
    memory: GitSandbox, answer: dict[str, object], name: bytes
) -> None:
    """What SQLite says of it is no text either."""
    file = index_of(memory)
    data = file.read_bytes()
    file.write_bytes(data[:4096].replace(name, b"\xd9" * len(name)) + data[4096:])
    heals(memory, answer)


BELIEVED = "UPDATE facts SET meaning = NULL"
"""What is kept of a version that nobody can read: a look at everything believes it as well."""
DAMAGE = [
    "UPDATE item_texts SET said = replace(said, 'Body.', 'Evil.')",
    "UPDATE item_texts SET said = (SELECT max(said) FROM item_texts)",
    "UPDATE item_texts SET said = substr(said, 1, 8) || '{}'",
    "DELETE FROM item_texts WHERE number = 3",
    'UPDATE shelves SET about = replace(about, \'"dirty": [\', \'"dirty": ["r3.md", \')',
    "UPDATE shelves SET about = replace(about, '\"tip\"', '\"top\"')",
    'UPDATE shelves SET about = replace(about, \'"prefixes": [\', \'"prefixes": ["x", \')',
    "UPDATE shelves SET about = '[]'",
    "UPDATE shelves SET about = '{}'",
    "UPDATE shelves SET about = x'ff'",
    "UPDATE shelves SET has_words = 0",
    BELIEVED,
    "UPDATE facts SET claims = '['",
    "UPDATE lives SET life = '[]'",
    "UPDATE folds SET shared = '{}'",
    "UPDATE about SET version = 'of the future'",
    "DELETE FROM about",
    *(f"DROP TABLE {name}" for name in ("about", "facts", "folds", "lives", "names", "commits")),
    *(f"DROP TABLE {name}" for name in ("items", "item_texts", "marks", "shelves", "words_1")),
    "ALTER TABLE items RENAME COLUMN stale TO old",
    "PRAGMA user_version = 7",
    "PRAGMA journal_mode = WAL",
]
SHADOWS = [
    "DELETE FROM words_1_data",
    "DELETE FROM words_1_config",
    "DELETE FROM words_1_docsize",
    "DROP TABLE words_1_idx",
    "DROP TABLE words_1_data",
]


@pytest.mark.parametrize("damage", [*DAMAGE, *SHADOWS])
def test_what_makes_no_sense_in_it_is_noticed(
    memory: GitSandbox, answer: dict[str, object], damage: str
) -> None:
    """Also where SQLite sees nothing wrong with it."""
    execute(memory, damage)
    heals(memory, None if damage == BELIEVED else answer)


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def a_link(file: Path) -> None:
    file.rename(file.parent / "elsewhere")
    file.symlink_to("elsewhere")


def a_loop(file: Path) -> None:
    file.unlink()
    file.symlink_to(file)


def a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def no_folder(file: Path) -> None:
    shutil.rmtree(file.parent)


def a_file_for_the_folder(file: Path) -> None:
    shutil.rmtree(file.parent)
    file.parent.write_text("in the way")


@pytest.mark.parametrize(
    "obstacle", [a_folder, a_link, a_loop, a_pipe, no_folder, a_file_for_the_folder]
)
def test_what_lies_in_the_place_of_the_index_is_bypassed(
    memory: GitSandbox, answer: dict[str, object], obstacle: Callable[[Path], None]
) -> None:
    """And left as it is."""
    obstacle(index_of(memory))
    assert by_index(fresh(memory)) == answer


def test_a_journal_of_another_index_does_no_harm(
    memory: GitSandbox, answer: dict[str, object]
) -> None:
    """Whoever was killed left it; its index is gone."""
    file = index_of(memory)
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA cache_size = 1")
        other.execute("UPDATE item_texts SET said = said || said")
        journal = file.with_name("index.sqlite-journal").read_bytes()
        other.rollback()
    assert journal
    for content in (journal, journal[:700], b"\0" * 512, b"rubbish"):
        file.unlink(missing_ok=True)
        file.with_name("index.sqlite-journal").write_bytes(content)
        heals(memory, answer)


def test_an_index_that_is_deleted_between_two_questions_is_not_missed(memory: GitSandbox) -> None:
    """Nor is one that was broken meanwhile."""
    made = [each.path for each in anew(fresh(memory))["here"]]  # type: ignore[attr-defined]
    with fresh(memory).reading() as seen:
        assert [each.path for each in seen.page().items] == made
        index_of(memory).unlink()
        assert [each.path for each in seen.page().items] == made
        assert seen.search("body").total == RECORDS  # of one only the committed version has it
    heals(memory)


def test_an_index_in_which_nothing_can_be_written_is_read(
    memory: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where something changed since, an index in memory takes its place."""
    real = sqlite3.connect

    def reading(file: object, **_: float) -> sqlite3.Connection:
        if file == ":memory:":
            return real(":memory:")
        return real(f"file:{file}?mode=ro", uri=True)

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", reading)
        before = index_of(memory).read_bytes()
        assert by_index(fresh(memory)) == anew(fresh(memory))
        memory.write("memory/rule/r2.md", record_text("rule-2", content="New text."))
        assert by_index(fresh(memory)) == anew(fresh(memory))
        memory.commit()
        assert by_index(fresh(memory)) == anew(fresh(memory))
        assert index_of(memory).read_bytes() == before
    heals(memory)


@pytest.mark.parametrize("word", ["unable to open database file", "disk I/O error"])
def test_an_index_that_cannot_be_opened_is_bypassed(
    memory: GitSandbox, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    """As a network disk may have it."""
    real = sqlite3.connect

    def failing(file: object, **_: float) -> sqlite3.Connection:
        if file == ":memory:":
            return real(":memory:")
        raise sqlite3.OperationalError(word)

    monkeypatch.setattr(sqlite3, "connect", failing)
    assert by_index(fresh(memory)) == anew(fresh(memory))


@pytest.mark.skipif(os.name != "posix", reason="limits are POSIX's")
@pytest.mark.parametrize("is_warm", [True, False])
def test_a_full_disk_takes_no_answer_away(memory: GitSandbox, is_warm: bool) -> None:  # a parameter
    """A file of one page can be written, the index cannot."""
    made = anew(fresh(memory))
    if not is_warm:
        index_of(memory).unlink()
    done = subprocess.run(
        [sys.executable, "-B", "-c", ASKING, str(memory.path)],  # nor leaves it half a module
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (4096, 4096)
        ),  # no threads here
    )
    assert done.stderr == ""
    assert done.stdout == f"{shown(made)}\n"
    heals(memory)


def test_an_index_that_is_held_is_waited_for_once(
    memory: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then memory serves, however often it is asked for meanwhile."""
    made = anew(fresh(memory))
    monkeypatch.setattr(database, "_WAIT_SECONDS", 1.0)
    monkeypatch.setattr(database, "_WAIT_AGAIN", 0.01)
    memory.write("memory/rule/r2.md", record_text("rule-2", content="New text."))
    with closing(sqlite3.connect(index_of(memory))) as other:
        other.execute("BEGIN EXCLUSIVE")
        waits: list[float] = []
        real = database._patience  # noqa: SLF001  # how long it would wait

        def patience(file: Path) -> float:
            waits.append(real(file))
            return waits[-1]

        monkeypatch.setattr(database, "_patience", patience)
        said = by_index(fresh(memory))
        other.rollback()
    assert sum(waits) < 1.5
    assert said == anew(fresh(memory)) != made
