"""What became of every record of a small store, told one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.witness.references import Among
from sgm_git.witness.supersession import succession

if TYPE_CHECKING:
    from collections.abc import Collection

    from sgm_git.witness.references import Claims, Key
    from sgm_git.witness.supersession import Succession


def successions(claims: Collection[Claims]) -> dict[Key, Succession]:
    among = Among(claims)
    return {each.key: succession(each, among) for each in claims}
