"""The ways in which git commits a file of the work tree, and what else comes along in each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.matrix.support import CODE, STAGED, UNKNOWN, disturb

if TYPE_CHECKING:
    from tests.matrix.situations import Situation
    from tests.matrix.support import Bench, Outcome


@dataclass(frozen=True)
class Way:
    """How a record gets into a commit.

    ``is_staged``: by `git add` before. ``options`` come after `git commit`, ``names_path``: and
    then the record. ``takes``: what else goes into the commit. ``is_temporary``: the index that
    is committed is gone with a commit that is refused.
    """

    options: tuple[str, ...] = ()
    is_staged: bool = False
    names_path: bool = False
    takes: frozenset[str] = frozenset({STAGED})
    is_temporary: bool = False

    def commit(self, bench: Bench, path: str) -> Outcome:
        """Begin the commit."""
        names = ("--", path) if self.names_path else ()
        return bench.attempt("commit", "-q", "-m", "words", *self.options, *names)


ALONE: frozenset[str] = frozenset()
WAYS = {
    "commit": Way(is_staged=True),
    "-a": Way(("-a",), takes=frozenset({STAGED, CODE})),
    "PATH": Way(names_path=True, takes=ALONE, is_temporary=True),
    "--only": Way(("--only",), names_path=True, takes=ALONE, is_temporary=True),
    "--include": Way(("--include",), names_path=True),
    "--amend": Way(("--amend",), is_staged=True),
}


def prepare(bench: Bench, way: Way, situation: Situation) -> dict[str, bytes]:
    """Let a person edit a record, and let other work lie about; give that, by path."""
    bench.write(situation.path, situation.typed)
    if way.is_staged:
        bench.run("add", situation.path)
    elif bench.at("HEAD", situation.path) is None:
        bench.run("add", "-N", situation.path)
    work = disturb(bench)
    if CODE in way.takes:  # `commit -a` takes all that git knows: a broken record, too
        del work["memory/fact/fact-b.md"]
        bench.run("checkout", "-q", "--", "memory/fact/fact-b.md")
    bench.settle()
    return work


def assert_kept(bench: Bench, way: Way, work: dict[str, bytes]) -> None:
    """After a commit, other work is where it was: in it only what git takes along."""
    for name, data in work.items():
        assert bench.read(name) == data
    wanted = dict.fromkeys(work.keys() - {STAGED, UNKNOWN} - way.takes, " M")
    wanted |= {UNKNOWN: "??"} | ({} if STAGED in way.takes else {STAGED: "A "})
    assert bench.changed() == wanted
    assert (bench.at("HEAD", STAGED) == work[STAGED]) is (STAGED in way.takes)
