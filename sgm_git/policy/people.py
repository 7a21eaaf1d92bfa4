"""Whether a name that a record declares is that of a commit's author (DESIGN section 5).

Authors and messages are claims, and anybody can write any name. What is compared here is whether
they fit together, and fit what the trusted side knows of that name.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.commits import Identity
from sgm_git.policy.claims import Role, claims, is_address, person
from sgm_git.policy.spelling import (
    folded_address,
    folded_name,
    forms_of,
    is_mixed,
    is_plain,
    likeness,
    login_of,
)
from sgm_git.policy.ties import Addresses, Ties, read_addresses, read_ties

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sgm_git.policy.claims import Claim
    from sgm_git.policy.config import Config
    from sgm_git.policy.mailmap import Mailmap

_BOT = "[bot]"  # how GitHub ends the names of programs, which no person's can
_NONE = Addresses()


@dataclass(frozen=True)
class People:
    """The people and agents of a repository.

    ``trusted`` is what the trusted side's history says of names, ``seen`` what all of history
    says that is reachable from what is checked.
    """

    mailmap: Mailmap
    identities: Mapping[str, Addresses]
    agents: Mapping[str, Addresses]
    trusted: Ties
    seen: Ties
    _owners: dict[str, frozenset[str]] = field(default_factory=dict, repr=False)

    def real(self, identity: Identity) -> Identity:
        """Give an identity as the trusted mailmap has it."""
        return self.mailmap.real(identity)

    def is_known(self, name: str) -> bool:
        """Whether a name or an address is an author's or committer's, or the trusted side has it.

        So is the login in a forge's noreply address.
        """
        return any(self._knows(part) for part in (name, *_parts(name)))

    def is_agent(self, name: str) -> bool:
        """Whether a name is an agent's, for whom a line of a message is enough."""
        plain = folded_name(name)
        if plain in self.identities:
            return False
        return plain in self.agents or plain.endswith(_BOT)

    def bears(self, name: str, identity: Identity) -> bool:
        """Whether a declared name, or full address, is that of a commit's author.

        It is theirs by the trusted mailmap, or ``[identities]`` or ``[agents]`` says so; it is
        not where the trusted side ties that name to other addresses only, or where it looks like
        another name that is known.
        """
        parts = _parts(name)
        return bool(parts) and all(self._bears(part, identity) for part in parts)

    def is_claimed(self, name: str, message: str) -> bool:
        """Whether a message names an agent, or somebody whom nobody knows, as the one who acts."""
        if self.is_known(name) and not self.is_agent(name):
            return False
        parts = _parts(name)
        if not parts or any(self._is_disguised(part, set()) for part in parts):
            return False
        return any(self._is_claimed_by(name, claim) for claim in claims(message))

    def is_co_author(self, name: str, message: str) -> bool:
        """Whether a message names a known person as co-author, by a full address known as theirs.

        That is weaker than being the author: whoever knows an address can write it.
        """
        parts = _parts(name)
        emails = [
            self._emails(claim.who)
            for claim in claims(message)
            if claim.role is Role.CO_AUTHOR and claim.who.email
        ]
        return bool(parts) and any(all(self._has(p, each) for p in parts) for each in emails)

    def _bears(self, part: str, identity: Identity) -> bool:
        emails, name = self._emails(identity), folded_name(part)
        if self._is_listed(name, emails) or self._is_address_of(part, emails):
            return True
        names = {folded_name(identity.name), folded_name(self.real(identity).name)}
        if name not in names and name not in map(login_of, emails):
            return False
        return self._may_have(name, emails) and not self._is_disguised(name, emails)

    def _is_listed(self, name: str, emails: set[str]) -> bool:
        """Whether the configuration gives a name one of some addresses."""
        return any(table.get(name, _NONE).hold(emails) for table in (self.identities, self.agents))

    def _is_address_of(self, text: str, emails: set[str]) -> bool:
        """Whether a text is one of some addresses, or one of the same person."""
        if not is_address(text):
            return False
        named = self._emails(Identity("", text))
        if not named.isdisjoint(_forms(emails)):
            return True
        owners = frozenset[str]().union(*map(self._owned_by, named))
        return any(not owners.isdisjoint(self._owned_by(email)) for email in emails)

    def _may_have(self, name: str, emails: set[str]) -> bool:
        """Whether nothing that is trusted ties a name to other addresses only."""
        known = self.trusted.of(name)
        is_tied = name in self.identities or any(known)
        return not is_tied or any(form in known for form in _forms(emails))

    def _has(self, part: str, emails: set[str]) -> bool:
        """Whether one of some addresses is known as that of a name, or address."""
        name = folded_name(part)
        known = self.trusted.of(name) or self.seen.of(name)
        if any(form in known for form in _forms(emails) if form):
            return True
        return self.identities.get(name, _NONE).hold(emails)

    def _is_claimed_by(self, name: str, claim: Claim) -> bool:
        if folded_name(claim.who.name) == folded_name(name):
            return True
        return claim.role is Role.CO_AUTHOR and self.bears(name, claim.who)

    def _is_disguised(self, part: str, emails: set[str]) -> bool:
        """Whether a name only looks like one that is known, and of which these are no addresses.

        A name of one script may look like that of another, if history has both.
        """
        name = folded_name(part)
        if is_plain(name) or (name in self.trusted.words and not is_mixed(name)):
            return False
        twins = self._names_by_likeness.get(likeness(name), set()) - {name}
        others = twins - _forms(emails)
        return any(not self._is_listed(t, emails) and not self._has(t, emails) for t in others)

    def _knows(self, part: str) -> bool:
        name = folded_name(part)
        if name in self.seen.words or name in self.trusted.words or name in self.identities:
            return True
        return is_address(part) and bool(self._owned_by(folded_address(part)))

    def _emails(self, identity: Identity) -> set[str]:
        return {folded_address(identity.email), folded_address(self.real(identity).email)}

    def _owned_by(self, email: str) -> frozenset[str]:
        """The names to which ``[identities]`` gives an address."""
        if email not in self._owners:
            self._owners[email] = frozenset(
                name for name, addresses in self.identities.items() if addresses.hold([email])
            )
        return self._owners[email]

    @cached_property
    def _names_by_likeness(self) -> Mapping[str, set[str]]:
        """All names that are known and not mixed themselves, by what they look like."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for name in {*self.trusted.words, *self.seen.words, *self.identities, *self.agents}:
            if not is_mixed(name):
                found[likeness(name)].add(name)
        return dict(found)


def build_people(
    config: Config,
    mailmap: Mailmap,
    seen: Iterable[Identity],
    *,
    trusted: Iterable[Identity] | None = None,
) -> People:
    """Give the people whom the trusted side's configuration and mailmap, and history, know.

    ``seen`` are the authors and committers of all commits reachable from what is checked,
    ``trusted`` those of the trusted side's, where these are not the same.
    """
    ties = read_ties(seen, mailmap)
    agents = read_addresses(config.agents)
    if config.mcp.agent:
        agents.setdefault(folded_name(config.mcp.agent), _NONE)
    return People(
        mailmap,
        read_addresses(config.identities),
        agents,
        ties if trusted is None else read_ties(trusted, mailmap),
        ties,
    )


def _parts(name: str) -> tuple[str, ...]:
    """What a declared name is made of: itself, or the name and the address in it."""
    who = person(name)
    parts = (who.name, who.email) if is_address(who.email) else (name,)
    return tuple(part for part in parts if folded_name(part))


def _forms(emails: Iterable[str]) -> set[str]:
    return {form for email in emails for form in forms_of(email)}
