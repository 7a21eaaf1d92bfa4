"""A process that writes to a store, for the tests of many writers and of killed ones.

usage: python -m tests.store.writer FOLDER ENGINE NAME COUNT
Adds COUNT records of its own and counts up a record that all writers share; prints each write
that succeeded as soon as it is told so.
"""

from __future__ import annotations

import sys

from sgm_git.api import Actor, Store
from sgm_git.errors import Refused


def main() -> None:
    folder, engine, name, count = sys.argv[1:]
    store = Store.open(folder, engine=engine)  # type: ignore[arg-type]  # a word from a test
    actor = Actor(name, "cli")
    for number in range(int(count)):
        record_id = f"fact-{name}-{number}"
        with store.transaction(actor) as tx:
            tx.add({"id": record_id, "type": "fact", "content": "x" * 500})
        tell("added", record_id)
        count_up(store, actor)


def count_up(store: Store, actor: Actor) -> None:
    """Take what is there, add one, and try again whenever somebody was faster."""
    while True:
        seen = store.get("fact-shared")
        record = seen.record
        if record is None:
            raise AssertionError("the shared record cannot be read")
        value = record["x_count"]
        if not isinstance(value, int):
            raise AssertionError(f"x_count is {value!r}")
        try:
            with store.transaction(actor) as tx:
                tx.set("fact-shared", ("x_count",), value + 1, expect=seen.blob)
        except Refused as refusal:
            tell("lost", refusal.message)
        else:
            tell("counted", str(value + 1))
            return


def tell(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
