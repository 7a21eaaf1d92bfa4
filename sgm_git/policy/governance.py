"""Who may write what: ``[policy]`` of a configuration, as frozen values (DESIGN section 6, G).

A name is one of ``[identities]`` or ``[agents]``, an address, or an SSH principal or full GPG
fingerprint. All is off until it is configured.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from sgm_git.policy.spelling import folded_name, likeness
from sgm_git.record import fields
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sgm_git.policy.toml_file import TomlTable
    from sgm_git.record.value import JsonObject, JsonValue

AgentsRules = Literal["allow", "propose", "deny"]
RULE = "rule"
_ANY = "*"
_REMEMBERED = 4096
_OF_COMMITS = ("G901", "G902", "G903")
_RATIONALE = "G904"


@dataclass(frozen=True, slots=True)
class Governance:
    """What a team allows to whom; whatever is empty forbids nothing.

    ``agents`` is what an agent may do to rules: anything, only to such as are not in force, or
    nothing. ``rationale``: each decision must have one. Where there are ``approvers``, a change of
    a rule needs the approval of as many different people among them as ``approvals`` says.
    ``types`` maps a record's type, and ``scopes`` ``key=value`` (or ``key=*``, for the values that
    are not named), to all who may write such records. What only looks like such a type or scope is
    guarded as well: another case, blanks, letters that nobody sees or that are drawn alike.
    """

    agents: AgentsRules = "allow"
    rationale: bool = False
    approvals: int = 1
    approvers: tuple[str, ...] = ()
    types: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    scopes: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    @property
    def is_about_writers(self) -> bool:
        """Whether it says who may write something (G901, G902)."""
        return self.agents != "allow" or bool(self.types) or bool(self.scopes)

    @property
    def is_about_commits(self) -> bool:
        """Whether the commits that bring records have to be asked (G901 to G903)."""
        return self.is_about_writers or bool(self.approvers)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the rules that it turns on."""
        on = (self.agents != "allow" or bool(self.types), bool(self.scopes), bool(self.approvers))
        found = [code for code, is_on in zip(_OF_COMMITS, on, strict=True) if is_on]
        return (*found, _RATIONALE) if self.rationale else tuple(found)

    def writers_of(self, kind: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Give each guarded type that a record's type is, or looks like, and for whom it is."""
        if self.types:
            ours = _alike(kind)
            yield from ((each, self.types[each]) for each in self.types if _alike(each) == ours)

    def writers_in(self, record: JsonObject) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Give each part of a record's scope that is guarded: its key, the pattern, and for whom.

        A pattern that names the value goes before ``key=*``; where it only looks like that value,
        both count. Each item of a list is a value. What ``provenance.scope`` says counts as well:
        the two should be the same (S210).
        """
        if not self.scopes:
            return
        ours, told = fields.scope(record), fields.provenance(record).get("scope")
        pairs = [*ours.items(), *(told.items() if isinstance(told, dict) else ())]
        for key, pattern in dict.fromkeys(_guards(pairs, self.scopes)):
            yield key, pattern, self.scopes[pattern]


OFF = Governance()
"""That of a team which has configured nothing."""


def governance_of(table: TomlTable) -> Governance:
    """Read the table ``[policy]``, whose form is known to be right."""
    return Governance(
        agents=table.get("agents", OFF.agents),
        rationale=table.get("rationale", OFF.rationale),
        approvals=table.get("approvals", OFF.approvals),
        approvers=tuple(table.get("approvers", ())),
        types=_names(table.get("types", {})),
        scopes=_names(table.get("scopes", {})),
    )


def _names(table: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {what: tuple(names) for what, names in table.items()}


def is_rule(kind: str | None) -> bool:
    """Whether a type is that of rules, or is read as it by a person: in another case, or disguised.

    Readers may take ``Rule`` for any type (S203); what guards rules takes it for one.
    """
    return kind is not None and (kind == RULE or _alike(kind) == RULE)


@lru_cache(_REMEMBERED)
def _alike(text: str) -> str:
    """A form that is equal for types, or parts of scopes, that a person takes for the same."""
    return "=".join(likeness(folded_name(part)) for part in text.split("="))


def _guards(
    pairs: Collection[tuple[str, JsonValue]], scopes: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, str]]:
    """The keys of a scope and the patterns that guard them."""
    for key, value in pairs:
        for text in _texts(value):
            exact = f"{key}={text}"
            tried = (exact,) if exact in scopes else _like(key, exact, scopes)
            yield from ((key, each) for each in tried)


def _texts(value: JsonValue) -> Iterator[str]:
    """A scope's value as text, or those of a list."""
    for each in value if isinstance(value, list) and value else (value,):
        yield each if isinstance(each, str) else canonical(each)


def _like(key: str, pair: str, scopes: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The patterns that a part of a scope looks like, and those for any value."""
    wanted = {_alike(pair), _alike(f"{key}={_ANY}")}
    yield from (each for each in scopes if _alike(each) in wanted)
