"""Who writes: the rules of git, but nothing guessed from login and host names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.commits import Identity
from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.git.settings import Settings

_CRUD = " .,:;<>\"\\'" + "".join(map(chr, range(1, 32)))
_LATIN_1 = {0xDC00 + byte: chr(byte) for byte in range(0x80, 0x100)}
_HINT = 'git config user.name "Your Name" && git config user.email you@example.org'


def find_identity(role: str, settings: Settings, environ: Mapping[str, str]) -> Identity:
    """Give the ``author`` or ``committer`` as git finds them (git-commit, "COMMIT INFORMATION").

    Order: ``GIT_<ROLE>_NAME`` and ``_EMAIL``, ``<role>.name``, ``user.name``, for the address
    also ``EMAIL`` unless ``user.useConfigOnly``. Raises CannotRun with a hint if one is missing.
    """
    prefix = f"GIT_{role.upper()}"
    name = environ.get(f"{prefix}_NAME") or _configured("name", role, settings)
    email = environ.get(f"{prefix}_EMAIL") or _configured("email", role, settings)
    if not email and not settings.flag("user.useConfigOnly"):
        email = environ.get("EMAIL")
    return clean_identity(Identity(name or "", email or ""))


def given_identity(role: str, environ: Mapping[str, str]) -> Identity | None:
    """Give the one that the environment alone names, as git does for its hooks; else None.

    ``find_identity`` gives the same then, but has to be told the settings.
    """
    name, email = (environ.get(f"GIT_{role.upper()}_{what}") for what in ("NAME", "EMAIL"))
    return clean_identity(Identity(name, email)) if name and email else None


def clean_identity(identity: Identity) -> Identity:
    """Give the identity as git stores it, without what would end a header line.

    Raises CannotRun if name or address is empty then.
    """
    clean = Identity(_clean(identity.name), _clean(identity.email))
    if not clean.name or not clean.email:
        missing = "name" if not clean.name else "address"
        raise CannotRun(f"git does not know your {missing}", hint=_HINT)
    return clean


def identity_variables(role: str, identity: Identity) -> dict[str, str]:
    """Give the environment by which git takes this ``AUTHOR`` or ``COMMITTER``."""
    return {f"GIT_{role}_NAME": identity.name, f"GIT_{role}_EMAIL": identity.email}


def _configured(what: str, role: str, settings: Settings) -> str | None:
    return settings.get(f"{role}.{what}") or settings.get(f"user.{what}")


def _clean(text: str) -> str:
    """Drop what would end the line; bytes that are no UTF-8 are read as Latin-1, as git does."""
    return "".join(c for c in text.strip(_CRUD) if c not in "<>\n\0").translate(_LATIN_1)
