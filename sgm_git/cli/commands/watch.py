"""``sgm watch``."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from sgm_git.cli.notifying import Notifier
from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.signals import AskedToEndError
from sgm_git.cli.terminal import words_of
from sgm_git.errors import CannotRun, UsageError
from sgm_git.git.lock import held_alone
from sgm_git.report.escape import json_text
from sgm_git.report.watching import event_lines, event_notes, event_object, is_worth_telling
from sgm_git.workflows.watching import parts
from sgm_git.workflows.watching.heard import Heard
from sgm_git.workflows.watching.loop import Watch, run
from sgm_git.workflows.watching.settling import Patience
from sgm_git.workflows.watching.wish import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.cli.invocation import Invocation
    from sgm_git.store.records import Records
    from sgm_git.workflows.watching.event import Event
    from sgm_git.workflows.watching.heard import Observer


class _Options(TypedDict):
    commit: bool
    sync: bool
    program: str | None
    once: bool
    as_json: bool
    poll: bool
    pause: float
    every: float


@command("watch", example="sgm watch\nsgm watch --commit --sync --exec 'notify-send memory'")
@click.option("--commit", is_flag=True, help="Commit what was saved and left alone.")
@click.option("--sync", is_flag=True, help="Sync after commits, and from time to time.")
@click.option(
    "--exec", "program", metavar="CMD", help="Start this for each event: JSON on its input."
)
@click.option("--once", is_flag=True, help="Look at what differs from HEAD, and end.")
@click.option("--json", "as_json", is_flag=True, help="Tell events as JSON lines.")
@click.option("--poll", is_flag=True, help="Do not rely on the system to tell of changes.")
@click.option(
    "--pause",
    type=click.FloatRange(0.2, 3600),
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a record is left alone before it is committed.",
)
@click.option(
    "--every",
    type=click.FloatRange(1, 86400),
    default=300.0,
    show_default=True,
    metavar="SECONDS",
    help="How often to sync where nothing is committed.",
)
def watch(invocation: Invocation, **options: Unpack[_Options]) -> int:
    """Check records as they are saved, and commit them.

    Prints what a commit of each would be told, and where that is mended. With --commit, records
    that were saved while this runs and then left alone are committed, one by one, as git's user.
    Left to you, with a notice: what has errors, rules, changes of a decision's status or of what
    supersedes what, deletions, trust files, a text that shrank by more than half, more than 20
    records at once, what you have staged, what git itself put there (a stash), what was saved on
    another branch, and a record moved onto another. Ctrl-C ends it.
    """
    command_words = None if options["program"] is None else words_of(options["program"])
    if options["once"] and options["poll"]:
        raise UsageError("--once looks once, so there is nothing to poll")
    store = open_store(invocation)
    _refuse_unfit(store.records, options)
    place = store.repository.git_dir / "sgm" / "watch.lock"
    with held_alone(place) as other:
        if other is not None:
            raise CannotRun(
                f"another sgm watch runs here (process {other})", hint="end that one first"
            )
        notifier = None if command_words is None else Notifier(command_words, invocation.say)
        return _watched(invocation, store.records, options, notifier)


def _refuse_unfit(records: Records, options: _Options) -> None:
    """Raise CannotRun for what cannot be watched, or not be committed here."""
    records.top()
    engine = records.repository.engine
    if engine != "git" and (options["commit"] or options["sync"]):
        raise CannotRun("sgm watch --commit and --sync need git", hint="install git 2.30 or later")
    if options["commit"]:
        records.repository.identity()


def _watched(
    invocation: Invocation, records: Records, options: _Options, notifier: Notifier | None
) -> int:
    watching = Watch(records, _wish(options), _teller(invocation, options, notifier))
    observer: Observer | None = None
    is_asked = False
    try:
        observer = _observer(records, options)
        watching.note(observer.notes)
        run(watching, observer)
    except (KeyboardInterrupt, AskedToEndError):
        is_asked = True
    finally:
        watching.end()
        if observer is not None:
            observer.end()
        if notifier is not None:
            notifier.end(soon=is_asked)
    return int(options["once"] and not is_asked and watching.has_errors)


def _wish(options: _Options) -> Wish:
    patience = Patience(pause=options["pause"])
    once = options["once"]
    return Wish(options["commit"], options["sync"], once, not once, patience, options["every"])


def _observer(records: Records, options: _Options) -> Observer:
    if options["once"]:
        return _Nobody()
    folders = (*records.settings.roots.prefixes, ".sgm")
    return parts.observing.observe(records.top(), folders, polls=options["poll"])


class _Nobody:
    """Hears of nothing, for who looks once."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def take(self, seconds: float) -> Heard:
        """Let the time go by."""
        time.sleep(seconds)
        return Heard()

    def end(self) -> None:
        """Do nothing: there is nothing to end."""


def _teller(
    invocation: Invocation, options: _Options, notifier: Notifier | None
) -> Callable[[Event], None]:
    """Give what tells events on the streams, and to a program."""

    def tell(event: Event) -> None:
        """Tell one, now."""
        if options["as_json"]:
            invocation.jsonl([event_object(event)])
        else:
            invocation.lines(event_lines(event, invocation.style))
            invocation.say(*event_notes(event))
        sys.stdout.flush()
        if notifier is not None and is_worth_telling(event):
            notifier.tell(event.kind, json_text(event_object(event)).encode())

    return tell
