"""Watches records: judges what was saved, and commits what was left alone (DESIGN 11)."""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING

from sgm_git.errors import SgmError
from sgm_git.findings import Severity
from sgm_git.workflows.watching import parts
from sgm_git.workflows.watching.holding import Holding
from sgm_git.workflows.watching.keeping import Keeper
from sgm_git.workflows.watching.looking import Looker, is_trust
from sgm_git.workflows.watching.origins import Origins
from sgm_git.workflows.watching.saved import judge_saved
from sgm_git.workflows.watching.seen import Seen
from sgm_git.workflows.watching.settling import Settling
from sgm_git.workflows.watching.telling import Teller

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.workflows.watching.event import Event
    from sgm_git.workflows.watching.heard import Heard, Observer
    from sgm_git.workflows.watching.saved import Judgement
    from sgm_git.workflows.watching.settling import Look, Settled
    from sgm_git.workflows.watching.syncing import Syncing
    from sgm_git.workflows.watching.warming import Warming
    from sgm_git.workflows.watching.wish import Wish

_AT_ONCE = 200  # records that are judged in one go
_IDLE = 1.0  # seconds between two looks at what git does


class Watch:
    """A watch of one work tree: ``begin``, then ``step`` for whatever is heard, until it ends.

    ``clock`` gives seconds of a steady clock. Whatever git or a file refuses is told, and the
    watch goes on.
    """

    def __init__(
        self,
        records: Records,
        wish: Wish,
        tell: Callable[[Event], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.records = records
        self._wish = wish
        self._clock = clock
        self._teller = Teller(tell, records.now)
        self._settling = Settling(wish.patience if wish.commits else wish.patience.to_judge())
        self._looker = Looker(records)
        self._seen = Seen()
        self._keeper = Keeper(self._teller, wish.patience.pause)
        self._origins = Origins(records.repository)
        self._holding = Holding(self._teller)
        self._warming: Warming | None = None
        self._head = records.repository.head()
        self._gone: frozenset[str] = frozenset()
        self._rescan: float | None = None
        self._rested = 0.0  # no step before, after one that failed
        self._syncing: Syncing | None = None
        if wish.syncs:
            self._syncing = parts.syncing.Syncing(self._teller, wish.every, clock())
        if wish.warms:
            self._warming = parts.warming.Warming(lambda: parts.warming.bring_up(self.records))

    def begin(self) -> None:
        """Look at what differs from HEAD already: it is judged, but was not seen to change."""
        now = self._clock()
        differing = self._looker.differing()
        if self._wish.once:
            self._settling.hear(differing, now)
        else:
            looks = dict(self._seen.keep(self._looker.looks(differing)))
            self._origins.begin(looks)
            self._teller.begun()
            self._judge(looks, now)
            if self._warming is not None:
                self._warming.wish(now)

    @property
    def is_done(self) -> bool:
        """Whether a watch that looks once has seen everything."""
        syncs = self._syncing is not None and self._syncing.is_busy
        return self._wish.once and not len(self._settling) and not syncs

    @property
    def has_errors(self) -> bool:
        """Whether errors were told of that stand."""
        told = self._teller.standing()
        return any(each.severity is Severity.ERROR for each in told)

    def note(self, notes: Sequence[str]) -> None:
        """Tell what a person should know, each thing once."""
        self._teller.notes(notes)

    def wait(self) -> float:
        """For how many seconds nothing is to be done unless something is heard."""
        now = self._clock()
        if self._holding.pause is not None:
            return self._holding.pause
        soonest = max(min(self._dues(now), default=now + _IDLE), self._rested)
        return min(max(soonest - now, 0.0), _IDLE)

    def step(self, heard: Heard) -> None:
        """Take in what was heard, and do what is due."""
        now = self._clock()
        if self._warming is not None:
            self._teller.notes(self._warming.notes(now))
        try:
            self._take(heard, now)
            if self._is_awake(now) and not self._is_held(now):
                self._act(now)
        except SgmError as error:
            self._teller.note(error.message, error.hint)
            self._settling.hold(now)
            self._rested = now + _IDLE

    def end(self) -> None:
        """Let nothing go on beside this, within about a second."""
        if self._syncing is not None:
            self._syncing.end(self.records)

    def _is_awake(self, now: float) -> bool:
        """Whether anything is to be done, so that who waits asks git for nothing."""
        if now < self._rested:
            return False
        is_stuck = self._syncing is not None and self._syncing.is_stuck
        is_held = self._holding.pause is not None
        return is_stuck or is_held or any(each <= now for each in self._dues(now))

    def _dues(self, now: float) -> list[float]:
        """The times at which something is to be done."""
        besides = () if self._settling.unsettled(now) else (self._syncing, self._warming)
        others = [each.due() for each in besides if each is not None]
        dues = (self._settling.next(), self._rescan, *others)
        return [each for each in dues if each is not None]

    def _take(self, heard: Heard, now: float) -> None:
        paths = {path for path in heard.paths if self._looker.concerns(path)}
        self._settling.hear(paths, now)
        self._origins.heard(paths)
        if heard.is_all:
            self._rescan = now + self._wish.patience.quiet

    def _is_held(self, now: float) -> bool:
        """Whether git is at work; when it was, all that waits begins anew."""
        was_held = self._holding.pause is not None
        if self._holding.look(self.records, now):
            return True
        if was_held:
            self._settling.hold(now)
        self._follow(now)
        return False

    def _follow(self, now: float, *, is_moved: bool = False) -> None:
        """Go along where HEAD went: what was an edit may be none now, and the other way round.

        ``is_moved``: it did, even if a commit made since has hidden that.
        """
        self._teller.go_on()
        head = self.records.repository.head()
        if head.ref != self._head.ref:
            self._origins.switched(self._settling.waiting())
        if head != self._head:
            self._settling.hold(now)
        if head != self._head or is_moved:
            self._head = head
            self._renew()
            self._find(self._teller.open_paths(), now)

    def _find(self, paths: Sequence[str], now: float) -> None:
        """Look at what nobody has heard of, but may be otherwise now."""
        self._origins.found(paths)
        self._settling.hear(paths, now)

    def _renew(self) -> None:
        """Read the settings again; those that cannot be read leave the former ones."""
        fresh = self.records.afresh()
        try:
            self._teller.notes(fresh.settings.notes)
        except SgmError as error:
            self._teller.note(f"judged by the former settings: {error.message}", error.hint)
            return
        self.records = fresh
        self._looker = Looker(fresh)

    def _act(self, now: float) -> None:
        if self._rescan is not None and now >= self._rescan:
            self._rescan = None
            self._find(self._seen.changed(self._looker.looks(self._unheard())), now)
        settled, resting = self._come_to_rest(now)
        self._take_settled(settled, now)
        if self._wish.commits:
            self._commit({each.path: each.look for each in resting}, now)
        if self._warming is not None and not self._settling.unsettled(now):
            self._warming.act(now)
        if self._syncing is not None:
            self._sync(self._syncing, now)

    def _take_settled(self, settled: Iterable[Settled], now: float) -> None:
        """Judge the records that have settled, by new settings where a trust file has."""
        found = {each.path: each for each in settled}
        self._origins.settled(found)
        records = {path: each for path, each in found.items() if not is_trust(path)}
        if len(records) < len(found):
            self._renew()
        self._keeper.heard |= {path: each.heard for path, each in records.items()}
        self._judge({path: each.look for path, each in records.items()}, now)

    def _unheard(self) -> set[str]:
        """What may have changed without a word: what differs, and what was told of."""
        return {*self._looker.differing(), *self._teller.open_paths()}

    def _come_to_rest(self, now: float) -> tuple[list[Settled], list[Settled]]:
        """Look at what is due; give what has settled, and what rests."""
        looks = self._seen.keep(self._looker.looks(self._settling.due(now)))
        looked = (self._settling.look(path, look, now) for path, look in looks)
        came = [each for each in looked if each is not None]
        return [each for each in came if not each.rests], [each for each in came if each.rests]

    def _judge(self, looked: dict[str, Look | None], now: float) -> None:
        """Judge what has settled, and tell of it."""
        remaining = iter(looked.items())
        while part := dict(islice(remaining, _AT_ONCE)):
            entries = self._read(part, now)
            if entries:
                self._tell(entries, self._judgement(entries))
        if looked and self._warming is not None:
            self._warming.wish(now)

    def _read(self, looked: dict[str, Look | None], now: float) -> dict[str, Entry | None]:
        """Read what has settled; what is another by now begins anew."""
        entries = self._looker.entries(looked.items())
        self._settling.hear(looked.keys() - entries.keys(), now)
        return entries

    def _judgement(self, entries: dict[str, Entry | None]) -> Judgement:
        saved = {**dict.fromkeys(self._gone), **entries}
        found = judge_saved(self.records, saved, self.records.now(), entries)
        self._gone = (self._gone - entries.keys()) | found.gone
        return found

    def _tell(self, entries: dict[str, Entry | None], judgement: Judgement) -> None:
        self._teller.notes(judgement.notes)
        for path in entries:
            verdict = judgement.verdicts.get(path)
            if verdict is not None:
                self._teller.judged(path, verdict.entry.id, verdict.part.findings)
            elif path in judgement.gone:
                self._teller.gone(path)
            else:
                self._teller.as_committed(path)
                self._keeper.heard.pop(path, None)

    def _commit(self, resting: dict[str, Look | None], now: float) -> None:
        """Commit what rests, one record at a time; what went is told last: it may have moved."""
        for path in filter(is_trust, resting):
            self._keeper.leave_trust(self.records, path)
        crowd = self._keeper.leave_crowd(resting)
        left = {path for path in resting if is_trust(path) or path in crowd}
        left |= self._origins.was_there(resting)
        looked = {path: look for path, look in resting.items() if path not in left}
        entries = self._read(looked, now)
        doubts = self._origins.doubts(entries)
        for path in sorted(entries, key=lambda path: (entries[path] is None, path)):
            alone = self._judgement({path: entries[path]})
            if path in doubts:
                self._keeper.leave(path, alone, doubts[path])
            elif (again := self._keeper.keep(self.records, path, alone)) is not None:
                self._settling.hear([path], now + again)
        self._head = self.records.repository.head()
        self._keeper.forget(now)

    def _sync(self, syncing: Syncing, now: float) -> None:
        """Sync when it is time, but begin it not while anybody types."""
        if self._keeper.committed_since():
            syncing.wish(now)
        if syncing.take(self.records):
            self._follow(now, is_moved=True)
        syncing.follow(self.records.repository.head(), now)
        if not self._settling.unsettled(now):
            syncing.act(self.records, now)


def run(watch: Watch, observer: Observer) -> None:
    """Watch until there is nothing left to do; only a signal ends what goes on."""
    watch.begin()
    while not watch.is_done:
        heard = observer.take(watch.wait())
        watch.note(observer.notes)
        watch.step(heard)
