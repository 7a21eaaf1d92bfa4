"""What a sync stands on: the records, the exchange with remotes, and the two branches."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.exchange.exchange import Exchange
from sgm_git.git.exchange.values import Driver
from sgm_git.git.lock import repository_lock
from sgm_git.store.unfinished import ways_out
from sgm_git.store.writing import Writer
from sgm_git.workflows.merging.registering import attribute_lines, driver_command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.exchange.values import Upstream
    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.model import SyncWish, World

BRANCHES = "refs/heads/"
OURS = ("merge", "rebase")
"""What ``sgm sync`` leaves under way where it stops, and can bring to its end."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A sync's surroundings; ``upstream`` is the branch at the remote."""

    records: Records
    exchange: Exchange
    upstream: Upstream
    wish: SyncWish
    world: World

    @property
    def branch(self) -> str:
        """The branch at the remote by its short name."""
        return self.upstream.branch.removeprefix(BRANCHES)

    @property
    def there(self) -> str:
        """The branch at the remote as people name it, such as ``origin/main``."""
        return f"{self.upstream.remote}/{self.branch}"

    def head(self) -> str | None:
        """The commit that is checked out now."""
        return self.records.repository.head().oid

    def driver(self) -> Driver:
        """How records are merged, whatever this clone has been told."""
        return driver_of(self.records)


def begun(records: Records, wish: SyncWish, world: World) -> Ground:
    """Find out where a sync would go to; a write that died is undone first.

    Raises CannotRun where there is nothing to sync from here, UsageError for a remote's name that
    is none.
    """
    records.top()
    with quiet(records):
        exchange = Exchange.of(records.repository)
        return Ground(records, exchange, exchange.upstream(wish.remote), wish, world)


def driver_of(records: Records) -> Driver:
    """The merge driver for the records of these roots."""
    roots = [root.path for root in records.settings.config.roots]
    return Driver(driver_command(), attribute_lines(roots))


@contextmanager
def quiet(records: Records) -> Iterator[None]:
    """Hold the store's lock, with nothing half done; raises CannotRun where git has begun a thing.

    Whoever writes meanwhile waits.
    """
    with repository_lock(records.repository.common_dir):
        Writer(records).recover()
        under_way = records.repository.unfinished()
        if under_way in OURS:
            raise CannotRun(
                f"a {under_way} is not finished",
                hint="resolve and git add what is in conflict, then sgm sync --continue; or give it"
                f" up: sgm sync --abort (git {under_way} --continue and --abort do as well)",
            )
        if under_way is not None:
            raise CannotRun(f"a {under_way} is not finished", hint=ways_out(under_way))
        yield
