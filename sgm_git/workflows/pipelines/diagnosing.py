"""What the doctor says of pipelines: whether one reviews a change, and who can change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import SgmError
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.store.files import beginning
from sgm_git.workflows.diagnosis import Diagnosis
from sgm_git.workflows.pipelines.arrived import diagnose_arrival
from sgm_git.workflows.pipelines.files import FILES, GITLAB_CI, LEFT, look
from sgm_git.workflows.pipelines.owned import WHY, naming_owners, without_owner

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.pipelines.files import Forge

_LIMIT = 1 << 18  # bytes: no pipeline is larger
_PIPELINES: Mapping[Forge | None, tuple[str, ...]] = {
    "github": (".github/workflows/*.yml", ".github/workflows/*.yaml"),
    "gitlab": (GITLAB_CI, ".gitlab/*.yml", ".gitlab/ci/*.yml"),
    None: (
        *(".forgejo/workflows/*", ".gitea/workflows/*", ".circleci/config.yml", ".ci/*"),
        *("Jenkinsfile", "azure-pipelines.yml", "bitbucket-pipelines.yml", ".woodpecker.yml"),
    ),
}
_CALLS = (b"sgm check", b"sgm review", b"actions/sgm", b".gitlab/sgm.yml")
_NAMES: Mapping[Forge, str] = {"github": "GitHub", "gitlab": "GitLab"}
_SQUASH: Mapping[Forge, str] = {
    "github": (
        "a squash keeps SGM-Allow and SGM-Agent lines where its default message is"
        ' "Pull request title and commit details", loses them with the title or the description'
        " alone, and always loses signatures and other authors than the one who opened it"
    ),
    "gitlab": (
        "a squash keeps SGM-Allow and SGM-Agent lines where its template has"
        " %{all_commits}, loses them with the title alone, and always loses signatures and other"
        " authors than that of the merge request"
    ),
}


def diagnose_pipelines(repository: Repository) -> Iterator[Diagnosis]:
    """Whether a forge reviews what is proposed there, and whose agreement changes that.

    Nothing where there is no memory, or neither a remote nor a pipeline.
    """
    top = repository.work_tree
    if top is None or not (top / CONFIG_PATH).exists():
        return
    found = {forge: list(_calling(top, patterns)) for forge, patterns in _PIPELINES.items()}
    if any(found.values()):
        yield from _arrived(repository, top, found)
    elif repository.has_remote():
        yield _nothing(repository, top)
    for forge in FILES:
        yield from _of_forge(repository, top, forge, found[forge])


def _arrived(
    repository: Repository, top: Path, found: Mapping[Forge | None, list[str]]
) -> Iterator[Diagnosis]:
    """Whether the pipelines that are there, and what they need, are where a forge takes them."""
    pipelines = [path for each in found.values() for path in each]
    needed = [path for forge in FILES if found[forge] for path in _written(top, forge)]
    yield from diagnose_arrival(repository, pipelines, needed)


def _of_forge(
    repository: Repository, top: Path, forge: Forge, pipelines: list[str]
) -> Iterator[Diagnosis]:
    """What is said of a forge that has a pipeline."""
    if pipelines:
        yield from _ours(repository, top, forge)
        yield _owned(top, forge, pipelines)
        yield Diagnosis("ok", f"git does not tell how {_NAMES[forge]} merges: {_SQUASH[forge]}")


def _written(top: Path, forge: Forge) -> list[str]:
    """The files of ours that are there."""
    return [path for path in FILES[forge] if (top / path).exists()]


def _calling(top: Path, patterns: tuple[str, ...]) -> Iterator[str]:
    """The pipelines that start sgm, or take in what does."""
    for pattern in patterns:
        for path in sorted(top.glob(pattern)):
            text = beginning(path, _LIMIT)
            if any(call in text for call in _CALLS):
                yield path.relative_to(top).as_posix()


def _nothing(repository: Repository, top: Path) -> Diagnosis:
    """A warning where a forge would review; a server of one's own may have a hook that does."""
    what = "no pipeline looks at what is proposed: hooks alone can be passed by"
    url = repository.config("remote.origin.url") or ""
    for forge in FILES:
        if forge in url or (top / f".{forge}").is_dir():
            return Diagnosis("warning", what, f"sgm init --ci {forge}")
    return Diagnosis("ok", f"{what}; sgm init --ci github|gitlab writes one")


def _ours(repository: Repository, top: Path, forge: Forge) -> Iterator[Diagnosis]:
    """What has become of the files that we write, if one of them is there."""
    again = f"sgm init --ci {forge}"
    try:
        states = {path: look(repository, top, path)[0] for path in FILES[forge]}
    except SgmError as error:
        yield Diagnosis("problem", error.message, error.hint)
        return
    if set(states.values()) <= {"absent", "foreign"}:
        return
    for path, state in states.items():
        if state == "absent":
            yield Diagnosis("warning", f"{path} is gone: nothing is reviewed without it", again)
        elif state == "older":
            yield Diagnosis("warning", f"{path} is not as this sgm writes it", again)
        elif state != "current":
            yield Diagnosis("ok", f"{path} {LEFT[state]}")


def _owned(top: Path, forge: Forge, pipelines: list[str]) -> Diagnosis:
    """Whether somebody must agree to the change of a pipeline, and of what trust rests on."""
    bare = without_owner(top, forge, [*pipelines, *_written(top, forge)])
    if not bare:
        return Diagnosis("ok", "whoever changes the pipeline or .sgm/ needs an owner's agreement")
    what = f"{', '.join(bare)} {'has' if len(bare) == 1 else 'have'} no owner: {WHY}"
    return Diagnosis("warning", what, naming_owners(forge, bare))
