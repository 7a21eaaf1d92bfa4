"""Tells a file that we wrote, as we wrote it, from one that somebody has edited since.

Its second line has the version that wrote it and a digest of all other lines, so that no version
needs to know what former ones wrote.
"""

from __future__ import annotations

import hashlib
import re
from typing import Literal, TypeAlias

from sgm_git.version import __version__

State: TypeAlias = Literal["absent", "current", "older", "newer", "edited", "foreign"]
"""``older``: as we wrote it, and not as we would now; ``newer``: as a newer version wrote it."""

_STAMP = re.compile(r"# sgm-git pipeline, version (\S+), ([0-9a-f]{16})")
_VERSION, _DIGEST = "@VERSION@", "@DIGEST@"


def stamped(template: str) -> str:
    """Give the text of a template, with our version and the digest that goes with it."""
    text = template.replace(_VERSION, __version__)
    return text.replace(_DIGEST, _digest(text))


def state_of(data: bytes, wanted: str) -> State:
    """Say what a file is, with either line ends; ``wanted`` is what we would write."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    stamp = _stamp(text)
    if stamp is None:
        return "foreign"
    version, digest = stamp
    if digest != _digest(text):
        return "edited"
    if text == wanted:
        return "current"
    return "newer" if _numbers(version) > _numbers(__version__) else "older"


def _stamp(text: str) -> tuple[str, str] | None:
    lines = text.split("\n", 2)
    match = _STAMP.fullmatch(lines[1]) if len(lines) > 1 else None
    return (match[1], match[2]) if match else None


def _digest(text: str) -> str:
    first, _, *others = text.split("\n") if text.count("\n") > 1 else (text, "")
    return hashlib.sha256("\n".join((first, *others)).encode()).hexdigest()[:16]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"[0-9]{1,9}", version)))
