"""YAML text to a tree by the best engine there is (DESIGN section 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document.events import best_engine, pure_engine
from sgm_git.document.flaw import Flaw
from sgm_git.document.node import key_text
from sgm_git.document.split import Split, split
from sgm_git.document.tree import grow

if TYPE_CHECKING:
    from sgm_git.document.events import Engine
    from sgm_git.document.limits import Limits
    from sgm_git.document.node import Node


def parse_front(text: str, parts: Split, limits: Limits, engine: Engine | None) -> Node | None:
    """Give the root of a document's front matter; ``None`` if nothing but comments is there.

    Raises Flaw F107 for more bytes than the engine may get, and what ``parse`` raises.
    """
    start, end = parts.front
    _check_size(len(text[start:end].encode()), engine or best_engine(), limits)
    # The opening fence says "a document starts here" to YAML too; marks are then offsets of ours.
    source = text[:start].replace("\t", " ") + text[start:end]
    root = parse(source, limits, engine)
    # An engine makes an empty scalar of nothing.
    is_nothing = root is not None and root.is_plain and not root.text and root.anchor is None
    return None if is_nothing else root


def parse(source: str, limits: Limits, engine: Engine | None = None) -> Node | None:
    """Give the root of a YAML text; ``None`` if nothing but comments is there.

    Without an ``engine`` the C engine reads, and the pure one what the C engine refuses, for it
    knows more of YAML 1.2. Raises Flaw F103 for what is not one YAML document, F107 for what is
    over the limits and F108 for an alias inside what it stands for.
    """
    first = engine or best_engine()
    try:
        return grow(source, first, limits)
    except Flaw as flaw:
        second = pure_engine()
        is_small = len(source.encode()) <= second.max_front_matter
        if engine or second is first or flaw.code != "F103" or not is_small:
            raise
        return _second_opinion(source, second, limits, flaw)


def _check_size(size: int, engine: Engine, limits: Limits) -> None:
    most = min(limits.front_matter, engine.max_front_matter)
    if size > most:
        message = f"front matter of {size:,} bytes is over the limit of {most:,}"
        if limits.front_matter > engine.max_front_matter:
            message += "; with ruamel.yaml.clib installed more is read"
        raise Flaw("F107", message, 0, 3)


def _second_opinion(source: str, engine: Engine, limits: Limits, first: Flaw) -> Node | None:
    try:
        return grow(source, engine, limits)
    except Flaw:
        raise first from None


def second_front_matter(
    text: str, body: int, limits: Limits, engine: Engine | None = None
) -> tuple[int, int] | None:
    """Give the place of a block directly after the first that is front matter too (rule F109).

    It counts if it parses as a mapping with the key ``id`` or ``type``.
    """
    rest = text[body:]
    blank = len(rest) - len(rest.lstrip())
    start = rest.rfind("\n", 0, blank) + 1
    try:
        block = rest[start:]
        parts = split(block)
        root = parse_front(block, parts, limits, engine)
    except Flaw:
        return None
    if root is None or not any(key_text(key) in {"id", "type"} for key, _ in root.pairs):
        return None
    return body + start, body + start + len(block[: parts.body].rstrip())
