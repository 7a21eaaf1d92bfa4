"""What readers give is what a plain look at every record gives (DESIGN section 10)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from sgm_git.record.asked import asked
from sgm_git.record.searched import indexed, searched
from sgm_git.record.times import parse_rfc3339
from sgm_git.store.query import Filters, matching
from sgm_git.store.window import Window
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust
from tests.store.support import NOW
from tests.support import untraced
from tests.workflows.reading.support import fresh, record_text
from tests.workflows.support import begin

if TYPE_CHECKING:
    from random import Random

    from sgm_git.git.engine import Engine
    from sgm_git.witness.reading import Reading
    from tests.support import GitSandbox

pytestmark = untraced

TYPES = ("rule", "decision", "status", "task", "fact", "note")
PEOPLE = ("Ada", "Grace", "bot")
WORDS = ("blue", "green", "snake_case", "kebab-case", "src/main.py", "数据", "Übung", "go", "a")
ANNOTATIONS = (
    *("", "{kind: status, value: accepted}", "{kind: status, value: proposed}"),
    *("{kind: as_of, value: 2026-11-18T11:00:00Z}", "{kind: as_of, value: 2020-11-18T11:00:00Z}"),
    *("{kind: review_by, value: 2026-11-01}", "{kind: review_by, value: 2027-11-01}"),
    *("{kind: state, value: done}", "{kind: superseded_by, value: r3}", "{kind: tag, value: x}"),
)
MORE = ("", "scope: {project: x}\n", "scope: {project: y, team: z}\n", "aliases: [old]\n")
ASKED = (
    *("blue", "-blue", "blue green", "blue OR green", '"blue green"', "snake", "case", "gre*"),
    *(
        "main.py",
        "src/main.py",
        "数",
        "数据",
        "übung",
        "ubung",
        "go -green",
        "no such word",
        "Grace",
    ),
    *("rule", "title", "accepted", "AND", "NOT blue", "(blue)", "a*", "x OR y OR blue"),
)


def some(chance: Random, values: tuple[str, ...], most: int = 2) -> frozenset[str]:
    """None, one or more of some values; mostly none."""
    number = chance.randint(1, most) if chance.random() < 0.3 else 0
    return frozenset(chance.sample(values, number))


def filters(chance: Random) -> Filters:
    """Any filters."""

    def maybe(share: float = 0.2) -> bool:
        return chance.random() < share

    kinds = (("status", None), ("status", "accepted"), ("tag", "x"), ("none", None))
    scopes = (("project", "x"), ("project", "y"), ("team", "z"))
    days = [parse_rfc3339(f"2026-10-{day:02}T00:00:00Z") for day in range(1, 28)]
    return Filters(
        types=some(chance, TYPES, 3),
        scope=(chance.choice(scopes),) if maybe() else (),
        kinds=(chance.choice(kinds),) if maybe() else (),
        agents=some(chance, PEOPLE),
        links=frozenset({"r1"}) if maybe(0.1) else frozenset(),
        since=chance.choice(days) if maybe() else None,
        until=chance.choice(days) if maybe() else None,
        standings=frozenset(map(Standing, some(chance, tuple(Standing), 4))),
        reviews=frozenset(map(Review, some(chance, tuple(Review), 3))),
        trusts=frozenset(map(Trust, some(chance, tuple(Trust), 2))),
        is_stale=maybe(0.05),
        is_due=maybe(0.05),
    )


def remember(sandbox: GitSandbox, chance: Random) -> None:
    """Any memory, with what is reviewed, what is committed, and what is not."""
    begin(sandbox)
    for number in range(24):
        day = chance.randint(1, 28)
        text = record_text(
            f"r{number}",
            chance.choice(TYPES),
            annotations=chance.choice(ANNOTATIONS),
            content=" ".join(chance.choices(WORDS, k=chance.randint(1, 12))),
            more=chance.choice(MORE),
            agent=chance.choice(PEOPLE),
        )
        text = text.replace("2026-10-10", f"2026-10-{day:02}")
        sandbox.write(f"memory/any/{number}.md", text)
        if number == 8:
            sandbox.commit("reviewed", author="Ada <ada@example.org>")
            sandbox.run("config", "remote.origin.url", "https://example.org/x")
            sandbox.run("update-ref", "refs/remotes/origin/main", "HEAD")
        if number == 16:
            sandbox.commit("not reviewed", author="Grace <grace@example.org>")
    sandbox.write("memory/any/0.md", "no record")
    sandbox.write("memory/any/1.md", record_text("r1", content="changed here"))


def place(reading: Reading) -> tuple[str, bool]:
    """What tells a version from all others."""
    return reading.path, reading.is_reviewed_version


def found_in(reading: Reading, words: str) -> bool:
    """Whether it holds the words, by its texts alone."""
    texts = searched(reading.record, reading.effective.get("agent"))
    return asked(words).matches(indexed(texts))


@pytest.mark.parametrize(("seed", "engine"), [(0, "git"), (1, "dulwich"), (2, "git")])
def test_filters_and_words_choose_what_they_mean(
    sandbox: GitSandbox, seed: int, engine: Engine
) -> None:
    """Every answer is a subset of all records that plain Python chooses, too."""
    chance = random.Random(seed)
    remember(sandbox, chance)
    store = fresh(sandbox, engine)
    with store.reading() as seen:
        every = list(seen.each())
        readable = [entry for entry in store.entries() if entry.record is not None]
        here = list(seen.each(Filters(is_here=True)))
        reviewed = [each for each in seen.reviewed_versions() if matching(each, Filters(), NOW)]
        assert [each for each in every if each not in here] == reviewed
        assert [each.record for each in here] == [entry.record for entry in readable]
        assert [each.path for each in here] == [entry.path for entry in readable]
        assert [each.blob for each in here] == [entry.blob for entry in readable]
        assert [each.path for each in seen.broken] == ["memory/any/0.md"]
        both = [*here, *seen.reviewed_versions()]
        known = sorted(both, key=lambda each: (each.path, each.is_reviewed_version))
        for _ in range(150):
            wanted = filters(chance)
            passing = [each for each in known if matching(each, wanted, NOW)]
            page = seen.page(wanted)
            assert (list(page.items), page.total, page.next) == (passing, len(passing), None)
            words = chance.choice(ASKED)
            holding = {place(each) for each in passing if found_in(each, words)}
            hits = seen.search(words, wanted)
            assert {place(hit.reading) for hit in hits.items} == holding, words
            assert hits.total == len(hits.items) == len(holding)
            assert all(hit.reading in passing for hit in hits.items)


@pytest.mark.parametrize("sort", ["path", "id", "title", "created_at", "standing"])
def test_pages_are_the_list_in_pieces(sandbox: GitSandbox, sort: str) -> None:
    """Of any size, in any order."""
    chance = random.Random(sort)
    remember(sandbox, chance)
    with fresh(sandbox).reading() as seen:
        for is_reversed in (False, True):
            whole = seen.page(window=Window(sort=sort, reverse=is_reversed))
            pieces: list[Reading] = []
            cursor: str | None = None
            while cursor is not None or not pieces:
                window = Window(chance.randint(1, 7), cursor, sort, is_reversed)
                page = seen.page(window=window)
                pieces += page.items
                cursor = page.next
            assert pieces == [*whole.items]
            assert whole.total == len(pieces)
