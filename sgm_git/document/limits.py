"""How much a document may hold (DESIGN section 3, "Limits")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.record.value import MAX_DEPTH

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue

KIB = 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of UTF-8, containers in each other, YAML nodes."""

    document: int = 1024 * KIB
    front_matter: int = 256 * KIB
    depth: int = MAX_DEPTH
    nodes: int = 100_000


STANDARD = Limits()


def measure(value: JsonValue) -> tuple[int, int]:
    """Give how many nodes a value has, keys among them, and how many containers in each other."""
    if isinstance(value, dict):
        below = [measure(item) for item in value.values()]
        nodes = 1 + len(value)
    elif isinstance(value, list):
        below = [measure(item) for item in value]
        nodes = 1
    else:
        return 1, 0
    return (
        nodes + sum(count for count, _ in below),
        1 + max((depth for _, depth in below), default=0),
    )
