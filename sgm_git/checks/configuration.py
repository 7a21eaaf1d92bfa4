"""Rule C801, and team schemas that cannot be used: what stands in ``.sgm`` (DESIGN section 4)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.findings import Fault
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.policy.nearest import did_you_mean
from sgm_git.policy.toml_places import place_of
from sgm_git.record.pointer import render

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from sgm_git.policy.config import Config, Loosening
    from sgm_git.record.pointer import Pointer

_KNOWN_FILES = ("config.toml", "allowed_signers", "accepted.toml", "hook")
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


def unknown_codes(
    config: Config,
    codes: Collection[str],
    suggest: Callable[[str], str | None],
    text: str = "",
) -> Iterator[tuple[str, Fault]]:
    """What ``[checks]`` names that is no code and no family, with the path of the configuration.

    ``text`` is the configuration as it is written; without it, faults have no place.
    """
    families = {code[0] for code in codes}
    for pointer, name in _named(config):
        if name not in codes and name not in families:
            meant = suggest(name)
            hint = f'; did you mean "{meant}"?' if meant else ""
            span = place_of(text, pointer) if text else None
            fault = Fault("C801", f'there is no rule "{name}"{hint}', span, render(pointer))
            yield CONFIG_PATH, fault


def unknown_files(paths: Iterable[str]) -> Iterator[tuple[str, Fault]]:
    """The files under ``.sgm`` (paths from the top of the repository) that mean nothing there."""
    for path in paths:
        name = path.removeprefix(".sgm/")
        if name not in _KNOWN_FILES and not _KNOWN_PLACES.fullmatch(name):
            hint = did_you_mean(name, [*_KNOWN_FILES, "schemas", "templates"])
            yield path, Fault("C801", f"sgm-git knows no file {path}{hint}")


def _named(config: Config) -> Iterator[tuple[Pointer, str]]:
    """The codes that the configuration names, each with the pointer of its key or list."""
    at: Pointer = ("checks",)
    yield from _of(config.checks.everywhere, at)
    for pattern, loosening in config.checks.per_path.items():
        yield from _of(loosening, (*at, "per_path", pattern))


def _of(loosening: Loosening, at: Pointer) -> Iterator[tuple[Pointer, str]]:
    yield from (((*at, "ignore"), name) for name in loosening.ignore)
    yield from (((*at, "severity", name), name) for name in loosening.severity)
