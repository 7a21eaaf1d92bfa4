"""What a pipeline is run for, by the variables that GitHub Actions and GitLab CI set.

GitHub's are taken by the other forges too that run its actions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.record.value import loads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject, JsonValue

_OID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_REMOTE = "refs/remotes/origin/"
_PULLS = ("pull_request", "pull_request_target")


@dataclass(frozen=True, slots=True)
class Asked:
    """Object ids or full names of refs that may be the trusted end, and the tip; best first."""

    what: str
    trusted: tuple[str, ...]
    tip: tuple[str, ...]


def asked_for(environment: Mapping[str, str]) -> Asked | None:
    """Give what is to be reviewed; None outside of a pipeline, and in one that has no range.

    Raises CannotRun where the pipeline's own account of it cannot be read, and where a branch was
    deleted.
    """
    if environment.get("GITHUB_ACTIONS") == "true":
        return _github(environment)
    return _gitlab(environment) if environment.get("GITLAB_CI") == "true" else None


def _github(environment: Mapping[str, str]) -> Asked | None:
    name = environment.get("GITHUB_EVENT_NAME")
    if name in _PULLS:
        pull = _part(_event(environment), "pull_request")
        trusted = (*_oids(_part(pull, "base").get("sha")), *_ref(environment, "GITHUB_BASE_REF"))
        return Asked("this pull request", trusted, _oids(_part(pull, "head").get("sha")))
    if name == "merge_group":
        group = _part(_event(environment), name)
        ends = (_oids(group.get(key)) for key in ("base_sha", "head_sha"))
        return Asked("this merge group", *ends)
    return _pushed(_event(environment)) if name == "push" else None


def _pushed(event: JsonObject) -> Asked:
    """A push; one that made its branch is beside the default branch."""
    default = _part(event, "repository").get("default_branch")
    return _moved(event.get("before"), event.get("after"), default)


def _gitlab(environment: Mapping[str, str]) -> Asked:
    get = environment.get
    target = _ref(environment, "CI_MERGE_REQUEST_TARGET_BRANCH_NAME")
    if not target:
        return _moved(get("CI_COMMIT_BEFORE_SHA"), get("CI_COMMIT_SHA"), get("CI_DEFAULT_BRANCH"))
    merged, base = (
        _oids(get(f"CI_MERGE_REQUEST_{end}_SHA")) for end in ("TARGET_BRANCH", "DIFF_BASE")
    )
    tip = (*_oids(get("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA")), *_oids(get("CI_COMMIT_SHA")))
    return Asked("this merge request", (*merged, *target, *base), tip)


def _moved(before: JsonValue, after: JsonValue, default: JsonValue) -> Asked:
    """A branch that went from one commit to another."""
    tip = _oids(after)
    if not tip and isinstance(after, str) and after:
        raise CannotRun("this pipeline is run for a branch that was deleted: there is no tip")
    trusted = _oids(before)
    if not trusted and isinstance(default, str) and default:
        trusted = (f"{_REMOTE}{default}",)
    return Asked("this push", trusted, tip)


def _event(environment: Mapping[str, str]) -> JsonObject:
    """The event as the forge wrote it to a file."""
    place = environment.get("GITHUB_EVENT_PATH")
    if not place:
        raise CannotRun("GITHUB_EVENT_PATH is not set: nothing tells what this pipeline is run for")
    try:
        event = loads(Path(place).read_bytes())
    except OSError as error:
        raise CannotRun(f"cannot read GITHUB_EVENT_PATH, {place}: {error.strerror}") from error
    except ValueError as error:
        raise CannotRun(f"GITHUB_EVENT_PATH, {place}, is no JSON: {error}") from error
    return event if isinstance(event, dict) else {}


def _part(value: JsonObject, name: str) -> JsonObject:
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _oids(value: JsonValue) -> tuple[str, ...]:
    """An object id, if it is one that names something: all zeros name nothing."""
    is_one = isinstance(value, str) and _OID.fullmatch(value) and value.strip("0")
    return (value,) if isinstance(value, str) and is_one else ()


def _ref(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    branch = environment.get(name)
    return (f"{_REMOTE}{branch}",) if branch else ()
