"""Our commands in lefthook's configuration: written where it is YAML, else for a person to add."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document import Remove, Set
from sgm_git.store.journal import FileChange
from sgm_git.workflows.hooks.managed.entry import Entry, Standing, names_hook, shell_lines
from sgm_git.workflows.hooks.managed.yaml_config import changed, value_of
from sgm_git.workflows.hooks.scripts import WORK_TREE_HOOKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

NAMES = tuple(
    f"{place}.{ending}"
    for ending in ("yml", "yaml", "toml", "json", "jsonc")
    for place in ("lefthook", ".lefthook", ".config/lefthook")
)
"""The files that lefthook reads."""

_NAME = "sgm"
# Quotes around what lefthook puts in keep a path or address with blanks in it one argument.
_ARGUMENTS = {
    "prepare-commit-msg": "'{1}'",
    "commit-msg": "'{1}'",
    "pre-push": "'{1}' '{2}'",
}
# While lefthook runs hooks before a commit it holds back what is not staged, as a patch that knows
# lines by their numbers alone: what moves them meanwhile has it put back at the wrong place. So
# records are judged then and not changed, as where the writer of a commit says what was judged.
_HELD = [
    'if grep -qs "^+++ .*[.]md" "$(git rev-parse --git-path info/lefthook-unstaged.patch)"; then',
    "  echo 'lefthook holds back changes that are not staged: records are judged, not mended' >&2",
    "  export SGM_JUDGED=held",
    "fi",
]


def look(config: str, data: bytes) -> Standing:
    """How lefthook's configuration, that is ``config`` and holds ``data``, stands to us."""
    value = value_of(data) if config.endswith((".yml", ".yaml")) else None
    ours = _entered(value, data)
    missing = [hook for hook in WORK_TREE_HOOKS if hook not in ours]
    return Standing(ours, _entry(config, data, value, missing), _removal(config, data, value))


def _entry(config: str, data: bytes, value: JsonObject | None, missing: list[str]) -> Entry:
    if not missing:
        return Entry()
    after = None if value is None else changed(data, [_addition(value, hook) for hook in missing])
    if after is None:
        return Entry(by_hand=(f"in {config}, in its own form:", *_lines(missing)))
    return Entry((FileChange(config, data, after),))


def _removal(config: str, data: bytes, value: JsonObject | None) -> Entry:
    """What takes our commands out again, and sections that hold nothing else."""
    removals = [] if value is None else [Remove(at) for at in _removable(value)]
    after = changed(data, removals) if removals else None
    return Entry() if after is None else Entry((FileChange(config, data, after),))


def _entered(value: JsonObject | None, data: bytes) -> frozenset[str]:
    if value is None:
        text = data.decode(errors="replace")
        return frozenset(hook for hook in WORK_TREE_HOOKS if names_hook(text, hook))
    return frozenset(hook for hook in WORK_TREE_HOOKS if any(_ours(value.get(hook), hook)))


def _addition(value: JsonObject, hook: str) -> Set:
    """A job where the section has jobs, else a command, which every lefthook understands."""
    section = value.get(hook)
    if not isinstance(section, dict):
        return Set((hook,), {"commands": {_NAME: _command(hook)}})
    if isinstance(section.get("jobs"), list):
        return Set((hook, "jobs", "-"), {"name": _NAME, **_command(hook)})
    if isinstance(section.get("commands"), dict):
        return Set((hook, "commands", _NAME), _command(hook))
    return Set((hook, "commands"), {_NAME: _command(hook)})


def _command(hook: str) -> JsonObject:
    before = _HELD if hook == "pre-commit" else ()
    lines = shell_lines(hook, _ARGUMENTS.get(hook, ""), before=before)
    command: JsonObject = {"run": "".join(f"{line.rstrip()}\n" for line in lines)}
    return command | {"use_stdin": True} if hook == "pre-push" else command


def _ours(section: JsonValue, hook: str) -> Iterator[Pointer]:
    """Where in a section a job or command starts ``sgm``; from the last to the first."""
    if not isinstance(section, dict):
        return
    jobs, commands = section.get("jobs"), section.get("commands")
    if isinstance(jobs, list):
        for place, job in reversed([*enumerate(jobs)]):
            if _starts(job, hook):
                yield "jobs", str(place)
    if isinstance(commands, dict):
        yield from (("commands", name) for name in commands if _starts(commands[name], hook))


def _starts(job: JsonValue, hook: str) -> bool:
    return isinstance(job, dict) and names_hook(str(job.get("run")), hook)


def _removable(value: JsonObject) -> Iterator[Pointer]:
    for hook in WORK_TREE_HOOKS:
        section = value.get(hook)
        places = [*_ours(section, hook)]
        if not (places and isinstance(section, dict)):
            continue
        parts = [part for part in section.values() if isinstance(part, list | dict)]
        if len(section) == 1 and [*map(len, parts)] == [len(places)]:
            yield (hook,)
        else:
            yield from ((hook, *place) for place in places)


def _lines(hooks: list[str]) -> list[str]:
    text = changed(b"", [_addition({}, hook) for hook in hooks]) or b""
    return text.decode().splitlines()
