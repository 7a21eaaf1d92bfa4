"""The configuration, schemas and roots that a repository's records are judged by."""

from __future__ import annotations

import stat
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.case import CheckPolicy
from sgm_git.checks.configuration import unknown_files
from sgm_git.errors import CannotRun
from sgm_git.git.protocol import MODE_LINK, MODE_SUBMODULE
from sgm_git.policy.config import CONFIG_PATH, SHARDED_LAYOUT, Config, judged_by
from sgm_git.policy.config_edit import with_layout
from sgm_git.policy.config_file import NewerFormatError, parse_config
from sgm_git.policy.paths import Roots
from sgm_git.policy.schemas import build_schemas
from sgm_git.policy.team import MAX_SCHEMA_BYTES
from sgm_git.record.times import Instant
from sgm_git.resources import schema_texts
from sgm_git.store.below import Below, OversizeError
from sgm_git.store.files import FileChange
from sgm_git.store.scan import blob_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from sgm_git.findings import Fault
    from sgm_git.git.protocol import IndexEntry, Repository, TreeEntry
    from sgm_git.policy.config import RootConfig
    from sgm_git.policy.schemas import SchemaSet

_FOLDER = ".sgm"
SCHEMAS_PATH = f"{_FOLDER}/schemas"
_SCHEMA_SUFFIX = ".json"
_MAX_CONFIG_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """What judges, and where it is said.

    ``written`` is the work tree's configuration as bytes, None where there is none.
    ``problems`` are faults of what stands in ``.sgm`` with their paths; ``notes``
    tell a person in which parts the work tree's configuration is not HEAD's, and which count.
    ``former`` are the roots that stood before: HEAD's where what is staged has others, the trusted
    side's where other ones arrive.
    """

    config: Config
    roots: Roots
    schemas: SchemaSet
    problems: tuple[tuple[str, Fault], ...]
    notes: tuple[str, ...]
    written: bytes | None = None
    former: Roots | None = None

    @property
    def either(self) -> Roots:
        """The roots, and behind them HEAD's: what is a record there is not let go unjudged."""
        return replace(self.roots, former=self.former)

    @property
    def text(self) -> str:
        """The work tree's configuration as text, for the places of what is wrong in it."""
        return (self.written or b"").decode("utf-8-sig")

    def policy(self, now: int) -> CheckPolicy:
        """What the checks go by, at a time in seconds since the epoch."""
        return CheckPolicy(self.config, self.schemas, Instant(now))


def load_settings(repository: Repository, *, despite_head: bool = False) -> Settings:
    """Read the settings of a repository (DESIGN section 2, "trusted side").

    Roots come from the work tree; what loosens a check, and the team's schemas, from HEAD. Files
    are never read through links. Raises CannotRun for a configuration that cannot be understood;
    ``despite_head``: not for a broken one of HEAD, in whose place the defaults count, which loosen
    nothing, until the one of the work tree is committed.
    """
    head = repository.head().oid
    bundled = schema_texts()
    committed = None if head is None else repository.read_path(head, CONFIG_PATH)
    top = repository.work_tree
    here = committed if top is None else _work_tree_config(top)
    config, faults = parse_config(here, bundled)
    differing: tuple[str, ...] = ()
    if here != committed:
        config, differing = _judged(config, committed, bundled, despite_head=despite_head)
    team = schemas_of(repository, head)
    schemas = build_schemas(bundled, team)
    problems = tuple((CONFIG_PATH, fault) for fault in faults)
    notes = tuple(f"{CONFIG_PATH}: {difference}" for difference in differing)
    if top is not None:
        listed = repository.list_files((_FOLDER,))
        problems += tuple(unknown_files(listed))
        notes += tuple(_uncommitted_schemas(repository, top, listed, team))
    roots = Roots(config.roots, config.store.ignore)
    return Settings(config, roots, schemas, problems, notes, here)


def staged_settings(repository: Repository) -> Settings:
    """Read the settings by which HEAD judges what is staged (DESIGN section 2, "trusted side").

    Roots, and what the configuration says of our own writes, come from the index; ``written`` is
    what stands there. The work tree is not looked at. Raises CannotRun for a configuration of the
    index that cannot be understood; in place of a broken one of HEAD the defaults count.
    """
    head, bundled = repository.head().oid, schema_texts()
    listed = [] if head is None else repository.list_tree(head, (_FOLDER,))
    staged = {each.path: each for each in repository.list_index((_FOLDER,)) if each.stage == 0}
    at_head = next((each for each in listed if each.path == CONFIG_PATH), None)
    committed = _stored_config(repository, at_head, None)
    here = _staged_config(repository, staged.get(CONFIG_PATH), at_head, committed)
    config, faults = parse_config(here, bundled)
    differing: tuple[str, ...] = ()
    former: Roots | None = None
    if here != committed:
        config, differing = _judged(config, committed, bundled, despite_head=True)
        former = _committed_roots(committed, bundled)
    schemas = build_schemas(bundled, read_schemas(repository, listed))
    problems = (*((CONFIG_PATH, fault) for fault in faults), *unknown_files(staged))
    notes = tuple(f"{CONFIG_PATH}: {difference}" for difference in differing)
    roots = Roots(config.roots, config.store.ignore)
    return Settings(config, roots, schemas, problems, notes, here, former)


def _committed_roots(committed: bytes | None, bundled: Mapping[str, str]) -> Roots:
    """The roots of HEAD's configuration; those of the defaults where it is none, or broken."""
    try:
        config, _ = parse_config(committed, bundled)
    except CannotRun:
        config = Config()
    return Roots(config.roots, config.store.ignore)


def _staged_config(
    repository: Repository,
    entry: IndexEntry | None,
    at_head: TreeEntry | None,
    committed: bytes | None,
) -> bytes | None:
    """The configuration of the index; raises CannotRun for a link, or what is too large."""
    if entry is None:
        return None
    if committed is not None and at_head is not None and entry.oid == at_head.oid:
        return committed
    found = _stored_config(repository, entry, _MAX_CONFIG_BYTES)
    if found is None:
        raise _no_plain_file()
    if len(found) > _MAX_CONFIG_BYTES:
        raise _oversize()
    return found


def _stored_config(
    repository: Repository, entry: TreeEntry | IndexEntry | None, limit: int | None
) -> bytes | None:
    """The bytes of a configuration that git has as a plain file; see ``read_blobs``."""
    if entry is None or entry.mode in (MODE_LINK, MODE_SUBMODULE):
        return None
    return next(repository.read_blobs([entry.oid], limit=limit))[1]


def _judged(
    here: Config, committed: bytes | None, bundled: Mapping[str, str], *, despite_head: bool
) -> tuple[Config, tuple[str, ...]]:
    """The configuration that counts beside HEAD's, and how the two differ."""
    if committed is None:
        return judged_by(here, None)
    try:
        trusted, _ = parse_config(committed, bundled, path=f"HEAD:{CONFIG_PATH}")
    except NewerFormatError:
        raise
    except CannotRun as error:
        if not despite_head:
            error.hint = f"the one of the work tree can be read: git commit {CONFIG_PATH}"
            raise
        note = f"until it is committed, defaults count in place of HEAD's: {error.message}"
        return judged_by(here, Config())[0], (note,)
    return judged_by(here, trusted)


def sharded(settings: Settings, root: RootConfig) -> tuple[Settings, FileChange] | None:
    """The settings with folders by shard for new records of a root, and the change that says so.

    None where the configuration is written in a way that only a person can change.
    """
    data = with_layout(settings.written, root, SHARDED_LAYOUT, schema_texts())
    if data is None:
        return None
    changed = replace(root, layout=SHARDED_LAYOUT)
    configured = tuple(changed if each == root else each for each in settings.config.roots)
    config = replace(settings.config, roots=configured)
    after = replace(
        settings, config=config, roots=Roots(configured, config.store.ignore), written=data
    )
    return after, FileChange(CONFIG_PATH, settings.written, data)


def _work_tree_config(top: Path) -> bytes | None:
    place = top / CONFIG_PATH
    try:
        is_file = stat.S_ISREG(place.lstat().st_mode) and not place.parent.is_symlink()
        if not is_file:
            raise _no_plain_file()
        with Below(top) as tree:
            return tree.read(CONFIG_PATH, _MAX_CONFIG_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OversizeError as error:
        raise _oversize() from error
    except OSError as error:
        raise CannotRun(f"cannot read {CONFIG_PATH}: {error.strerror}") from error


def _no_plain_file() -> CannotRun:
    return CannotRun(
        f"{CONFIG_PATH} is no plain file", hint="it is not read through links: replace it"
    )


def _oversize() -> CannotRun:
    return CannotRun(
        f"{CONFIG_PATH} is over the limit of {_MAX_CONFIG_BYTES:,} bytes",
        hint="sgm schema config says what may stand there",
    )


def _uncommitted_schemas(
    repository: Repository, top: Path, listed: Iterable[str], team: Mapping[str, bytes]
) -> Iterator[str]:
    """A note for every schema of the work tree that HEAD has otherwise or not at all."""
    with Below(top) as tree:
        for path in listed:
            if path.startswith(f"{SCHEMAS_PATH}/") and path.endswith(_SCHEMA_SUFFIX):
                data = _plain_file(tree, path)
                known = team.get(path)
                blob = None if known is None else repository.blob_id(known)
                if data is not None and blob_of(repository, path, data) != blob:
                    yield f"{path}: it counts once it is committed"


def _plain_file(tree: Below, path: str) -> bytes | None:
    try:
        return tree.read(path, MAX_SCHEMA_BYTES)
    except OSError:
        return None  # it does not count, whatever it holds


def schemas_of(repository: Repository, oid: str | None) -> dict[str, bytes]:
    """The team's schemas that a commit has, by path."""
    listed = [] if oid is None else repository.list_tree(oid, (SCHEMAS_PATH,))
    return read_schemas(repository, listed)


def read_schemas(
    repository: Repository, listed: Iterable[TreeEntry | IndexEntry]
) -> dict[str, bytes]:
    """The team's schemas among what a tree or the index lists, by path; no links."""
    entries = [
        entry
        for entry in listed
        if entry.path.startswith(f"{SCHEMAS_PATH}/")
        and entry.path.endswith(_SCHEMA_SUFFIX)
        and entry.mode not in (MODE_LINK, MODE_SUBMODULE)
    ]
    contents = repository.read_blobs([entry.oid for entry in entries], limit=MAX_SCHEMA_BYTES)
    return {entry.path: data for entry, (_, data) in zip(entries, contents, strict=True)}
