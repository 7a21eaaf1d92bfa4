"""The scope of whoever works in a folder: that of the nearest root.

A session waits for it, and the whole settings take longer than all records. So the roots alone are
read where one has a scope, and the settings only where those are not plain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.store.below import Below
from sgm_git.workflows.context import parts

if TYPE_CHECKING:
    from sgm_git.policy.paths import Roots
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records

_CONFIG = ".sgm/config.toml"  # as ``policy.config`` has it, which takes long to import
_LIMIT = 1024 * 1024


def scope_at(records: Records, home: str) -> JsonObject:
    """Give the scope of the root nearest to a folder, ``home`` from the top of the work tree.

    Empty where that root has none. Raises CannotRun for a configuration that cannot be understood,
    where that has to be.
    """
    data = _configuration(records)
    if data is not None and b"scope" not in data and b"\\" not in data:
        return {}
    roots = None if data is None else parts.roots.plain_roots(data)
    return scope_here(records.settings.roots if roots is None else roots, home)


def scope_here(roots: Roots, home: str) -> JsonObject:
    """Give the scope of the root nearest to a folder; empty where there is none."""
    root = roots.nearest(home)
    return {} if root is None else root.scope


def _configuration(records: Records) -> bytes | None:
    """The work tree's configuration, empty where there is none; None where it cannot be read."""
    top = records.repository.work_tree
    if top is None:
        return None
    try:
        with Below(top) as tree:
            return tree.read(_CONFIG, _LIMIT)
    except FileNotFoundError:
        return b""
    except OSError:
        return None
