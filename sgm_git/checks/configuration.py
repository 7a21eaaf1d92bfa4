"""Rule C801, and team schemas that cannot be used: what stands in ``.sgm`` (DESIGN section 4)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.findings import Fault
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.policy.nearest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sgm_git.policy.config import Config, Loosening

_KNOWN_FILES = ("config.toml", "allowed_signers", "accepted.toml")
_KNOWN_PLACES = re.compile(r"schemas/[^/]+\.json|templates/[^/]+\.md")


def unknown_in_config() -> None:
    """A key, a code or a file under ``.sgm`` is not known (C801).

    Why: a misspelled key is passed over, and what it was to do is not done. Nobody notices until
    it matters.

    Bad:
        [chekcs]
        ignore = ["S205"]

    Good:
        [checks]
        ignore = ["S205"]

    Fix: correct the spelling; ``sgm schema config`` shows every key, ``sgm rule`` every code.
    """


def unknown_codes(config: Config, codes: Collection[str]) -> Iterator[tuple[str, Fault]]:
    """What ``[checks]`` names that is no code and no family, with the path of the configuration."""
    families = {code[0] for code in codes}
    loosenings = [("/checks", config.checks.everywhere)]
    loosenings += [("/checks/per_path", each) for each in config.checks.per_path.values()]
    for pointer, loosening in loosenings:
        for name in _named(loosening):
            if name not in codes and name not in families:
                message = f'there is no rule "{name}"{did_you_mean(name, codes)}'
                yield CONFIG_PATH, Fault("C801", message, pointer=pointer)


def unknown_files(paths: Iterable[str]) -> Iterator[tuple[str, Fault]]:
    """The files under ``.sgm`` (paths from the top of the repository) that mean nothing there."""
    for path in paths:
        name = path.removeprefix(".sgm/")
        if name not in _KNOWN_FILES and not _KNOWN_PLACES.fullmatch(name):
            hint = did_you_mean(name, [*_KNOWN_FILES, "schemas", "templates"])
            yield path, Fault("C801", f"sgm-git knows no file {path}{hint}")


def _named(loosening: Loosening) -> list[str]:
    return [*loosening.ignore, *loosening.severity]
