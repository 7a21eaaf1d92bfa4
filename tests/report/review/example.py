"""One rich review by hand: every kind of change, concern, file and collision, hostile text too.

Reports of it are the golden files. ``example(say)`` passes every text that is not ours through
``say``, so that a report of hostile texts can be held against one of harmless texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Finding, Severity
from sgm_git.witness.reading import Standing
from sgm_git.workflows.review.model import (
    Collision,
    Edge,
    Ends,
    FileReview,
    Graph,
    Node,
    Review,
)
from tests.report.review.building import oid
from tests.report.review.hostile import HOSTILE
from tests.report.review.records import Records

if TYPE_CHECKING:
    from collections.abc import Callable


def example(say: Callable[[str], str] = str) -> Review:
    """Give the review; ``say`` gives what stands for a text of records, commits or file names."""
    ends = Ends(say("origin/main"), say("feature/no-friday"), oid("A"), oid("B"), oid("base"))
    cut = Finding("P313", Severity.WARNING, ".", "history is cut: nobody can tell of 2 records")
    notes = (
        say("what .sgm/config.toml of feature/no-friday says counts once it is merged"),
        "history is cut at 1 commit; who made 2 records cannot be told",
    )
    files, graph, collisions = _files(say), _graph(say), _collisions(say)
    return Review(ends, Records(say).all(), files, (cut,), graph, collisions, notes)


def empty() -> Review:
    """A review of a range that touches no record and no file that decides."""
    return Review(Ends("origin/main", "HEAD", oid("A"), oid("B"), oid("base")))


def _files(say: Callable[[str], str]) -> tuple[FileReview, ...]:
    return (
        FileReview(
            ".sgm/config.toml",
            "trust",
            "changed",
            (
                say("checks.ignore: P301 is said no more"),
                say("[identities] ada: mallory@example.org is ada now"),
            ),
        ),
        FileReview(say(".mailmap"), "trust", "added"),
        FileReview(say("AGENTS.md"), "tool", "added", (say("steers agents: <!-- hidden -->"),)),
        FileReview(
            say(".github/workflows/build.yml"),
            "tool",
            "changed",
            (say("runs on GitHub's machines"),),
            say(".github/workflows/ci.yml"),
        ),
        FileReview(say(".vscode/tasks.json"), "tool", "removed", (say("steers VS Code"),)),
    )


def _graph(say: Callable[[str], str]) -> Graph:
    two_queues = say("dec-two-queues")
    nodes = (
        Node(say("dec-queue"), say("Use one queue"), "decision", Standing.HISTORY, is_changed=True),
        Node(two_queues, say('Use "two" [queues]'), "decision", Standing.SETTLED, is_changed=False),
        Node(say("rule-deploy"), say(HOSTILE), "rule", Standing.IN_FORCE, is_changed=True),
        Node(say("task-clean"), say(""), None, None, is_changed=False),
    )
    edges = (
        Edge(two_queues, say("dec-queue"), "supersedes", "added"),
        Edge(say("rule-deploy"), two_queues, "link", "removed"),
        Edge(say("task-clean"), say("dec-queue"), "link"),
    )
    return Graph(nodes, edges, left_out=3)


def _collisions(say: Callable[[str], str]) -> tuple[Collision, ...]:
    ours = f"memory/{say('rule-review')}.md"
    branches = (say("origin/feature/two"), say("origin/feature/old"))
    theirs = f"memory/{say('rule-review-2')}.md"
    return (
        Collision("same-id", branches[0], ours, theirs, say("both bring rule-review")),
        Collision("same-record", branches[0], ours, ours, say("content conflicts")),
        Collision(
            "superseded", branches[1], f"memory/{say('dec-queue')}.md", theirs, say("it is edited")
        ),
        Collision("rules-meet", branches[1], ours, theirs, say("both would bind all: reviews")),
    )
