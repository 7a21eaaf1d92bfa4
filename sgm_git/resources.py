"""The files that ship beside the code: JSON schemas and git hooks (DESIGN section 12).

A wheel holds them in ``_data``; a checkout, and an editable install of one, at its top.
"""

from __future__ import annotations

from pathlib import Path

from sgm_git.errors import CannotRun, UsageError

_PACKAGE = Path(__file__).parent
_SUFFIX = ".schema.json"


def schema_names() -> list[str]:
    """The names of the bundled schemas, such as ``record``, sorted. Raises CannotRun."""
    return sorted(
        path.name.removesuffix(_SUFFIX) for path in _folder("schemas").glob(f"*{_SUFFIX}")
    )


def schema_text(name: str) -> str:
    """The JSON text of the bundled schema ``name``.

    Raises UsageError where there is none of that name, CannotRun where none are installed.
    """
    names = schema_names()
    if name not in names:
        raise UsageError(f"there is no schema {name!r}", hint=f"there are {', '.join(names)}")
    return (_folder("schemas") / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def schema_texts() -> dict[str, str]:
    """The JSON texts of all bundled schemas by name. Raises CannotRun."""
    return {name: schema_text(name) for name in schema_names()}


def hook_text(name: str) -> str:
    """The text of the bundled hook ``name``, such as ``pre-commit``.

    Raises UsageError where there is none of that name, CannotRun where none are installed.
    """
    folder = _folder("hooks")
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    if name not in names:
        raise UsageError(f"there is no hook {name!r}", hint=f"there are {', '.join(names)}")
    return (folder / name).read_text(encoding="utf-8")


def _folder(kind: str) -> Path:
    for folder in (_PACKAGE / "_data" / kind, _PACKAGE.parent / kind):
        if folder.is_dir():
            return folder
    raise CannotRun(
        f"this installation of sgm-git lacks its {kind}",
        hint="install it again: python -m pip install --force-reinstall sgm-git",
    )
