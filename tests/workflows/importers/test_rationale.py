from __future__ import annotations

import pytest

from sgm_git.workflows.importers.outline import Outline
from sgm_git.workflows.importers.rationale import rationale_of


def _reason(text: str) -> str | None:
    return rationale_of(Outline(text))


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        (
            'Chosen option: "A", because it is\nlean. It is also cheap.\n\nMore.',
            "it is\nlean. It is also cheap.",
        ),
        (
            'Chosen option: "A", because:\n\n* one\n  more\n* two\n\nWe accept the cost.',
            "* one\n  more\n* two",
        ),
        ('Chosen option: "Good, because x", because y.', "y."),
        ("Chosen option: A because it is lean.", "it is lean."),
        ("We talked.\n\nChosen option: **A**, because it is lean.", "it is lean."),
    ],
)
def test_madr_gives_what_follows_because(decision: str, reason: str) -> None:
    assert _reason(f"# T\n\n## Decision Outcome\n\n{decision}\n\n### Consequences\n\n* x") == reason


def test_nygard_gives_the_sentence_with_because_and_its_list() -> None:
    text = "## Decision\n\nWe met. We take A, because it is lean. We do it soon.\n"
    assert _reason(text) == "We take A, because it is lean."
    text = "## Decision\n\nA was taken because:\n\na) lean\n\nb) cheap\n\nSo be it."
    assert _reason(text) == "A was taken because:\n\na) lean\n\nb) cheap"


def test_a_section_named_for_it_comes_first() -> None:
    text = "## Decision\n\nA, because of B.\n\n## Rationale\n\nIt is lean.\n"
    assert _reason(text) == "It is lean."


@pytest.mark.parametrize(
    "text",
    [
        "## Decision\n\nWe take A.\n\nThe master mounts it because it moves files.",
        "## Decision\n\n* Good, because it is lean\n* Bad, because it is new",
        "## Decision Outcome\n\nChosen option: A.\n\n### Consequences\n\n* Good, because lean",
        '## Decision Outcome\n\nChosen option: "{title}", because {justification}.',
        '## Decision Outcome\n\nChosen option: "[option 1]", because [justification. e.g., x].',
        "## Decision Outcome\n\nChosen option: A, because\n\nWe meet on Monday.",
        "## Context\n\nIt is slow because of B.",
        "## Decision\n",
        "",
    ],
)
def test_no_reason_is_made_up(text: str) -> None:
    assert _reason(text) is None
