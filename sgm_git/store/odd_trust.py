"""What lies where a file that judges belongs, and is none: a link, a folder, a repository."""

from __future__ import annotations

from sgm_git.git.protocol import MODE_EXECUTABLE, MODE_FILE, MODE_LINK, MODE_SUBMODULE
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.store.settings import SCHEMAS_PATH
from sgm_git.store.trusted import TRUST_PATHS

_FOLDER = CONFIG_PATH.partition("/")[0]
_ATTRIBUTES = ".gitattributes"
_STOPS = "nothing can be checked once it is merged"
_LOSES = {
    CONFIG_PATH: _STOPS,
    SCHEMAS_PATH: "the team's schemas do not count",
    _ATTRIBUTES: "git reads no attributes there",
}
_FILES = (CONFIG_PATH, _ATTRIBUTES, *TRUST_PATHS)
PLACES = (_FOLDER, _ATTRIBUTES, *TRUST_PATHS)
"""Below these lies all that ``oddity`` has something to say of."""


def oddity(path: str, mode: int) -> str | None:
    """Say what an entry of a tree takes the place of, and what that breaks; None: of nothing."""
    if path == _FOLDER:
        broken = _STOPS if mode == MODE_LINK else "no configuration and no trust file counts"
        return f"{_kind(mode)} lies where the folder {path} belongs: {broken}"
    if path == SCHEMAS_PATH or (mode in {MODE_LINK, MODE_SUBMODULE} and _is_file(path)):
        what = "the folder" if path == SCHEMAS_PATH else "the file"
        return f"{_kind(mode)} lies where {what} {path} belongs: {_loss(path)}"
    above = next((each for each in _FILES if path.startswith(f"{each}/")), None)
    return above and f"a folder lies where the file {above} belongs: {_loss(above)}"


def _is_file(path: str) -> bool:
    return path in _FILES or path.startswith(f"{SCHEMAS_PATH}/")


def _loss(path: str) -> str:
    return _LOSES.get(path, "nothing is read there, and what it said does not count")


def _kind(mode: int) -> str:
    if mode in {MODE_FILE, MODE_EXECUTABLE}:
        return "a plain file"
    return "a link" if mode == MODE_LINK else "another repository"
