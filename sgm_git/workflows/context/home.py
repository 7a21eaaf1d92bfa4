"""The scope of whoever works in a folder: that of the nearest root.

A session waits for it, and the whole settings take longer than all records. So the roots alone are
read, and the settings only where those are not plain.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from sgm_git.policy.config import CONFIG_PATH, RootConfig
from sgm_git.policy.paths import Roots
from sgm_git.store.below import Below

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records

_LIMIT = 1024 * 1024


def scope_at(records: Records, home: str) -> JsonObject:
    """Give the scope of the root nearest to a folder, ``home`` from the top of the work tree.

    Empty where that root has none. Raises CannotRun for a configuration that cannot be understood.
    """
    roots = _plain_roots(records)
    return scope_here(records.settings.roots if roots is None else roots, home)


def scope_here(roots: Roots, home: str) -> JsonObject:
    """Give the scope of the root nearest to a folder; empty where there is none."""
    root = roots.nearest(home)
    return {} if root is None else root.scope


def _plain_roots(records: Records) -> Roots | None:
    """The roots of the work tree's configuration; None where it is not quite plain."""
    top = records.repository.work_tree
    if top is None:
        return None
    try:
        with Below(top) as tree:
            table = tomllib.loads(tree.read(CONFIG_PATH, _LIMIT).decode("utf-8-sig"))
    except FileNotFoundError:
        return Roots((RootConfig(),), ())
    except (OSError, ValueError, RecursionError):
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
