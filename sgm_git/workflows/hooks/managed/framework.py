"""Our hooks in the configuration of the pre-commit framework, and of prek, which reads the same.

The framework owns the index: its hooks judge, and change files alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document import Remove, Set
from sgm_git.errors import CannotRun
from sgm_git.policy.toml_file import read_toml, toml_string
from sgm_git.store.journal import FileChange
from sgm_git.workflows.hooks.managed.entry import Entry, Standing, command_line
from sgm_git.workflows.hooks.managed.marked import section, with_lines_before, without_sections
from sgm_git.workflows.hooks.managed.yaml_config import changed, value_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

PREK_NAME = "prek.toml"
NAMES = (PREK_NAME, ".pre-commit-config.yaml", ".pre-commit-config.yml")
"""The files that prek reads, in its order; pre-commit reads the second."""

FRAMEWORK_HOOKS: tuple[JsonObject, ...] = (
    {
        "id": "sgm-check",
        "name": "sgm check",
        "entry": "sgm hooks run files",
        "files": r"(\.md|^\.sgm/.+|(^|/)\.mailmap|(^|/)\.gitattributes)$",
        "require_serial": True,
        "verbose": True,
        "stages": ["pre-commit", "pre-merge-commit", "manual"],
    },
    {
        "id": "sgm-prepare-commit-msg",
        "name": "sgm consents",
        "entry": "sgm hooks run prepare-commit-msg",
        "stages": ["prepare-commit-msg"],
    },
    {
        "id": "sgm-commit-msg",
        "name": "sgm consents",
        "entry": "sgm hooks run commit-msg",
        "stages": ["commit-msg"],
    },
    {
        "id": "sgm-pre-push",
        "name": "sgm check of what is pushed",
        "entry": "sgm hooks run files",
        "always_run": True,
        "pass_filenames": False,
        "stages": ["pre-push"],
    },
)
"""What ``.pre-commit-hooks.yaml`` offers, without the language that it is run in.

What a commit is told, and not stopped for, is shown by a verbose hook alone.
"""

_STAGES = {str(hook["id"]): hook["stages"] for hook in FRAMEWORK_HOOKS}
_LOCAL: tuple[JsonObject, ...] = tuple(
    {**hook, "entry": command_line(str(hook["entry"]).rpartition(" ")[2]), "language": "system"}
    for hook in FRAMEWORK_HOOKS
)
_HERE: JsonObject = {"repo": "local", "hooks": [*_LOCAL]}
GIT_HOOKS = ("pre-commit", "pre-merge-commit", "prepare-commit-msg", "commit-msg", "pre-push")
"""The hooks of git in which ours are run."""


def look(config: str, data: bytes) -> Standing:
    """How the configuration ``config`` that holds ``data`` stands to us.

    The hooks of the entry run the ``sgm`` that is installed, if one is; a team that wants the
    framework to install it names our repository instead, whose hooks have the same ids.
    """
    value = _toml_value(data) if config == PREK_NAME else value_of(data)
    ours = _entered(value or {})
    entry = Entry() if ours else _entry(config, data)
    return Standing(ours, entry, _removal(config, data, value or {}), _is_brought(value or {}))


def _entry(config: str, data: bytes) -> Entry:
    after = _with_toml(data) if config == PREK_NAME else _with_yaml(data)
    if after is None:
        lines = _toml_lines() if config == PREK_NAME else _yaml_lines()
        return Entry(by_hand=(f"in {config}:", *lines))
    return Entry((FileChange(config, data, after),))


def _removal(config: str, data: bytes, value: JsonObject) -> Entry:
    """What takes out again what was written; a repository that a person named stays."""
    if config == PREK_NAME:
        text = data.decode(errors="surrogateescape")
        after: bytes | None = without_sections(text).encode(errors="surrogateescape")
    else:
        removals = [Remove(at) for at in _removable(value)]
        after = changed(data, removals) if removals else None
    return Entry() if after in (None, data) else Entry((FileChange(config, data, after),))


def _entered(value: JsonObject) -> frozenset[str]:
    """The git hooks that run a hook of ours."""
    return frozenset(
        stage
        for _, hook in _hooks(value)
        if hook.get("id") in _STAGES
        for stage in _words(hook.get("stages") or _STAGES[str(hook["id"])])
        if stage in GIT_HOOKS
    )


def _is_brought(value: JsonObject) -> bool:
    """Whether a hook of ours comes from our repository, which the framework installs."""
    return any(
        repository.get("repo") != "local" and hook.get("id") in _STAGES
        for repository in _items(value.get("repos"))
        for hook in _items(repository.get("hooks"))
    )


def hook_id(hook: str) -> str:
    """The id of what the framework runs in a hook of git."""
    return next(id_ for id_, stages in _STAGES.items() if hook in _words(stages))


def _with_yaml(data: bytes) -> bytes | None:
    value = value_of(data)
    if value is None or not isinstance(value.get("repos", []), list):
        return None
    repos = value.get("repos")
    return changed(data, [Set(("repos", "-"), _HERE) if repos else Set(("repos",), [_HERE])])


def _with_toml(data: bytes) -> bytes | None:
    before = _toml_value(data)
    if before is None:
        return None
    text = data.decode()
    lines = section(_toml_lines())
    if text.strip():
        lines = ["", *lines]
    after = with_lines_before(text, len(text.splitlines()), lines).encode()
    repos = before.get("repos", [])
    wanted = {**before, "repos": [*repos, _HERE]} if isinstance(repos, list) else None
    return after if _toml_value(after) == wanted else None


def _toml_value(data: bytes) -> JsonObject | None:
    try:
        return read_toml(data, PREK_NAME)[1]
    except CannotRun:
        return None


def _toml_lines() -> list[str]:
    hooks = [
        "  { " + ", ".join(f"{key} = {_toml(value)}" for key, value in hook.items()) + " },"
        for hook in _LOCAL
    ]
    return ["[[repos]]", 'repo = "local"', "hooks = [", *hooks, "]"]


def _toml(value: JsonValue) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return toml_string(value) if isinstance(value, str) else str(value).lower()


def _yaml_lines() -> list[str]:
    return (changed(b"", [Set(("repos",), [_HERE])]) or b"").decode().splitlines()


def _hooks(value: JsonObject) -> Iterator[tuple[Pointer, JsonObject]]:
    """Every hook of a configuration, with where it stands."""
    for place, repository in enumerate(_items(value.get("repos"))):
        for number, hook in enumerate(_items(repository.get("hooks"))):
            yield ("repos", str(place), "hooks", str(number)), hook


def _removable(value: JsonObject) -> list[Pointer]:
    """Our hooks among the local ones, from the last to the first, with repositories of them."""
    found: list[Pointer] = []
    for place, repository in reversed([*enumerate(_items(value.get("repos")))]):
        if repository.get("repo") != "local":
            continue
        hooks = _items(repository.get("hooks"))
        ours = [number for number, hook in enumerate(hooks) if hook.get("id") in _STAGES]
        at = ("repos", str(place))
        if ours and len(ours) == len(hooks):
            found.append(at)
        else:
            found += [(*at, "hooks", str(number)) for number in reversed(ours)]
    return found


def _items(value: JsonValue) -> list[JsonObject]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _words(value: JsonValue) -> Sequence[str]:
    return [str(word) for word in value] if isinstance(value, list) else ()
