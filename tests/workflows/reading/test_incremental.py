"""A shelf that is brought up says what one says that is filled anew (DESIGN section 10)."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.reading import sync
from tests.store.support import NOW
from tests.support import untraced
from tests.workflows.reading.support import anew, by_index, fresh, record_text
from tests.workflows.support import begin

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.support import GitSandbox

ANY_TIME = -(10**19)  # as a moment, in nanoseconds: every file is older
SEEDS = range(int(os.environ.get("SGM_READING_SEEDS", "3")))
STEPS = 14
PLACES = [
    f"memory/{kind}/{name}.md"
    for kind in ("rule", "status")
    for name in ("a", "b", "c", "d", "a 2", "b (conflicted copy)")
]
IDS = [f"{kind}-{name}" for kind in ("rule", "status") for name in "abcd"]
ANNOTATIONS = (
    *("", "", "{kind: status, value: accepted}", "{kind: status, value: proposed}"),
    *("{kind: superseded_by, value: rule-b}", "{kind: supersedes, value: rule-a}"),
    *("{kind: supersedes, value: rule-c}", "{kind: superseded_by, value: rule-a}"),
    *("{kind: as_of, value: 2026-11-18T11:00:00Z}", "{kind: review_by, value: 2026-11-01}"),
    *("{kind: as_of, value: 2027-11-18T11:00:00Z}", "{kind: stale_after, value: 1h}"),
)
MORE = ("", "", "", "aliases: [rule-d]\n", "modified: maybe\n", "scope: {project: x}\n")
PEOPLE = ("Ada <ada@example.org>", "Grace <grace@example.org>", "Ada <ada@elsewhere.example>")
CONFIGS = (
    "format = 1\n",
    "format = 1\n[standing]\nstale_after = { status = '1h' }\n",
    "format = 1\n[identities]\nGrace = ['ada@example.org']\n",
    "format = 1\n[[root]]\npath = 'memory/rule'\n",
    "format = 1\n[checks]\nrequire_signed = true\n",
)


class Life:
    """What may happen to a memory, one step after another."""

    def __init__(self, sandbox: GitSandbox, chance: Random) -> None:
        self.sandbox = sandbox
        self.chance = chance
        self.number = 0

    def step(self) -> str:
        """Let something happen; give its name."""
        acts: list[Callable[[], object]] = [
            *(self.write, self.write, self.write, self.commit, self.commit, self.commit),
            *(self.delete, self.move, self.break_, self.review, self.switch, self.merge),
            *(self.configure, self.rewind, self.restore, self.stranger),
        ]
        act = self.chance.choice(acts)
        act()
        return act.__name__

    def place(self) -> str:
        return self.chance.choice(PLACES)

    def write(self) -> None:
        choose = self.chance.choice
        text = record_text(
            choose(IDS),
            choose(("rule", "rule", "status", "decision", "note")),
            annotations=choose(ANNOTATIONS),
            content=choose(("Body.", "New text.", "x")),
            more=choose(MORE),
            agent=choose(("Ada", "Grace", "bot")),
        )
        self.sandbox.write(self.place(), text)

    def commit(self) -> None:
        self.number += 1
        message = "change" if self.chance.random() < 0.8 else "x\n\nSGM-Allow: rule-a /title\n"
        date = f"2026-11-{10 + self.number % 8:02}T10:00:00Z"
        self.sandbox.commit(message, author=self.chance.choice(PEOPLE), date=date)

    def delete(self) -> None:
        (self.sandbox.path / self.place()).unlink(missing_ok=True)

    def move(self) -> None:
        source, target = self.sandbox.path / self.place(), self.sandbox.path / self.place()
        if source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            source.rename(target)

    def break_(self) -> None:
        self.sandbox.write(self.place(), self.chance.choice(("no record", "---\nid: [\n---\n")))

    def stranger(self) -> None:
        self.sandbox.write("memory/README.md", str(self.number))

    def review(self) -> None:
        """Let the trusted ref be what HEAD is, or lose it."""
        if self.chance.random() < 0.2:
            self.sandbox.run("update-ref", "-d", "refs/remotes/origin/main")
        else:
            self.sandbox.run("config", "remote.origin.url", "https://example.org/x")
            tip = self.chance.choice(("HEAD", "HEAD", "HEAD~1", "side"))
            self.sandbox.run("update-ref", "refs/remotes/origin/main", tip, check=False)

    def switch(self) -> None:
        name = self.chance.choice(("main", "side"))
        known = self.sandbox.run("branch", "--list", name)
        self.sandbox.run("switch", "-q", *([] if known else ["-c"]), name, check=False)

    def merge(self) -> None:
        self.sandbox.run("stash", "-q", "-u", check=False)
        self.sandbox.run("merge", "-q", "--no-edit", "side", check=False)
        ways = ("merge", "--abort"), ("merge", "--abort"), ("reset", "-q", "--hard")
        self.sandbox.run(*self.chance.choice(ways), check=False)

    def rewind(self) -> None:
        self.sandbox.run(
            "reset", "-q", "--hard", self.chance.choice(("HEAD~1", "HEAD")), check=False
        )

    def restore(self) -> None:
        self.sandbox.run("checkout", "-q", "--", "memory", check=False)

    def configure(self) -> None:
        self.sandbox.write(".sgm/config.toml", self.chance.choice(CONFIGS))
        if self.chance.random() < 0.7:
            self.commit()


@pytest.mark.parametrize("seed", SEEDS)
@untraced
def test_whatever_happens_a_kept_shelf_says_what_a_new_one_says(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    if seed % 2 == 0:
        monkeypatch.setattr(sync, "MOMENT", ANY_TIME)  # what was just written is believed, too
    begin(sandbox)
    life = Life(sandbox, random.Random(seed))
    done = []
    for _ in range(STEPS):
        done.append([life.step() for _ in range(life.chance.choice((1, 1, 2)))])
        now = NOW + life.chance.choice((0, 0, 7200))
        kept, made = by_index(fresh(sandbox, now=now)), anew(fresh(sandbox, now=now))
        for name, said in made.items():
            assert kept[name] == said, (name, done)


RULE_A = record_text("rule-a")
COPY = "memory/rule/a (conflicted copy).md"
HERE_FIRST = {"memory/rule/a.md": RULE_A, "memory/rule/b.md": record_text("rule-b")}
PASSING: dict[str, tuple[dict[str, str], dict[str, str | None]]] = {
    "a copy that was no copy": (
        {**HERE_FIRST, COPY: record_text("rule-c")},
        {COPY: record_text("rule-a", content="x")},
    ),
    "a namesake that was new": (HERE_FIRST, {"memory/status/a.md": RULE_A}),
    "a namesake that was another": (HERE_FIRST, {"memory/rule/b.md": RULE_A}),
    "a namesake that was away": (
        {**HERE_FIRST, "memory/status/a.md": RULE_A},
        {"memory/status/a.md": None},
    ),
    "a namesake that was a copy": (
        {**HERE_FIRST, COPY: record_text("rule-b", content="x")},
        {COPY: record_text("rule-a"), "memory/rule/b.md": record_text("rule-b", content="New.")},
    ),
}
"""What is committed first, and what is done then, and undone again (None: deleted)."""


@pytest.mark.parametrize("case", PASSING)
def test_what_was_not_committed_leaves_no_trace(sandbox: GitSandbox, case: str) -> None:
    first, then = PASSING[case]
    for path, text in first.items():
        sandbox.write(path, text)
    sandbox.commit("first")
    by_index(fresh(sandbox))
    for path, other in then.items():
        (sandbox.path / path).unlink(missing_ok=True)
        if other is not None:
            sandbox.write(path, other)
        assert by_index(fresh(sandbox)) == anew(fresh(sandbox))
    sandbox.run("clean", "-q", "-d", "-f")
    sandbox.run("checkout", "-q", "--", ".")
    assert by_index(fresh(sandbox)) == anew(fresh(sandbox))
