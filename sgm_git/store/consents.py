"""Consents that were given by a write which left its commit to a person (DESIGN section 7).

They lie in this work tree's git directory, each beside the blob that HEAD had of the record's
file, and so are over when that file is committed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.consent import consents

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from sgm_git.record.consent import Consent

_PLACE = ("sgm", "consents")


def remember(
    git_dir: Path, given: Iterable[tuple[str, Consent]], committed: Collection[str]
) -> None:
    """Keep consents, each with the hex id of the blob that it is about.

    ``committed`` are the blobs that HEAD has; consents about others are forgotten.
    """
    place = git_dir.joinpath(*_PLACE)
    lines = _lines(place) + [f"{blob} {consent.line()}" for blob, consent in given]
    still = [line for line in dict.fromkeys(lines) if line.partition(" ")[0] in committed]
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("".join(f"{line}\n" for line in still), encoding="ascii")


def remembered(git_dir: Path) -> dict[str, list[Consent]]:
    """The consents that were given in this work tree, by the blob that each is about."""
    found: dict[str, list[Consent]] = {}
    for line in _lines(git_dir.joinpath(*_PLACE)):
        blob, _, text = line.partition(" ")
        found.setdefault(blob, []).extend(consents(text))
    return found


def _lines(place: Path) -> list[str]:
    try:
        return place.read_text(encoding="ascii", errors="replace").splitlines()
    except FileNotFoundError:
        return []
