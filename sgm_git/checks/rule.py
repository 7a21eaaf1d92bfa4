"""What a rule is: a code, a name, a weight, and a function whose docstring explains it."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import Case
    from sgm_git.checks.stock import Stock
    from sgm_git.findings import Fault, Severity
    from sgm_git.witness.testimony import Testimony

DocumentCheck: TypeAlias = "Callable[[Case], Iterable[Fault]]"
WitnessCheck: TypeAlias = "Callable[[Case | Brief, Testimony], Iterable[Fault]]"
StoreCheck: TypeAlias = "Callable[[Stock], Iterable[tuple[Brief, Fault]]]"
Check_co = TypeVar("Check_co", covariant=True)

_PART = re.compile(r"^(Why|Bad|Good|Fix):[ \n]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule's docstring in its parts, each of which every rule has."""

    what: str
    why: str
    bad: str
    good: str
    fix: str


@dataclass(frozen=True, slots=True)
class Rule(Generic[Check_co]):
    """One rule. ``severity`` is what it weighs unless the case or the configuration says more."""

    code: str
    name: str
    severity: Severity
    check: Check_co
    fixable: bool = False

    @property
    def family(self) -> str:
        """The letter of the code: F, S, P, K, L, C..."""
        return self.code[0]

    @property
    def doc(self) -> str:
        """What the rule says, why, a bad and a good example, and how to mend it.

        The first line is without the code, which is for those who read the function.
        """
        return inspect.cleandoc(self.check.__doc__ or "").replace(f" ({self.code}).", ".", 1)

    @property
    def explanation(self) -> Explanation:
        """The same in its parts; examples keep their lines."""
        what, *parts = _PART.split(self.doc)
        named = dict(zip(parts[::2], parts[1::2], strict=True))
        return Explanation(
            what.strip(),
            named["Why"].strip(),
            inspect.cleandoc("\n" + named["Bad"]),
            inspect.cleandoc("\n" + named["Good"]),
            named["Fix"].strip(),
        )
