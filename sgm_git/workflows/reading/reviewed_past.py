"""What history says of records as the trusted side has them: what came after that says nothing.

Whoever commits on a branch may consent to what was forged, take over a name, or write stamps: that
neither clears nor disputes what was reviewed before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED
from sgm_git.errors import CannotRun
from sgm_git.policy.people import build_people
from sgm_git.witness.facts import facts_of
from sgm_git.witness.testimony import Testimony
from sgm_git.witness.trust import Trust
from sgm_git.workflows.reading.verdicts import by_text, verdicts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sgm_git.checks.stock import Loader, Stock
    from sgm_git.store.records import Records
    from sgm_git.witness.testimony import History
    from sgm_git.workflows.reading.gather import Document
    from sgm_git.workflows.reading.verdicts import Verdict
    from sgm_git.workflows.witnessing import Witnessed


@dataclass(frozen=True)
class ReviewedPast:
    """The part of a history, told of the commit ``head``, that leads to the commit ``trusted``."""

    records: Records
    seen: Witnessed
    head: str | None
    trusted: str

    def verdicts(
        self, stock: Stock, load: Loader, pairs: Collection[tuple[Document, Testimony]]
    ) -> dict[str, Verdict]:
        """Judge documents of the trusted side, each by the testimony about what became of it here.

        By path; left out where that does not tell of the document. What is in doubt here, as where
        somebody took its id, is disputed as it was, and never borne out. Raises CannotRun where git
        cannot tell.
        """
        held = [(document, self._testimony(document, each)) for document, each in pairs]
        told = {document.path: each for document, each in held if each is not None}
        documents = [document for document, _ in held if document.path in told]
        found = self._judged(stock, load, documents, told, self._before)
        disputed = [each for each in documents if found[each.path].trust is Trust.DISPUTED]
        if disputed and self.head != self.trusted:
            found |= self._judged(stock, load, disputed, told, self._among_reviewed_people)
        doubtful = {document.path for document, each in pairs if each.life.doubt is not None}
        return {path: _dimmed(each) if path in doubtful else each for path, each in found.items()}

    def rejudged(
        self, stock: Stock, load: Loader, judged: Mapping[str, Verdict], same: Iterable[Document]
    ) -> dict[str, Verdict]:
        """Give the verdicts that may be others on the trusted side, which has the same documents.

        What was said of them by all of history is ``judged``. Where that does not tell what led to
        them there, nobody bears them out.
        """
        if self.head == self.trusted:
            return {}
        testimonies = self.seen.testimonies
        asked = [
            document
            for document in same
            if document.path in testimonies
            and (
                judged[document.path].trust is Trust.DISPUTED
                or stock.by_path[document.path].id in self._consented_since
                or not self._has_led(testimonies[document.path])
            )
        ]
        pairs = [(document, testimonies[document.path]) for document in asked]
        found = {each.path: by_text(each) for each in asked} | self.verdicts(stock, load, pairs)
        return {path: replace(verdict, rests_on_side=True) for path, verdict in found.items()}

    def _judged(
        self,
        stock: Stock,
        load: Loader,
        documents: list[Document],
        told: Mapping[str, Testimony],
        history: History,
    ) -> dict[str, Verdict]:
        testimonies = {each.path: replace(told[each.path], history=history) for each in documents}
        seen = replace(self.seen, testimonies=testimonies, history=history)
        return verdicts(self.records, seen, stock, load, documents)

    def _testimony(self, document: Document, held: Testimony) -> Testimony | None:
        """The part that led to a document; None where something else came of it there."""
        events = tuple(event for event in held.life.events if self._leads(event.commit))
        facts = facts_of(document.record)
        last = held.history.facts(events[0].after.blob) if events else None
        if last is None or (last.meaning, last.stamps) != (facts.meaning, facts.stamps):
            return None
        life = replace(held.life, events=events, doubt=None)
        return Testimony(document.path, facts, life, held.history)

    def _has_led(self, testimony: Testimony) -> bool:
        life = testimony.life
        return not life.doubt and all(self._leads(event.commit) for event in life.events)

    def _leads(self, commit: str) -> bool:
        return commit != UNCOMMITTED and commit not in self._beyond

    @cached_property
    def _beyond(self) -> frozenset[str]:
        """The commits of this history that do not lead to the trusted side, or may not."""
        if self.head in (None, self.trusted):
            return frozenset()
        try:
            return frozenset(self.records.repository.commits_beyond([self.head], [self.trusted]))
        except CannotRun:  # history has a hole
            return frozenset(self.seen.history.commits)

    @cached_property
    def _consented_since(self) -> frozenset[str]:
        """The ids of records for which something is consented to that nobody has reviewed."""
        consents = self.seen.history.consents
        return frozenset(consent.id for oid, consent in consents if not self._leads(oid))

    @cached_property
    def _before(self) -> History:
        history = self.seen.history
        consents = tuple(each for each in history.consents if self._leads(each[0]))
        return replace(history, consents=consents)

    @cached_property
    def _among_reviewed_people(self) -> History:
        people = self.records.repository.people(self.trusted)
        config, mailmap = self.records.settings.config, self.seen.trusted.mailmap
        return replace(self._before, people=build_people(config, mailmap, people))


def _dimmed(verdict: Verdict) -> Verdict:
    return verdict if verdict.trust is Trust.DISPUTED else replace(verdict, trust=Trust.UNKNOWN)
