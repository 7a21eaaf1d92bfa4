"""What the commits say that arrive: of records, of signatures, of trust files (DESIGN 5 and 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.claims_signed import (
    is_trust_file,
    signature_missing,
    trust_file_changed,
    trust_file_put_back,
)
from sgm_git.checks.run import apply_policy, finding_of
from sgm_git.record.value import same
from sgm_git.witness.facts import facts_of
from sgm_git.workflows.crosscheck import (
    EVERYWHERE,
    Crosscheck,
    by_record,
    settled,
    whole_run,
)
from sgm_git.workflows.governing import governed
from sgm_git.workflows.judging import signing
from sgm_git.workflows.put_back import merged_back, wound_back
from sgm_git.workflows.side import Side
from sgm_git.workflows.witnessing import Asked, ask_since

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sgm_git.checks.brief import Brief
    from sgm_git.commits import Commit
    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonValue
    from sgm_git.witness.testimony import Testimony
    from sgm_git.workflows.arriving import Arriving
    from sgm_git.workflows.check import Selection
    from sgm_git.workflows.put_back import Older
    from sgm_git.workflows.survey import Survey
    from sgm_git.workflows.witnessing import Witnessed

_FOREIGN = "P305"
_OF_STAMPS = ("P303", _FOREIGN)


@dataclass(frozen=True, slots=True)
class Look:
    """A look at commits, by what is trusted at the commit ``trusted``.

    ``fresh`` are those that are judged themselves. ``replacing`` is their tip where it takes the
    place of the trusted commit. ``now`` is in seconds since the epoch. ``is_proposal``: what needs
    approvals may wait for them there.
    """

    state: Arriving
    found: Survey
    trusted: str
    fresh: Sequence[Commit]
    replacing: str | None
    now: int
    is_proposal: bool = False

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to be told: documents, or what signatures are asked of."""
        config = self.state.records.settings.config
        is_governed = any(policy.is_about_commits for policy in config.policies)
        return bool(self.found.blobs) or self.asks_for_signatures or is_governed

    @property
    def asks_for_signatures(self) -> bool:
        """Whether signatures are required, or admins named."""
        config = self.state.records.settings.config
        return config.checks.require_signed or bool(config.trust.admins)

    def by_history(self, selection: Selection, *, of_records: bool) -> Crosscheck:
        """Give what is to be told; of records only where that is asked.

        Raises CannotRun where git cannot tell.
        """
        state, found = self.state, self.found
        asked = Asked(found.blobs, found.facts, state.rev)
        seen = ask_since(state.records, self.trusted, state.commits, asked, self.now)
        by_commit = self._of_commits(seen, selection) if self.asks_for_signatures else []
        who = governed(self, seen)
        by_commit += who.findings
        if not of_records:
            return Crosscheck(tuple(by_commit), notes=who.notes, seen=seen)
        chosen = self._chosen(seen, selection)
        told = by_record(state.records, seen, found.stock, chosen)
        findings = [*self._with_older(told, chosen, asked), *by_commit]
        standing, accepted = settled(state.again, findings, seen)
        cut = sum(each.life.is_cut for each in chosen.values()) if seen.is_cut else 0
        of_run = whole_run(state.records, seen, cut, allow_shallow=selection.allow_shallow)
        notes = (*seen.notes, *who.notes)
        return Crosscheck((*standing, *of_run), len(accepted), notes, seen=seen)

    def _chosen(self, seen: Witnessed, selection: Selection) -> dict[str, Testimony]:
        """The testimonies about what is brought, with what the trusted side holds of it."""
        state, found = self.state, self.found
        trusted = self._side()
        base = None if state.replaced else state.before  # nothing is merged with what it replaces
        return {
            path: replace(each, held=_held(each, trusted, base, found.stock.by_path[path]))
            for path, each in seen.testimonies.items()
            if state.is_changed(path) and selection.holds(path)
        }

    def _side(self) -> Side:
        """What the trusted commit has."""
        there = self.state.there
        if there is not None and there.oid == self.trusted:
            return there
        return Side(self.state.records, self.trusted, self.found.blobs)

    def _with_older(
        self, findings: list[Finding], chosen: Mapping[str, Testimony], asked: Asked
    ) -> list[Finding]:
        """The findings with what only commits before these can tell, where that is asked.

        Of documents that began before any root had them all, and of stamps whether they stood
        before: a revert may have brought them back.
        """
        older = self._began_before(chosen)
        stamped = {f.path for f in findings if f.code == _FOREIGN and chosen[f.path].life.is_cut}
        if not older and not stamped:
            return findings
        records, stock = self.state.records, self.found.stock
        commits = tuple(records.repository.history(self.state.rev or "", ()))
        seen = ask_since(records, self.trusted, commits, asked, self.now)
        found = by_record(records, seen, stock, _only(seen, older))
        whole = {p: each for p, each in _only(seen, stamped).items() if not each.life.is_cut}
        kept, _ = _parted(findings, whole)
        _, again = _parted(by_record(records, seen, stock, whole), whole)
        return [*kept, *found, *again]

    def _began_before(self, chosen: Mapping[str, Testimony]) -> list[str]:
        """The documents that began before these commits, where no root had them."""
        former, by_path = self.state.records.settings.former, self.found.stock.by_path
        if former is None:
            return []
        older = [p for p, each in chosen.items() if each.life.is_cut and not former.root_of(p)]
        trusted = self._side() if older else None
        return [p for p in older if trusted is None or _claims(trusted, by_path[p]) is None]

    def _of_commits(self, seen: Witnessed, selection: Selection) -> list[Finding]:
        """P312 of every commit that is new where signatures are required, and P314."""
        records, commits = self.state.records, self.fresh
        config = records.settings.config
        required = commits if config.checks.require_signed else []
        touching = [each for each in self.state.commits if _touches_trust(each)]
        asked = {each.oid: each for each in (*required, *touching)}
        signed = signing(records, seen, list(asked))
        found = [finding_of(EVERYWHERE, fault) for fault in signature_missing(required, signed)]
        found += [finding_of(path, fault) for path, fault in trust_file_changed(commits, signed)]
        if signed.admins and not (selection.allow_shallow and records.repository.is_shallow):
            told = trust_file_put_back(self._older(), asked, signed)
            found += [finding_of(path, fault) for path, fault in told]
        return apply_policy(found, config)

    def _older(self) -> Iterator[Older]:
        repository = self.state.records.repository
        yield from merged_back(repository, self.fresh, self.trusted)
        if self.replacing is not None:
            commits = self.state.commits
            yield from wound_back(repository, commits, self.trusted, self.replacing)


def _only(seen: Witnessed, paths: Iterable[str]) -> dict[str, Testimony]:
    return {path: seen.testimonies[path] for path in paths if path in seen.testimonies}


def _parted(
    findings: Iterable[Finding], paths: Collection[str]
) -> tuple[list[Finding], list[Finding]]:
    """All others, and those about the stamps of documents at these paths."""
    parts: tuple[list[Finding], list[Finding]] = [], []
    for each in findings:
        parts[each.path in paths and each.code in _OF_STAMPS].append(each)
    return parts


def _touches_trust(commit: Commit) -> bool:
    return any(is_trust_file(each.path) for changes in commit.changes for each in changes)


def _held(
    testimony: Testimony, trusted: Side, before: Side | None, brief: Brief
) -> Mapping[str, JsonValue] | None:
    """What the trusted side's record declares, in those fields that the range changed.

    None where it has no such record. A field that is as the merge base has it was changed on the
    trusted side alone, which a merge keeps.
    """
    held = _claims(trusted, brief) or _at_the_border(testimony)
    base = {} if before is None else _claims(before, brief) or {}
    now = testimony.facts.claims
    if held is None:
        return None
    return {
        name: value
        for name, value in held.items()
        if not (name in base and name in now and same(base[name], now[name]))
    }


def _claims(side: Side, brief: Brief) -> Mapping[str, JsonValue] | None:
    """What a side's record of that id declares, or of one that the record had before."""
    names = () if brief.id is None else (brief.id, *brief.aliases)
    found = side.origin(brief.root, brief.path, names)
    return None if found is None or found.record is None else facts_of(found.record).claims


def _at_the_border(testimony: Testimony) -> Mapping[str, JsonValue] | None:
    """What the record declared where the range began, whatever it was called there."""
    events = testimony.life.events
    if not testimony.life.is_cut or not events or not events[-1].before:
        return None
    return testimony.claims(events[-1].before[0])
