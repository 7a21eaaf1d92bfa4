"""Says of each hook whether ours is live, by what git would really run (DESIGN section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.git.cli import installed_git
from sgm_git.workflows.hooks import managers
from sgm_git.workflows.hooks.configured import (
    configured_hooks,
    reads_configured_hooks,
    scripts_folder,
)
from sgm_git.workflows.hooks.installing import hook_names, way_past_kept
from sgm_git.workflows.hooks.managed.framework import hook_id
from sgm_git.workflows.hooks.program import Program, find_program, named_in_vain
from sgm_git.workflows.hooks.slots import Slot, slot_at
from sgm_git.workflows.hooks.where import shown

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.hooks.managers import Manager

_INSTALL = "sgm hooks install"
_FRAMEWORKS = {"pre-commit", "prek"}

State: TypeAlias = Literal["live", "older", "shadowed", "absent"]
"""``older``: one of an older version runs. ``shadowed``: ours is there, and git does not run it."""

WORDS: dict[State, str] = {
    "live": "live",
    "older": "older version",
    "shadowed": "shadowed",
    "absent": "not installed",
}
"""The states as a person reads them."""


@dataclass(frozen=True, slots=True)
class HookStatus:
    """How one hook stands. ``runs`` is what git would start for it, None for nothing.

    ``remedy`` is what makes it live, where it is not.
    """

    name: str
    state: State
    runs: str | None = None
    note: str | None = None
    remedy: str = _INSTALL


@dataclass(frozen=True, slots=True)
class HooksStatus:
    """How all hooks of a repository stand, and which ``sgm`` those of ours would start.

    ``passed_over`` is what the configuration names instead, if nothing can be started there.
    """

    hooks: tuple[HookStatus, ...]
    program: Program | None
    passed_over: str | None = None

    @property
    def are_live(self) -> bool:
        """Whether all of them are there, of this version, and find their program."""
        return self.program is not None and all(hook.state == "live" for hook in self.hooks)

    @property
    def are_absent(self) -> bool:
        """Whether none of ours has ever been installed here."""
        return all(hook.state == "absent" for hook in self.hooks)


@dataclass(frozen=True, slots=True)
class _View:
    """All that is looked at once for all hooks."""

    repository: Repository
    configured: frozenset[str]
    reads_configuration: bool
    manager: Manager | None
    managed: frozenset[str]
    any_of_ours: bool
    brings_sgm: bool


def hooks_status(repository: Repository, version: tuple[int, ...] | None = None) -> HooksStatus:
    """How the hooks of a repository stand; ``version`` is that of the git that would run them.

    Raises CannotRun where that cannot be looked at.
    """
    view = _view(repository, version or installed_git())
    states = tuple(_status(view, name) for name in _wanted(view))
    if view.manager is not None and view.brings_sgm:
        name: Literal["prek", "pre-commit"] = (
            "prek" if view.manager.name == "prek" else "pre-commit"
        )
        return HooksStatus(states, Program(None, name))
    return HooksStatus(states, find_program(repository), named_in_vain(repository))


def _wanted(view: _View) -> tuple[str, ...]:
    """The hooks that there should be: what the framework judges has nothing to carry over."""
    names = hook_names(view.repository)
    manager = view.manager
    if view.brings_sgm or (manager and manager.is_live and manager.name in _FRAMEWORKS):
        return tuple(name for name in names if name != "post-commit")
    return names


def _view(repository: Repository, version: tuple[int, ...] | None) -> _View:
    names = hook_names(repository)
    top = repository.work_tree
    manager = managers.detect(top, repository) if top is not None else None
    standing = managers.look(manager) if manager is not None else None
    managed, brings_sgm = (
        (standing.hooks, standing.brings_sgm) if standing else (frozenset(), False)
    )
    folders = (repository.hooks_folder(), repository.common_dir / "hooks")
    found = [slot_at(folder, name) for folder in folders for name in names]
    configured = frozenset(configured_hooks(repository, names))
    any_of_ours = bool(configured) or any(slot.is_ours for slot in found)
    reads = reads_configured_hooks(version)
    return _View(repository, configured, reads, manager, managed, any_of_ours, brings_sgm)


def _status(view: _View, name: str) -> HookStatus:
    slot = slot_at(view.repository.hooks_folder(), name)
    if name in view.configured and view.reads_configuration:
        script = slot_at(scripts_folder(view.repository), name)
        if script.is_ours:
            return _ours(script, "git's configuration")
    if not slot.is_executable:
        return _nothing_runs(view, slot)
    return _ours(slot, shown(slot.path, view.repository)) if slot.is_ours else _others(view, slot)


def _ours(slot: Slot, runs: str) -> HookStatus:
    if slot.kind == "older":
        return HookStatus(slot.name, "older", runs, "sgm hooks install brings it up to date")
    notes = {"changed": "changed by hand", "newer": "from a newer sgm"}
    return HookStatus(slot.name, "live", runs, notes.get(slot.kind))


def _others(view: _View, slot: Slot) -> HookStatus:
    """The status where git runs somebody else's hook, which may start ours."""
    runs = shown(slot.path, view.repository)
    if slot.starts_sgm:
        return HookStatus(slot.name, "live", runs, "starts sgm itself")
    aside = slot_at(slot.path.parent, slot.name, ".legacy")
    if aside.is_ours and b"pre-commit" in slot.data:
        return HookStatus(slot.name, "live", f"{runs} of pre-commit", f"starts {aside.path.name}")
    if view.manager is not None and slot.name in view.manager.installed:
        return _managed(view, view.manager, slot.name, runs)
    is_shadow = view.any_of_ours or aside.is_ours
    return _idle(slot.name, runs, way_past_kept(slot) or _INSTALL, is_shadow=is_shadow)


def _managed(view: _View, manager: Manager, name: str, runs: str) -> HookStatus:
    """The status where git runs the hook of a manager."""
    if name in view.managed:
        return HookStatus(name, "live", f"{runs} of {manager.name}", f"see {manager.config}")
    if view.brings_sgm:
        return _not_named(name, manager, runs)
    return _idle(name, runs, _INSTALL, is_shadow=view.any_of_ours)


def _idle(name: str, runs: str, remedy: str, *, is_shadow: bool) -> HookStatus:
    """The status where git runs a hook that does not start sgm."""
    state: State = "shadowed" if is_shadow else "absent"
    return HookStatus(name, state, runs, "it does not start sgm", remedy)


def _not_named(name: str, manager: Manager, runs: str | None = None) -> HookStatus:
    """The status where the framework installs sgm, and was not told of all that it has."""
    missing = hook_id(name)
    note = f"{manager.config} does not name {missing}"
    remedy = f"add {{id: {missing}}} to {manager.config} where sgm-git is named"
    return HookStatus(name, "absent", runs, note, remedy)


def _nothing_runs(view: _View, slot: Slot) -> HookStatus:
    if slot.name in view.configured:
        note = "it stands in git's configuration, which this git does not read for hooks"
        return HookStatus(slot.name, "shadowed", None, note)
    if slot.is_ours:
        return HookStatus(slot.name, "shadowed", None, "it is there, but not executable")
    usual = slot_at(view.repository.common_dir / "hooks", slot.name)
    if usual.is_ours and usual.path.parent != slot.path.parent:
        place = shown(slot.path.parent, view.repository)
        note = f"git looks in {place} (core.hooksPath), not in {usual.path.parent}"
        return HookStatus(slot.name, "shadowed", None, note)
    if view.manager is not None and (view.brings_sgm or slot.name in view.managed):
        return _to_come(view, view.manager, slot.name)
    return HookStatus(slot.name, "absent", None, _kept(slot))


def _kept(slot: Slot) -> str | None:
    kept = slot.previous
    return f"{kept.name}, which ran before ours, is not run" if kept.is_file() else None


def _to_come(view: _View, manager: Manager, name: str) -> HookStatus:
    """The status where a manager is to have a hook here, and has none."""
    if name not in view.managed:
        return _not_named(name, manager)
    note = f"{manager.name} has not installed its hook here"
    return HookStatus(name, "absent", None, note, managers.INSTALLING[manager.name])
