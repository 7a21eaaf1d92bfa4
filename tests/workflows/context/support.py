"""Readings by hand, and contexts of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sgm_git.record.times import Instant, render_utc
from sgm_git.witness.reading import Reading, Review, Standing, Taken
from sgm_git.witness.trust import Trust
from sgm_git.workflows.context.choosing import choose
from sgm_git.workflows.context.model import Gathered, Wanted

if TYPE_CHECKING:
    from sgm_git.workflows.context.model import Context, Item, Section, Sizes

NOW = 1_791_656_507  # 2026-10-10T18:21:47Z
DAY = 86_400

_STANDINGS = {
    "rule": Standing.IN_FORCE,
    "decision": Standing.SETTLED,
    "status": Standing.CURRENT,
    "task": Standing.OPEN,
    "fact": Standing.STATED,
}


def reading(name: str, content: str = "Some text.", **given: Any) -> Reading:  # noqa: ANN401 - any field
    """A record that is well; its type is the first part of ``name``.

    ``given`` are fields of the reading, or of the record where it has none of that name; ``days``
    is how old it is.
    """
    kind = given.pop("type", name.partition("-")[0])
    days = given.pop("days", 1)
    standing = given.pop("standing", _STANDINGS.get(kind, Standing.UNCLASSIFIED))
    review = given.pop("review", Review.REVIEWED)
    trust = given.pop("trust", Trust.CONSISTENT)
    is_status = kind == "status"
    word = given.pop("word", None)
    as_of = Instant(NOW - days * DAY) if is_status else None
    own = {f: given.pop(f) for f in Reading.__dataclass_fields__ if f in given}
    binds = standing is Standing.IN_FORCE and review in (Review.REVIEWED, Review.UNKNOWN)
    record = {"id": name, "type": kind, "title": f"Title of {name}", "content": content} | given
    defaults: dict[str, Any] = {
        "record": record,
        "root": "memory",
        "path": f"memory/{kind}/{name}.md",
        "blob": "b" * 40,
        "effective": {"agent": "Ada", "created_at": render_utc(NOW - days * DAY)},
        "taken": Taken(standing, word, as_of, days * DAY if is_status else None),
        "binds": binds and trust is not Trust.DISPUTED,
    }
    return Reading(review=review, trust=trust, **(defaults | own))


class TextSizes:
    """Sizes that are easy to reckon with: 400 bytes of frame, 40 a heading and 40 an item."""

    def frame(self, context: Context) -> int:
        """What stands around the sections."""
        return 400 + len(context.left_out)

    def heading(self, section: Section) -> int:
        """What stands above items."""
        return 40 + 0 * len(section.name)

    def item(self, item: Item, now: int) -> int:
        """An item, its text beside the rest."""
        return 40 + len(item.text.encode("utf-8", "replace")) + 0 * now


def told(
    *readings: Reading,
    budget: int = 1_000_000,
    sizes: Sizes | None = None,
    **given: Any,  # noqa: ANN401 - any field
) -> Context:
    """The context of these; ``given`` are fields of what is wanted or gathered."""
    wanted = {f: given.pop(f) for f in Wanted.__dataclass_fields__ if f in given and f != "since"}
    gathered = Gathered(
        tuple(each for each in readings if not each.is_reviewed_version),
        NOW,
        tuple(each for each in readings if each.is_reviewed_version),
        **given,
    )
    return choose(gathered, Wanted(budget=budget, **wanted), sizes or TextSizes())


def names(context: Context) -> dict[str, list[str]]:
    """The ids of every section, by its name."""
    return {
        section.name: [str(item.reading.id) for item in section.items]
        for section in context.sections
    }
