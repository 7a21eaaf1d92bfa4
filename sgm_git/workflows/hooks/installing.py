"""Puts our hooks where git will run them, beside what is there, and takes them away (DESIGN 7)."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import Refused
from sgm_git.git.cli import installed_git
from sgm_git.git.lock import repository_lock
from sgm_git.workflows.hooks import managers
from sgm_git.workflows.hooks.configured import (
    configure,
    configured_hooks,
    forget,
    reads_configured_hooks,
    script_removals,
    scripts_folder,
)
from sgm_git.workflows.hooks.program import SETTING, needs_pin, own_program
from sgm_git.workflows.hooks.scripts import SERVER_HOOKS, WORK_TREE_HOOKS, script
from sgm_git.workflows.hooks.slots import Slot, slot_at
from sgm_git.workflows.hooks.steps import Step, carry_out
from sgm_git.workflows.hooks.where import hooks_folder, is_in_work_tree, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.hooks.managers import Entry, Manager


@dataclass(frozen=True, slots=True)
class Changes:
    """What was done, a sentence each, and what is left for a person to do, a line each."""

    done: tuple[str, ...] = ()
    to_do: tuple[str, ...] = ()


def hook_names(repository: Repository) -> tuple[str, ...]:
    """The hooks that a repository gets: a bare one is a server's."""
    return SERVER_HOOKS if repository.work_tree is None else WORK_TREE_HOOKS


def install(repository: Repository, version: tuple[int, ...] | None = None) -> Changes:
    """Install the hooks of a repository; nothing is done where they are there.

    ``version`` is that of the git that will run them (None: the one that is installed). Raises
    CannotRun or Refused, with everything as it was, where they would not be run, would be run for
    other repositories too, or would replace what a person has changed.
    """
    with repository_lock(repository.common_dir):
        manager = _manager(repository)
        if manager is not None:
            standing = managers.look(manager)
            changes = _entered(manager, standing.entry, repository)
            if standing.brings_sgm:
                return changes
        elif _uses_configuration(repository, version or installed_git()):
            changes = _install_configured(repository)
        else:
            changes = _install_files(repository)
        return Changes(changes.done + _point_to_program(repository), changes.to_do)


def uninstall(repository: Repository) -> Changes:
    """Take the hooks away again; what was there before them is there afterwards, as it was.

    Raises CannotRun or Refused, with everything as it was, where that cannot be done.
    """
    with repository_lock(repository.common_dir):
        manager = _manager(repository)
        entry = managers.look(manager).removal if manager is not None else None
        done = _entered(manager, entry, repository).done if manager and entry else ()
        return Changes(done + tuple(_remove_all(repository)), _left_over(repository))


def _manager(repository: Repository) -> Manager | None:
    top = repository.work_tree
    return managers.detect(top, repository) if top is not None else None


def _entered(manager: Manager, entry: Entry, repository: Repository) -> Changes:
    managers.write(manager, entry, repository)
    done = list(_written(manager, entry))
    then = [f"then run: {command}" for command in entry.then]
    return Changes(tuple(done), (*entry.by_hand, *then))


def _written(manager: Manager, entry: Entry) -> Iterator[str]:
    for word, is_there in (("changed", True), ("removed", False)):
        files = sorted(each.path for each in entry.files if (each.after is not None) is is_there)
        if files:
            yield f"{manager.name} keeps the hooks here: {word} {', '.join(files)}"


def _uses_configuration(repository: Repository, version: tuple[int, ...] | None) -> bool:
    """A server's hook stays a file: whoever looks after one looks there."""
    return repository.work_tree is not None and reads_configured_hooks(version)


def _install_files(repository: Repository) -> Changes:
    folder = hooks_folder(repository)
    names = hook_names(repository)
    slots = [slot_at(folder, name) for name in names]
    steps = [step for slot in slots for step in _step_of(slot)]
    carry_out([*steps, *script_removals(repository, names)])
    forget(repository, names)
    if not steps:
        return Changes()
    tracked = ", among the files of the work tree" if is_in_work_tree(folder, repository) else ""
    done = f"installed {_number(steps)} in {shown(folder, repository)}{tracked}"
    kept = [step.path.name for step in steps if step.previous is not None]
    return Changes(
        (done, *(f"kept the {name} hook that was there: it runs first" for name in kept))
    )


def _install_configured(repository: Repository) -> Changes:
    names = hook_names(repository)
    folder = scripts_folder(repository)
    steps = [step for name in names for step in _step_of(slot_at(folder, name))]
    is_whole = configured_hooks(repository, names) == set(names)
    carry_out([*steps, *_removals(repository)])
    if is_whole:
        return Changes((f"installed {_number(steps)} anew",) if steps else ())
    configure(repository, names)
    return Changes((f"installed {len(names)} hooks in git's configuration",))


def _step_of(slot: Slot) -> Iterator[Step]:
    """What puts our hook in its place; raises Refused where that would cost somebody something."""
    if slot.kind == "changed":
        raise _changed(slot)
    if slot.kind == "odd":
        hint = "move it away, then install again"
        raise Refused(f"{slot.path} is a link or no file at all", hint=hint)
    if slot.kind == "foreign":
        yield from _step_aside(slot)
    elif not _is_good(slot):
        yield Step(slot.path, slot.data if slot.is_ours else None, script(slot.name))


def _is_good(slot: Slot) -> bool:
    """Whether one of ours that is there can stay."""
    return slot.kind == "newer" or (slot.kind == "current" and slot.is_executable)


def _changed(slot: Slot) -> Refused:
    return Refused(
        f"{slot.path} was changed since sgm installed it",
        hint="keep what you added elsewhere, remove the file, then try again",
    )


def _step_aside(slot: Slot) -> Iterator[Step]:
    """What sets somebody's hook aside; one that is kept already need not be kept again."""
    hint = way_past_kept(slot)
    if hint is not None:
        raise Refused(
            f"{slot.path} is not ours, and {slot.previous.name}, which ran before ours, is another",
            hint=hint,
        )
    if not slot.starts_sgm:
        is_kept = slot.is_kept
        yield Step(
            slot.path,
            slot.data if is_kept else None,
            script(slot.name),
            None if is_kept else slot.previous,
        )


def way_past_kept(slot: Slot) -> str | None:
    """What a person does where a hook cannot be set aside, for another one has been; else None."""
    kept = slot.previous
    is_in_the_way = slot.kind == "foreign" and not slot.starts_sgm and os.path.lexists(kept)
    if not is_in_the_way or slot.is_kept or (kept.is_file() and kept.samefile(slot.path)):
        return None
    return (
        f"put into {slot.name} what {kept.name} does, unless that is over; "
        f"then rm {shlex.quote(str(kept))} && sgm hooks install"
    )


def _remove_all(repository: Repository) -> Iterator[str]:
    names = hook_names(repository)
    steps = _removals(repository)
    carry_out([*steps, *script_removals(repository, names)])
    forgotten = forget(repository, names)
    ours = [step for step in steps if step.before is not None]
    if ours:
        yield f"removed {_number(ours)} from {shown(ours[0].path.parent, repository)}"
    for step in steps:
        if step.previous is not None:
            yield f"put the {step.path.name} hook back that was there before"
    if forgotten:
        yield f"removed {_number(forgotten)} from git's configuration"
    yield from _forget_program(repository)


def _removals(repository: Repository) -> list[Step]:
    """What takes our files away, where git looks and where it looks if nothing is configured.

    Where one of ours is gone already, what it kept comes back.
    """
    folders = dict.fromkeys((repository.hooks_folder(), repository.common_dir / "hooks"))
    slots = [slot_at(folder, name) for folder in folders for name in hook_names(repository)]
    return [
        _removal_of(slot)
        for slot in slots
        if slot.is_ours or (slot.kind == "absent" and slot.previous.is_file())
    ]


def _removal_of(slot: Slot) -> Step:
    if slot.kind == "changed":
        raise _changed(slot)
    before = slot.data if slot.is_ours else None
    return Step(slot.path, before, None, slot.previous if slot.previous.is_file() else None)


def _left_over(repository: Repository) -> tuple[str, ...]:
    """What was set aside for a hook of ours that somebody has replaced since."""
    folder = repository.hooks_folder()
    kept = [slot_at(folder, name).previous for name in hook_names(repository)]
    return tuple(
        f"{shown(path, repository)} is left: it ran before a hook of ours that is gone, and "
        f"{path.name.removesuffix('.before-sgm')} is another: make one of the two"
        for path in kept
        if os.path.lexists(path)
    )


def _point_to_program(repository: Repository) -> tuple[str, ...]:
    """Say in git's configuration where sgm is, if nothing else would lead the hooks there."""
    own = own_program()
    if own is None or not needs_pin(repository):
        return ()
    repository.set_config(SETTING, str(own))
    return (f"told the hooks where sgm is (git config {SETTING})",)


def _forget_program(repository: Repository) -> Iterator[str]:
    own = own_program()
    if own is not None and repository.config_values(SETTING) == [str(own)]:
        repository.unset_config(SETTING)
        yield f"removed where sgm is (git config {SETTING})"


def _number(things: Sequence[object]) -> str:
    return "1 hook" if len(things) == 1 else f"{len(things)} hooks"
