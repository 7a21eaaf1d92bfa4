"""Which addresses go with which names, by history, mailmap and configuration (DESIGN section 5)."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.policy.claims import is_address
from sgm_git.policy.globs import compiled
from sgm_git.policy.spelling import folded_address, folded_name, forms_of, login_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sgm_git.commits import Identity
    from sgm_git.policy.mailmap import Mailmap

_WILD = re.compile(r"[*?]")
_NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses (folded) and patterns of addresses, as a table of the configuration lists them."""

    exact: frozenset[str] = frozenset()
    globs: tuple[re.Pattern[str], ...] = ()

    def hold(self, emails: Iterable[str]) -> bool:
        """Whether one of some addresses (folded) is among them, in one of its spellings."""
        forms = [form for email in emails for form in forms_of(email)]
        return not self.exact.isdisjoint(forms) or any(
            glob.fullmatch(form) for glob in self.globs for form in forms
        )


@dataclass(frozen=True, slots=True)
class Ties:
    """What some commits say, read through the mailmap; names and addresses are folded.

    ``words`` are all names, logins and addresses in them.
    """

    words: Collection[str] = field(repr=False)
    _by_address: Mapping[str, set[str]] = field(repr=False)
    _by_name: Mapping[str, set[str]] = field(repr=False)
    _by_former: Mapping[str, set[str]] = field(repr=False)

    def of(self, name: str) -> Collection[str]:
        """The addresses of whoever has that name, or address.

        A login, or a name that the mailmap replaces, counts where nobody is named so.
        """
        for ties in (self._by_address, self._by_name, self._by_former):
            if name in ties:
                return ties[name]
        return _NOBODY


def read_ties(identities: Iterable[Identity], mailmap: Mailmap) -> Ties:
    """Read who has which addresses out of authors and committers, and out of the mailmap."""
    by_address, by_name, by_former = (defaultdict[str, set[str]](set) for _ in range(3))
    words: set[str] = set()
    for identity in {*identities, *mailmap.named}:
        real = mailmap.real(identity)
        former, name = folded_name(identity.name), folded_name(real.name)
        emails = {folded_address(identity.email), folded_address(real.email)}
        by_name[name] |= emails
        logins = {*map(login_of, emails)}
        for other in {former, *logins} - {name}:
            by_former[other] |= emails
        for email in filter(is_address, emails):
            by_address[folded_name(email)] |= emails
        words |= {former, name, *logins, *emails, *map(folded_name, emails)}
    for ties in (by_name, by_former):
        ties.pop("", None)
    return Ties(frozenset(words - {""}), dict(by_address), dict(by_name), dict(by_former))


def read_addresses(table: Mapping[str, Iterable[str]]) -> dict[str, Addresses]:
    """Read ``[identities]`` or ``[agents]``, by folded names; only ``*`` and ``?`` are wild."""
    lists: dict[str, list[str]] = {}
    for name, patterns in table.items():
        lists.setdefault(folded_name(name), []).extend(map(folded_address, patterns))
    lists.pop("", None)
    return {
        name: Addresses(
            frozenset(each for each in patterns if not _WILD.search(each)),
            tuple(compiled(p.replace("[", "[[]")) for p in patterns if _WILD.search(p)),
        )
        for name, patterns in lists.items()
    }
