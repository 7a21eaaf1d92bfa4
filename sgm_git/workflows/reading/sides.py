"""What counts as reviewed, and by whose word readers go (DESIGN section 2, "trusted side")."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.commits import short
from sgm_git.errors import CannotRun
from sgm_git.policy.config import CONFIG_PATH, ChecksConfig, Config
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.paths import Roots
from sgm_git.policy.schemas import build_schemas
from sgm_git.resources import schema_texts
from sgm_git.store.settings import schemas_of
from sgm_git.store.settings_at import roots_at
from sgm_git.store.trusted import Trusted, load_trusted
from sgm_git.witness.review import Side
from sgm_git.workflows.reading.warm import commit_of, trail_begin

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from sgm_git.policy.schemas import SchemaSet
    from sgm_git.workflows.reading.about import Step

TRUST_KEY = "sgm.trustRef"
_FETCH = f"git fetch, or git config {TRUST_KEY} NAME"
_READ = ("trust", "identities", "agents", "stale_after", "mcp")


class Lost(NamedTuple):
    """Why it cannot be told what is reviewed, and what a person can do about it."""

    why: str
    way_out: str


@dataclass(frozen=True, slots=True)
class TrustedSide:
    """The commit that readers trust, None where there is none, and the names that led to it.

    Without a remote it is HEAD: what is not committed went through nobody's hands. ``lost`` is
    there where the side is unresolved.
    """

    kind: Side
    oid: str | None
    trail: tuple[Step, ...]
    lost: Lost | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know."""
        if self.lost is None:
            return ()
        return (f"no rule binds: {self.lost.why}: {self.lost.way_out}; sgm doctor says more",)


def side_of(repository: Repository, head: str | None) -> TrustedSide:
    """Find the trusted side of a repository; ``head`` is HEAD's commit.

    Git config ``sgm.trustRef`` goes before all else; where it is not set, the trusted side itself
    may name another ref (``[trust] ref``). Raises CannotRun where git cannot tell.
    """
    begin = trail_begin(repository)
    ref = begin[1]
    if ref is None and repository.has_remote():
        return _lost((begin,), "no branch of a remote counts as reviewed", _FETCH)
    if ref is None:
        return _as_named(repository, TrustedSide(Side.NO_REMOTE, head, (begin,)))
    oid, is_set = _commit_of(repository, ref), bool(repository.config(TRUST_KEY))
    side = TrustedSide(Side.RESOLVED, oid, (begin, (ref, oid)))
    if oid is None:
        return _lost(side.trail, *_gone(ref, is_set=is_set))
    return side if is_set else _as_named(repository, side)


def _as_named(repository: Repository, side: TrustedSide) -> TrustedSide:
    """The side that the configuration of a side names, else that side itself."""
    named = _named(repository, side.oid)
    if not named:
        return side
    oid = _commit_of(repository, named)
    trail = (*side.trail, (named, oid))
    if oid is None:
        return _lost(trail, f"[trust] ref {named} is no commit here", _FETCH)
    return TrustedSide(Side.RESOLVED, oid, trail)


def _commit_of(repository: Repository, name: str) -> str | None:
    """As ``commit_of``; but where there is no ref of a full name, nothing stands in for it."""
    is_gone = name.startswith("refs/") and name not in repository.refs(name)
    return None if is_gone else commit_of(repository, name)


def _gone(ref: str, *, is_set: bool) -> Lost:
    if is_set:
        why = f"git config {TRUST_KEY} names {ref}, which is no commit here"
        return Lost(why, f"git fetch, or git config --unset {TRUST_KEY}")
    return Lost(f"{ref} is no commit here", "git fetch")


def _lost(trail: tuple[Step, ...], why: str, way_out: str) -> TrustedSide:
    return TrustedSide(Side.UNRESOLVED, None, trail, Lost(why, way_out))


def _named(repository: Repository, oid: str | None) -> str:
    """The ref that a commit's configuration trusts; empty where it names none that is a name."""
    named = _config(repository, oid)[0].trust.ref
    return "" if named.startswith("-") else named


def side_config(
    repository: Repository, side: TrustedSide, here: Config
) -> tuple[Config, tuple[str, ...]]:
    """Give the configuration that readers go by, and what a person should know of it.

    Roots and the like are those of ``here``; people, trust, checks of claims and the age at which
    a status is stale are the trusted side's. Where there is none, the defaults are.
    """
    theirs, notes = _config(repository, side.oid)
    checks = replace(theirs.checks, everywhere=ChecksConfig().everywhere, per_path={})
    taken = {name: getattr(theirs, name) for name in _READ}
    return replace(here, checks=checks, **taken), notes


def side_roots(repository: Repository, side: TrustedSide, here: Roots) -> Roots:
    """Give the roots of the trusted side, and behind them those that are ``here``.

    No configuration that nobody has reviewed takes a record away, or makes it another root's, and
    so another record.
    """
    if side.oid is None:
        return here
    theirs = roots_at(repository, side.oid) or Roots(Config().roots, Config().store.ignore)
    return here if theirs.digest == here.digest else replace(theirs, former=here)


def side_schemas(
    repository: Repository, side: TrustedSide, head: str | None, here: SchemaSet
) -> SchemaSet:
    """Give the schemas of the trusted side; those that are ``here`` are of the commit ``head``.

    A schema that nobody has reviewed faults no reviewed record.
    """
    if side.oid in (None, head):
        return here
    theirs = schemas_of(repository, side.oid)
    same = theirs == schemas_of(repository, head)
    return here if same else build_schemas(schema_texts(), theirs)


def side_word(repository: Repository, side: TrustedSide) -> Trusted:
    """Give what the trusted side says of people, signers and accepted findings."""
    return load_trusted(repository, side.oid, despite_faults=True)


def _config(repository: Repository, oid: str | None) -> tuple[Config, tuple[str, ...]]:
    """A commit's configuration; the defaults where it has none, or none that can be read."""
    if oid is None:
        return Config(), ()
    try:
        data = repository.read_path(oid, CONFIG_PATH)
        return parse_config(data, schema_texts(), path=f"{short(oid)}:{CONFIG_PATH}")[0], ()
    except CannotRun as error:
        return Config(), (f"defaults count for readers: {error.message}",)
