"""A path settles when it was left alone, and at no other time."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.workflows.watching.settling import Look, Patience, Settled, Settling

PATIENCE = Patience(quiet=0.2, pause=5.0)
ONE, OTHER = Look(1, 1, 1, "one"), Look(1, 1, 1, "other")


@dataclass
class World:
    """One file whose content is a number, and a machine that looks when it is due."""

    settling: Settling = field(default_factory=lambda: Settling(PATIENCE))
    now: float = 100.0
    content: int | None = 0
    changed: float = 0.0
    heard: float = 0.0

    def save(self, content: int | None, *, tells: bool) -> None:
        self.content, self.changed = content, self.now
        if tells:
            self.touch()

    def touch(self) -> None:
        self.heard = self.now
        self.settling.hear(["a.md"], self.now)

    def look(self) -> list[Settled]:
        written = round(self.changed * 1000)
        seen = None if self.content is None else Look(1, written, 1, str(self.content))
        due = self.settling.due(self.now)
        found = (self.settling.look(path, seen, self.now) for path in due)
        return [each for each in found if each is not None]


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["save", "save unheard", "touch", "delete", "look"]),
        st.floats(0.0, 6.0).map(lambda seconds: round(seconds, 2)),
        st.integers(0, 3),
    ),
    max_size=40,
)


@given(MOVES)
def test_nothing_settles_that_was_touched_or_changed_within_the_quiet_time(
    moves: list[tuple[str, float, int]],
) -> None:
    world = World()
    seen: list[tuple[float, int | None]] = []
    for move, seconds, content in moves:
        world.now += seconds
        match move:
            case "save":
                world.save(content, tells=True)
            case "save unheard":
                world.save(content, tells=False)
            case "delete":
                world.save(None, tells=True)
            case "touch":
                world.touch()
        settled = world.look()
        seen.append((world.now, world.content))
        for each in settled:
            alone = PATIENCE.pause if each.rests else PATIENCE.quiet
            assert world.now - world.heard >= alone - 1e-9
            assert each.heard >= world.heard
            before = [c for t, c in seen if t <= world.now - PATIENCE.quiet + 1e-9]
            assert before
            assert before[-1] == world.content


@given(MOVES)
def test_whatever_was_touched_settles_once_it_is_left_alone(
    moves: list[tuple[str, float, int]],
) -> None:
    world = World()
    for move, seconds, content in moves:
        world.now += seconds
        if move != "look":
            world.save(content, tells=True)
        world.look()
    world.touch()
    found: list[Settled] = []
    for _ in range(100):
        due = world.settling.next()
        if due is None:
            break
        world.now = max(world.now, due)
        found += world.look()
    assert [each.rests for each in found] == [False, True]
    assert len(world.settling) == 0
    assert world.now - world.heard < 2 * PATIENCE.pause


def test_a_path_that_is_touched_again_settles_anew() -> None:
    settling = Settling(PATIENCE)
    settling.hear(["a"], 0.0)
    assert settling.look("a", ONE, 0.0) is None
    settling.hear(["a"], 0.1)
    assert settling.look("a", ONE, 0.2) is None
    assert settling.look("a", ONE, 0.3) is None
    assert settling.look("a", ONE, 0.45) == Settled("a", ONE, 0.1)


def test_other_content_without_an_event_begins_anew() -> None:
    settling = Settling(PATIENCE)
    settling.hear(["a"], 0.0)
    settling.look("a", ONE, 0.0)
    settling.look("a", ONE, 0.2)
    assert settling.look("a", OTHER, 5.0) is None
    assert settling.look("a", OTHER, 5.2) == Settled("a", OTHER, 5.0)
    assert settling.look("a", OTHER, 9.9) is None
    assert settling.look("a", OTHER, 10.0) == Settled("a", OTHER, 5.0, rests=True)


def test_what_is_held_back_begins_anew() -> None:
    settling = Settling(PATIENCE)
    settling.hear(["a"], 0.0)
    settling.look("a", ONE, 0.0)
    settling.hold(4.0)
    assert settling.due(4.0) == ["a"]
    assert settling.look("a", ONE, 4.0) is None
    assert settling.look("a", ONE, 4.2) == Settled("a", ONE, 4.0)


def test_a_path_that_is_not_due_is_not_taken() -> None:
    settling = Settling(PATIENCE)
    assert settling.look("a", ONE, 1.0) is None
    assert settling.next() is None
    settling.hear(["a", "b"], 1.0)
    settling.forget("b")
    assert len(settling) == 1
    assert settling.unsettled(1.0)
    assert not settling.unsettled(0.9)
