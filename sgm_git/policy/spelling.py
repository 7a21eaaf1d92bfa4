"""How names and addresses of people are compared, and what only looks like one (DESIGN 5)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from sgm_git.policy.lookalike import skeleton
from sgm_git.policy.mailmap import lower
from sgm_git.policy.names import folded

_LONGEST = 1000  # nobody's name is longer, and normalizing takes quadratic time at worst
_REMEMBERED = 65_536
_NOREPLY = re.compile(r"([^@]+)@((?:users?\.)?noreply\.[^@]+)\Z")
_NUMBER = re.compile(r"[0-9]+\+(?=.)")
_NUMBER_AND_DASH = re.compile(r"[0-9]+-(?=.)")
_UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs"))
_DRAWN_AS_NOTHING = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)


def folded_name(text: str) -> str:
    """A name in the form in which names are compared: NFKC, without case, with single blanks."""
    return text if len(text) > _LONGEST else _folded(text)


def folded_address(text: str) -> str:
    """An address in the form in which addresses are compared, which is git's own."""
    return lower(text)


def login_of(address: str) -> str:
    """The login that a forge's noreply address (folded) stands for; empty if it is none.

    ``12345+ada@users.noreply.github.com`` and ``ada@noreply.codeberg.org`` are ada's, and so is
    ``123-ada@users.noreply.gitlab.com``.
    """
    found = _NOREPLY.match(address)
    if found is None:
        return ""
    local, host = found.groups()
    login = _NUMBER.sub("", local, count=1)
    return _NUMBER_AND_DASH.sub("", login, count=1) if "gitlab" in host else login


def forms_of(address: str) -> tuple[str, ...]:
    """The spellings of one address (folded): a forge's noreply address has one without number."""
    login = login_of(address)
    return (address, f"{login}@{address.rpartition('@')[2]}") if login else (address,)


def likeness(name: str) -> str:
    """A form of a folded name that is equal for names that look alike, but for their blanks."""
    return "".join(skeleton(_visible(name)).split())


def is_plain(name: str) -> bool:
    """Whether a folded name has nothing in it that looks like something else, or like nothing."""
    return name.isascii() and name.isprintable()


@lru_cache(_REMEMBERED)
def is_mixed(name: str) -> bool:
    """Whether a folded name has something unseen in it, or letters drawn like its Latin ones.

    A name that is all of one script is not mixed, whatever it looks like.
    """
    if is_plain(name):
        return False
    foreign = any(not c.isascii() and skeleton(c) != c for c in name)
    return _visible(name) != name or (foreign and any(c.isascii() and c.isalpha() for c in name))


@lru_cache(_REMEMBERED)
def _folded(text: str) -> str:
    return " ".join((text.lower() if text.isascii() else folded(text)).split())


def _visible(name: str) -> str:
    shown = _DRAWN_AS_NOTHING.sub("", name)
    return "".join(c for c in shown if unicodedata.category(c) not in _UNSEEN)
