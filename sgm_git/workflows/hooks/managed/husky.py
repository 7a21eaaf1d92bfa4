"""Our lines in the hooks of husky 9: scripts in a folder of the work tree, run by ``sh -e``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.store.journal import FileChange
from sgm_git.workflows.hooks.managed.entry import Entry, Standing, names_hook, shell_lines
from sgm_git.workflows.hooks.managed.marked import section, with_lines_before, without_sections
from sgm_git.workflows.hooks.scripts import WORK_TREE_HOOKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# What follows such a line may never run.
_ENDS = re.compile(r"^(?:exit|exec)\b", re.MULTILINE)
# Whatever reads what is pushed leaves nothing for the next: it is read once, for all.
_READ = "sgm_pushed=$(cat)"
_GIVE = "printf '%s\\n' \"$sgm_pushed\" | "
_GIVE_ON = [
    'if test -z "$sgm_pushed"; then exec < /dev/null; else exec << SGM_PUSHED',
    "$sgm_pushed",
    "SGM_PUSHED",
    "fi",
]


def look(folder: str, scripts: Mapping[str, str]) -> Standing:
    """How husky's folder stands to us; ``scripts`` are the texts of the hooks that are there.

    Our lines come last, after what may change records, such as formatters; before a push first.
    """
    ours = frozenset(hook for hook, text in scripts.items() if names_hook(text, hook))
    return Standing(ours, _entry(folder, scripts), _removal(folder, scripts))


def _entry(folder: str, scripts: Mapping[str, str]) -> Entry:
    files: list[FileChange] = []
    by_hand: list[str] = []
    for hook in WORK_TREE_HOOKS:
        before = scripts.get(hook)
        plain = without_sections(before or "")
        if names_hook(plain, hook):
            continue  # a person's own line
        if _ENDS.search(plain) and hook != "pre-push":
            if plain == before:
                by_hand += [f"in {folder}/{hook}, before its end:", *_section(hook), ""]
            continue
        row = _begin(plain) if hook == "pre-push" else len(plain.splitlines())
        after = with_lines_before(plain, row, _section(hook))
        files += _change(f"{folder}/{hook}", before, after)
    return Entry(tuple(files), tuple(by_hand))


def _removal(folder: str, scripts: Mapping[str, str]) -> Entry:
    """What takes our lines out again; a script that holds nothing else is removed."""
    files: list[FileChange] = []
    for hook in WORK_TREE_HOOKS:
        before = scripts.get(hook)
        if before is not None:
            plain = without_sections(before)
            is_ours = plain != before and not plain.strip()
            files += _change(f"{folder}/{hook}", before, None if is_ours else plain)
    return Entry(tuple(files))


def _section(hook: str) -> list[str]:
    begin, *lines = shell_lines(hook)
    if hook != "pre-push":
        return section([begin, *lines])
    return section([_READ, _GIVE + begin, *lines, *_GIVE_ON])


def _begin(text: str) -> int:
    return int(text.startswith("#!"))


def _change(path: str, before: str | None, after: str | None) -> Iterator[FileChange]:
    if before != after:
        old, new = (None if text is None else _bytes(text) for text in (before, after))
        yield FileChange(path, old, new)


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogateescape")
