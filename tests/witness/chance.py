"""Random histories: few names, paths and values, so that everything collides with everything."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.witness.support import Story, record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

PATHS = ("m/a.md", "m/b.md", "m/c.md", "n/a.md", "n/b.md", "m/lib/a.md", "o/a.md", "o/b.md")
NAMES = ("x", "y", "z")
_BROKEN = ("", "no record\n", "---\nid: x\n", "---\ntitle: [\n---\n")

_BODY_LINES = 7  # body, blank, "and", blank, "then", blank, tail

Files = dict[str, str]


@dataclass(frozen=True)
class Note:
    """What differs between the records of random histories."""

    id: str | None
    title: str = "a"
    body: str = "a"
    tail: str = "a"
    created: str | None = "1"
    stamp: str | None = None
    aliases: tuple[str, ...] = ()
    is_tidy: bool = False


@cache
def text_of(note: Note) -> str:
    """The file of a note; lines that may change stand far enough apart for a merge of texts."""
    quote = '"' if note.is_tidy else ""
    lines = ["---", *([f"id: {note.id}"] if note.id else []), "type: fact"]
    lines += ["# tidied" if note.is_tidy else "# as typed", "scope: {project: p}"]
    lines += [f"title: {quote}{note.title}{quote}"]
    lines += [f"aliases: [{', '.join(note.aliases)}]"] if note.aliases else []
    lines += ["x_one: 1", "x_two: 2", "provenance:", "  agent: ada", "  origin: cli"]
    lines += [f'  created_at: "{note.created}"'] if note.created else []
    lines += ["  scope: {project: p}"]
    lines += ["  modified: true", f'  modified_at: "{note.stamp}"'] if note.stamp else []
    lines += ["---", "", note.body, "", "and", "", "then", "", note.tail, ""]
    return "\n".join(lines)


@cache
def note_of(text: str) -> Note | None:
    """The note of a file, None where it cannot be read (or is none of ours)."""
    record = record_of(text)
    if record is None:
        return None
    provenance = record.get("provenance")
    lines = str(record.get("content")).split("\n")
    if not isinstance(provenance, dict) or len(lines) != _BODY_LINES:
        return None
    name, title, aliases = record.get("id"), record.get("title"), record.get("aliases", [])
    created, stamp = provenance.get("created_at"), provenance.get("modified_at")
    return Note(
        name if isinstance(name, str) else None,
        str(title),
        lines[0],
        lines[-1],
        created if isinstance(created, str) else None,
        stamp if isinstance(stamp, str) else None,
        tuple(str(each) for each in aliases) if isinstance(aliases, list) else (),
        "# tidied" in text,
    )


def edited(chance: Random, files: Mapping[str, str], past: Sequence[Mapping[str, str]]) -> Files:
    """Files after one to three of all that people do to them; ``past`` is what they bring back."""
    result = dict(files)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        chance.choice(_EDITS)(chance, result, past)
    return result


def merged(chance: Random, base: Mapping[str, str], sides: Sequence[Mapping[str, str]]) -> Files:
    """Files that a merge made of its sides: one side's, each path's from somewhere, or of both."""
    way = chance.randrange(4)
    if way == 0:
        return dict(chance.choice(sides))
    result: Files = {}
    for path in sorted({path for side in sides for path in side}):
        texts = [side.get(path) for side in sides]
        text = _merged_text(chance, base.get(path), texts, is_honest=way > 1)
        if text is not None:
            result[path] = text
    return result


def _merged_text(
    chance: Random, base: str | None, texts: Sequence[str | None], *, is_honest: bool
) -> str | None:
    if not is_honest:
        return chance.choice(texts)
    other = [text for text in texts if text != base]
    if len(set(other)) <= 1:
        return other[0] if other else base
    notes = [note_of(text) for text in other if text is not None]
    known = [note for note in notes if note is not None]
    root = note_of(base) if base is not None else None
    if root is None or len(known) < 2:
        return chance.choice(other)
    return text_of(_merged_note(chance, root, known))


def _merged_note(chance: Random, base: Note, sides: Sequence[Note]) -> Note:
    """What was changed on one side, and of what was changed on both sides something."""
    changed: dict[str, list[Any]] = {}
    for side in sides:
        for name, value in asdict(side).items():
            if value != getattr(base, name):
                changed.setdefault(name, []).append(value)
    return replace(base, **{name: chance.choice(values) for name, values in changed.items()})


def begun(chance: Random) -> Files:
    """The files of a first commit."""
    files: Files = {}
    for _ in range(chance.randrange(1, 6)):
        _add(chance, files, ())
    return files


def random_story(chance: Random, size: int) -> tuple[Story, str]:
    """A history of so many commits and its newest one."""
    story = Story()
    heads = [story.commit(begun(chance))]
    for _ in range(size - 1):
        act = chance.random()
        everything = list(story.snapshots)
        past = [story.files(chance.choice(everything))]
        if act < 0.06:
            heads.append(story.commit(edited(chance, {}, past)))
        elif act < 0.25:
            start = chance.choice(everything)
            heads.append(story.commit(edited(chance, story.files(start), past), start))
        elif act < 0.5 and len(heads) > 1:
            _merge(chance, story, heads, past)
        else:
            place = chance.randrange(len(heads))
            files = edited(chance, story.files(heads[place]), past)
            heads[place] = story.commit(files, heads[place])
    while len(heads) > 1:
        _merge(chance, story, heads, [story.files(heads[0])])
    if chance.random() < 0.15:
        _cut(chance, story)
    return story, heads[0]


def _cut(chance: Random, story: Story) -> None:
    """Lose what came before some commits: a shallow clone."""
    for oid in chance.sample(sorted(story.snapshots), chance.choice((1, 1, 2))):
        story.snapshots[oid] = replace(story.snapshots[oid], is_cut=True)


def _merge(
    chance: Random, story: Story, heads: list[str], past: Sequence[Mapping[str, str]]
) -> None:
    parents = chance.sample(heads, min(len(heads), chance.choice((2, 2, 2, 2, 3, 4))))
    if chance.random() < 0.15:  # a criss-cross, or a merge of what is merged already
        parents[-1] = chance.choice(list(story.snapshots))
    parents = list(dict.fromkeys(parents))
    common = set.intersection(*(story.reachable(each) for each in parents))
    base = story.files(max(common, key=_age)) if common else {}
    files = merged(chance, base, [story.files(each) for each in parents])
    if chance.random() < 0.3:
        files = edited(chance, files, past)
    heads[:] = [each for each in heads if each not in parents or chance.random() < 0.1]
    heads.append(story.commit(files, *parents))


def _age(oid: str) -> int:
    return int(oid[1:])


def _rewrite(change: Callable[[Random, Note], Note]) -> Callable[..., None]:
    def act(chance: Random, files: Files, _: Sequence[Mapping[str, str]]) -> None:
        notes = {path: note for path, text in sorted(files.items()) if (note := note_of(text))}
        if notes:
            path = chance.choice(list(notes))
            files[path] = text_of(change(chance, notes[path]))

    return act


def _new_note(chance: Random) -> Note:
    created = chance.choice(("1", "1", "2", None))
    name = chance.choice((*NAMES, *NAMES, *NAMES, None))
    return Note(name, title=chance.choice("ab"), created=created)


def _add(chance: Random, files: Files, _: object) -> None:
    files[chance.choice(PATHS)] = text_of(_new_note(chance))


def _remove(chance: Random, files: Files, _: object) -> None:
    if files:
        del files[chance.choice(sorted(files))]


def _rename(chance: Random, files: Files, _: object) -> None:
    if files:
        text = files.pop(chance.choice(sorted(files)))
        files[chance.choice(PATHS)] = text


def _copy(chance: Random, files: Files, _: object) -> None:
    if files:
        files[chance.choice(PATHS)] = files[chance.choice(sorted(files))]


def _split(chance: Random, files: Files, _: object) -> None:
    notes = [note for _, text in sorted(files.items()) if (note := note_of(text))]
    if notes:
        files[chance.choice(PATHS)] = text_of(
            replace(chance.choice(notes), id=chance.choice(NAMES))
        )


def _swap(chance: Random, files: Files, _: object) -> None:
    if len(files) > 1:
        one, other = chance.sample(sorted(files), 2)
        files[one], files[other] = files[other], files[one]


def _break(chance: Random, files: Files, _: object) -> None:
    if files:
        files[chance.choice(sorted(files))] = chance.choice(_BROKEN)


def _bring_back(chance: Random, files: Files, past: Sequence[Mapping[str, str]]) -> None:
    """Some of what stood there before: a revert, a mended file, a thing added again."""
    for former in past:
        for path in chance.sample(PATHS, 3):
            files.pop(path, None)
            if path in former:
                files[path] = former[path]


def _other_id(chance: Random, note: Note) -> Note:
    name = chance.choice(NAMES)
    former = (note.id,) if note.id and chance.random() < 0.7 else ()
    return replace(note, id=name, aliases=(*note.aliases, *former)[-2:])


_EDITS: tuple[Callable[[Random, Files, Sequence[Mapping[str, str]]], None], ...] = (
    _add,
    _add,
    _add,
    _remove,
    _rename,
    _rename,
    _copy,
    _split,
    _swap,
    _break,
    _bring_back,
    _bring_back,
    _rewrite(lambda chance, note: replace(note, title=chance.choice("abc"))),
    _rewrite(lambda chance, note: replace(note, body=chance.choice("abc"))),
    _rewrite(lambda chance, note: replace(note, tail=chance.choice("abc"))),
    _rewrite(lambda chance, note: replace(note, stamp=chance.choice(("3", "4", None)))),
    _rewrite(lambda _, note: replace(note, is_tidy=not note.is_tidy)),
    _rewrite(lambda chance, note: replace(note, created=chance.choice(("1", "2", None)))),
    _rewrite(lambda _, note: replace(note, id=None)),
    _rewrite(_other_id),
)
