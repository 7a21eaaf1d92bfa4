"""Rule X602: numbers of cards and accounts, for those who want to be told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.checks.secrets_found import sightings
from sgm_git.policy.globs import matches
from sgm_git.record.account_numbers import account_numbers_in
from sgm_git.record.masking import mask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case
    from sgm_git.findings import Fault
    from sgm_git.record.pointer import Pointer

_CODE = "X602"
_NAMES = re.compile(
    r"(?:\A|[_-])(?:ids?|uuid|guid|hash|sha[0-9]*|md5|digest|oid|commit|blob|time|timestamp|at"
    r"|session|aliases|links)\Z",
    re.IGNORECASE,
)


def personal_number(case: Case) -> Iterator[Fault]:
    """The number of a card or an account; off until a severity is configured (X602).

    Why: such numbers are personal data that a repository keeps for good. They are told by form,
    length, issuer or country, and check digits. Digits within hashes, ids, times and addresses
    are none.

    Bad:
        title: Refund to 4111 1111 1111 1111

    Good:
        title: Refund to the card that ends in 1111

    Fix: take it out. Turn the rule on with ``severity = { X602 = "warning" }`` under ``[checks]``;
    as an error it refuses a write too. A number that is nobody's, as for tests, is allowed by its
    hash under ``[secrets] allow``: ``printf %s 4111111111111111 | sha256sum``. The message does
    not give it: of so few numbers, a hash tells which it is.
    """
    if not _is_on(case):
        return
    allowed = case.policy.config.secrets_allow
    for sighting in sightings(case, account_numbers_in):
        found = sighting.secret
        if found.digest not in allowed and not _is_identifier(sighting.pointer):
            yield sighting.fault(_CODE, f"{found.name}, {mask(found)}: take it out")


def _is_on(case: Case) -> bool:
    checks = case.policy.config.checks
    here = (part for pattern, part in checks.per_path.items() if matches(pattern, case.path))
    return any(_CODE in part.severity for part in (checks.everywhere, *here))


def _is_identifier(pointer: Pointer | None) -> bool:
    """Whether a value is, by its name, an id, a hash or a time."""
    names = [name for name in pointer or () if not name.isdigit()]
    return bool(names) and _NAMES.search(names[-1]) is not None
