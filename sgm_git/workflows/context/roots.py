"""The roots of a configuration, read for nothing but their scopes."""

from __future__ import annotations

import tomllib

from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Roots


def plain_roots(data: bytes) -> Roots | None:
    """Give the roots that a configuration names; None where it is not quite plain."""
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    found = table.get("root", [{}])
    if not isinstance(found, list) or not all(map(_is_plain, found)):
        return None
    return Roots(tuple(RootConfig(each["path"], scope=each.get("scope", {})) for each in found), ())


def _is_plain(root: object) -> bool:
    """Whether a root is a path and perhaps a scope of texts, all that matters here."""
    if not isinstance(root, dict) or not isinstance(root.get("path"), str):
        return False
    scope = root.get("scope", {})
    return isinstance(scope, dict) and all(isinstance(value, str) for value in scope.values())
