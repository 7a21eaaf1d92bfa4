"""git's configuration files, read by dulwich in git's order (git-config, "FILES")."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dulwich.config import (
    ConfigFile,
    env_config,
    get_win_system_paths,
    get_xdg_config_home_path,
)
from dulwich.wildmatch import translate

from sgm_git.errors import CannotRun
from sgm_git.git.config_text import check_key, with_value, without
from sgm_git.git.damage import DAMAGE
from sgm_git.git.place import Place
from sgm_git.git.restaging import replace_file
from sgm_git.git.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    Matchers = Mapping[str, Callable[[str], bool]]

_DEEPEST_SECTION = 2  # section and subsection


def trusted_settings(place: Place | None, environ: Mapping[str, str]) -> Settings:
    """Read what the repository itself has no say in: system, user and command line."""
    settings = Settings()
    matchers = _matchers(place) if place else {}
    for path in _trusted_paths(environ):
        _add_file(settings, path, matchers)
    _add_environment(settings, environ)
    return settings


def read_settings(place: Place, environ: Mapping[str, str]) -> Settings:
    """Read all that git would read for this repository, the weakest value first."""
    settings = Settings()
    matchers = _matchers(place)
    for path in (*_trusted_paths(environ), place.common_dir / "config"):
        _add_file(settings, path, matchers)
    if settings.flag("extensions.worktreeConfig"):
        _add_file(settings, place.git_dir / "config.worktree", matchers)
    _add_environment(settings, environ)
    return settings


def configured_work_tree(found: Place, settings: Settings) -> Place:
    """Heed ``core.bare`` and ``core.worktree``."""
    configured = settings.path("core.worktree", found.git_dir)
    if configured:
        return Place(found.git_dir, found.common_dir, Path(os.path.realpath(configured)))
    if found.git_dir == found.common_dir and settings.flag("core.bare"):
        return Place(found.git_dir, found.common_dir, None)
    return found


def config_values(place: Place, key: str) -> list[str]:
    """Give all values of a key in the repository's own file, without includes."""
    settings, path = Settings(), place.common_dir / "config"
    try:
        with path.open("rb") as file:
            _add(settings, ConfigFile.from_file(file, expand_includes=False))
    except FileNotFoundError:
        return []
    except (OSError, *DAMAGE) as error:
        raise CannotRun(f"cannot read the git configuration {path}: {error}") from error
    return settings.all(key)


def set_config(place: Place, key: str, value: str | None) -> None:
    """Let the repository's own file hold this value of a key, and no other; None: no value."""
    check_key(key)

    def change(copy: Path) -> bool:
        """Change the value in a copy of the file."""
        before = copy.read_bytes()
        after = without(before, key) if value is None else with_value(before, key, value)
        copy.write_bytes(after)
        return after != before

    replace_file(place.git_dir, place.common_dir / "config", change)
    if config_values(place, key) != ([] if value is None else [value]):
        raise CannotRun(f"{place.common_dir / 'config'} does not read as it was written")


def _trusted_paths(environ: Mapping[str, str]) -> Iterator[Path]:
    if environ.get("GIT_CONFIG_NOSYSTEM", "").lower() not in {"1", "true", "yes"}:
        system = environ.get("GIT_CONFIG_SYSTEM")
        yield from map(Path, [system] if system else _system_paths())
    if "GIT_CONFIG_GLOBAL" in environ:
        yield Path(environ["GIT_CONFIG_GLOBAL"])
    else:
        yield Path(get_xdg_config_home_path("git", "config"))
        yield Path("~/.gitconfig").expanduser()


def _system_paths() -> Iterable[str]:
    return get_win_system_paths() if sys.platform == "win32" else ["/etc/gitconfig"]


def _add_file(settings: Settings, path: Path, matchers: Matchers) -> None:
    try:
        file = ConfigFile.from_path(path, condition_matchers=matchers)
    except FileNotFoundError:
        return
    except (OSError, *DAMAGE) as error:
        raise CannotRun(f"cannot read the git configuration {path}: {error}") from error
    _add(settings, file)


def _add_environment(settings: Settings, environ: Mapping[str, str]) -> None:
    try:
        given = env_config(environ)
    except (KeyError, ValueError) as error:
        raise CannotRun(
            f"cannot read the git configuration in GIT_CONFIG_COUNT: {error}"
        ) from error
    if given:
        _add(settings, given)


def _add(settings: Settings, file: ConfigFile) -> None:
    for section in file.sections():
        for name, value in file.items(section):
            key = b".".join((*section[:_DEEPEST_SECTION], name))
            settings.add(os.fsdecode(key), os.fsdecode(value))


def _matchers(place: Place) -> Matchers:
    """Conditions of ``includeIf`` that this repository can meet."""
    git_dir = f"{place.git_dir}/"

    def folder(pattern: str, flags: int = 0) -> bool:
        """Whether the git directory is, or lies in, what the pattern names."""
        return _matches(_folder_pattern(pattern), git_dir, flags)

    return {
        "gitdir:": folder,
        "gitdir/i:": lambda pattern: folder(pattern, re.IGNORECASE),
        "onbranch:": lambda pattern: _matches(_open_end(pattern), _branch(place), 0),
    }


def _folder_pattern(pattern: str) -> str:
    expanded = Path(pattern).expanduser().as_posix() if pattern.startswith("~/") else pattern
    ended = expanded + "/" if pattern.endswith("/") and not expanded.endswith("/") else expanded
    return _open_end(ended if ended.startswith(("/", "**")) else f"**/{ended}")


def _open_end(pattern: str) -> str:
    return f"{pattern}**" if pattern.endswith("/") else pattern


def _matches(pattern: str, text: str, flags: int) -> bool:
    """Match as git's wildmatch does; a folder also without its last slash."""
    expression = translate(os.fsencode(pattern))
    return any(
        re.fullmatch(expression, os.fsencode(form), flags) for form in (text, text.rstrip("/"))
    )


def _branch(place: Place) -> str:
    try:
        head = (place.git_dir / "HEAD").read_bytes()
    except OSError:
        return ""
    return os.fsdecode(head.strip()).removeprefix("ref: refs/heads/")
