"""Lengths of time as people write them: a whole number and ``s m h d w`` (config.schema.json)."""

from __future__ import annotations

import re

_FORM = re.compile(r"([0-9]{1,9})([smhdw])")
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


def parse_duration(text: str) -> int | None:
    """Seconds of ``10m``, ``7d`` and the like; ``None`` for any other text."""
    match = _FORM.fullmatch(text)
    return None if match is None else int(match[1]) * _SECONDS[match[2]]
