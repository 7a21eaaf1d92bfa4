"""Whether a name that somebody gives themselves may be taken for somebody else's (DESIGN 5)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from sgm_git.policy.lookalike import skeleton
from sgm_git.policy.spelling import folded_address, folded_name, likeness, login_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.commits import Identity
    from sgm_git.policy.config import Config
    from sgm_git.policy.mailmap import Mailmap


def names_of_people(
    config: Config, mailmap: Mailmap, identities: Iterable[Identity]
) -> frozenset[str]:
    """Give all names, addresses and logins of people: of history, mailmap and ``[identities]``.

    What ``[agents]`` names is no person's, unless ``[identities]`` names it, too.
    """
    agents = {folded_name(name) for name in config.agents}
    found = {text for identity in identities for text in _names(identity, mailmap)}
    found |= {text for identity in mailmap.named for text in (identity.name, identity.email)}
    return frozenset(text for text in found if folded_name(text) not in agents) | _listed(config)


def is_namesake(name: str, people: Iterable[str]) -> bool:
    """Whether a name is one of those of people, or would be taken for it at a glance.

    Case, script, blanks and marks do not tell one from another.
    """
    forms = _forms(name)
    return any(not forms.isdisjoint(_forms(each)) for each in people)


def _listed(config: Config) -> frozenset[str]:
    addresses = chain.from_iterable(config.identities.values())
    return frozenset((*config.identities, *addresses))


def _names(identity: Identity, mailmap: Mailmap) -> Iterator[str]:
    for each in (identity, mailmap.real(identity)):
        yield from (each.name, each.email, login_of(folded_address(each.email)))


def _forms(text: str) -> frozenset[str]:
    """What is left of a text for the eye, with ``I`` as ``l`` and as ``i``."""
    seen = {skeleton(text), likeness(folded_name(text))}
    letters = {"".join(filter(str.isalnum, form)) for form in seen}
    return frozenset(letters - {""})
