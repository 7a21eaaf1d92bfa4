"""A second reader of JSON with comments, for tests: it takes them out and asks ``json``."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

_STRING_OR_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\r\n]*|/\*[\s\S]*?\*/')
_STRING_OR_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])')


def read(path: str, data: bytes | None) -> Any:  # noqa: ANN401  # whatever a file says
    """What a file says; one that is blank, or is not there, says nothing."""
    text = (data or b"").decode("utf-8-sig")
    if path.endswith(".toml"):
        return tomllib.loads(text)
    plain = _STRING_OR_COMMENT.sub(lambda found: found[1] or " ", text)
    return json.loads(_STRING_OR_COMMA.sub(lambda found: found[1] or "", plain).strip() or "{}")
