"""What the doctor says of pipelines, and only where it is so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.workflows.initialise import initialise
from sgm_git.workflows.pipelines import stamps
from sgm_git.workflows.pipelines.diagnosing import diagnose_pipelines

if TYPE_CHECKING:
    from sgm_git.workflows.pipelines.files import Forge
    from tests.support import GitSandbox

WORKFLOW = ".github/workflows/sgm.yml"
ACTION = ".github/actions/sgm/action.yml"
NO_PIPELINE = "no pipeline looks at what is proposed: hooks alone can be passed by"
LOOKED_AT = "what is proposed is looked at by"


def begin(sandbox: GitSandbox, *forges: Forge) -> None:
    initialise(sandbox.path, hooks=False, forges=forges)
    sandbox.commit()


def found(sandbox: GitSandbox) -> list[tuple[str, str, str | None]]:
    repository = open_repository(sandbox.path)
    return [(each.status, each.what, each.hint) for each in diagnose_pipelines(repository)]


def warnings(sandbox: GitSandbox) -> list[tuple[str, str | None]]:
    return [(what, hint) for status, what, hint in found(sandbox) if status == "warning"]


def own(sandbox: GitSandbox) -> None:
    sandbox.write(".github/CODEOWNERS", "/.github/ @ops\n/.sgm/ @ops\n")


def test_without_a_memory_or_a_forge_nothing_is_said(sandbox: GitSandbox) -> None:
    sandbox.write(WORKFLOW, "run: sgm check")
    assert found(sandbox) == []
    (sandbox.path / WORKFLOW).unlink()
    begin(sandbox)
    assert found(sandbox) == []


@pytest.mark.parametrize("forge", ["github", "gitlab"])
def test_a_forge_without_a_pipeline_is_a_warning(sandbox: GitSandbox, forge: str) -> None:
    begin(sandbox)
    sandbox.run("remote", "add", "origin", f"https://{forge}.example/acme/memory")
    assert found(sandbox) == [("warning", NO_PIPELINE, f"sgm init --ci {forge}")]


def test_a_server_of_ones_own_may_have_a_hook_instead(sandbox: GitSandbox) -> None:
    begin(sandbox)
    sandbox.run("remote", "add", "origin", "ssh://git.example/memory")
    said = f"{NO_PIPELINE}; sgm init --ci github|gitlab writes one"
    assert found(sandbox) == [("ok", said, None)]


@pytest.mark.parametrize("path", ["Jenkinsfile", ".ci/run", ".gitea/workflows/memory.yaml"])
def test_any_pipeline_that_starts_sgm_will_do(sandbox: GitSandbox, path: str) -> None:
    begin(sandbox)
    sandbox.write(path, "x\nsgm check --strict memory\n")
    sandbox.commit()
    assert found(sandbox) == [("ok", f"{LOOKED_AT} {path}", None)]


def test_where_all_is_well_it_says_which_squashes_keep_evidence(sandbox: GitSandbox) -> None:
    begin(sandbox, "github")
    own(sandbox)
    told = found(sandbox)
    assert [status for status, _, _ in told] == ["ok"] * 3
    assert told[0][1] == f"{LOOKED_AT} {WORKFLOW}"
    assert told[1][1] == "whoever changes the pipeline or .sgm/ needs an owner's agreement"
    assert '"Pull request title and commit details"' in told[2][1]


def test_gitlab_has_its_own_places(sandbox: GitSandbox) -> None:
    begin(sandbox, "gitlab")
    sandbox.write(".gitlab/CODEOWNERS", "[Trust] @ops\n.gitlab/\n.gitlab-ci.yml\n.sgm/\n")
    told = found(sandbox)
    assert [status for status, _, _ in told] == ["ok"] * 3
    assert "%{all_commits}" in told[2][1]


def test_a_pipeline_that_anybody_can_change_is_a_warning(sandbox: GitSandbox) -> None:
    begin(sandbox, "github")
    ((what, hint),) = warnings(sandbox)
    assert what.startswith(f"{WORKFLOW}, {ACTION}, .sgm/config.toml have no owner: ")
    assert hint is not None
    assert hint.startswith(f"name owners of /{WORKFLOW}, /{ACTION}, /.sgm/config.toml in .github/C")
    sandbox.write("CODEOWNERS", "/.github/ @ops\n")
    ((what, _),) = warnings(sandbox)
    assert what.startswith(".sgm/config.toml has no owner: ")
    sandbox.write(".github/CODEOWNERS", "/docs/ @ops\n")
    assert len(warnings(sandbox)) == 1


def test_files_of_ours_that_are_gone_or_old_are_warnings(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as other:
        other.setattr(stamps, "__version__", "0.0.1")
        begin(sandbox, "github")
    own(sandbox)
    (sandbox.path / ACTION).unlink()
    assert warnings(sandbox) == [
        (f"{WORKFLOW} is not as this sgm writes it", "sgm init --ci github"),
        (f"{ACTION} is gone: nothing is reviewed without it", "sgm init --ci github"),
    ]


def test_an_edited_file_is_no_fault(sandbox: GitSandbox) -> None:
    begin(sandbox, "github")
    own(sandbox)
    (sandbox.path / ACTION).write_text((sandbox.path / ACTION).read_text() + "# ours\n")
    said = f"{ACTION} was edited since sgm wrote it, and is left alone"
    assert ("ok", said, None) in found(sandbox)


def test_a_link_in_the_place_of_a_file_is_told(sandbox: GitSandbox) -> None:
    begin(sandbox, "github")
    (sandbox.path / ACTION).unlink()
    (sandbox.path / ACTION).symlink_to(sandbox.path / WORKFLOW)
    assert "problem" in [status for status, _, _ in found(sandbox)]


def test_the_hint_names_the_very_file_without_an_owner(sandbox: GitSandbox) -> None:
    begin(sandbox, "gitlab")
    sandbox.write("CODEOWNERS", "/.gitlab/ @ops\n/.sgm/ @ops\n")
    ((what, hint),) = warnings(sandbox)
    assert what.startswith(".gitlab-ci.yml has no owner: ")
    assert hint == "name owners of /.gitlab-ci.yml in CODEOWNERS, and require their review"


def test_a_pipeline_that_is_not_committed_reviews_nothing(sandbox: GitSandbox) -> None:
    initialise(sandbox.path, hooks=False, forges=["github"])
    own(sandbox)
    ((what, hint),) = warnings(sandbox)
    assert what == f"not committed, so that no forge runs it: {WORKFLOW}, {ACTION}"
    assert hint is not None
    assert hint.startswith(f"git add {WORKFLOW} {ACTION}, commit, ")
    assert LOOKED_AT not in str(found(sandbox))


def test_a_pipeline_that_the_trusted_ref_lacks_is_a_warning(sandbox: GitSandbox) -> None:
    before = sandbox.commit()
    sandbox.run("update-ref", "refs/remotes/origin/main", before)
    sandbox.run("config", "sgm.trustRef", "refs/remotes/origin/main")
    begin(sandbox, "github")
    own(sandbox)
    ((what, _),) = warnings(sandbox)
    assert what.startswith("not in refs/remotes/origin/main, ")
    assert what.endswith(f": {WORKFLOW}, {ACTION}")
    sandbox.run("update-ref", "refs/remotes/origin/main", "HEAD")
    assert warnings(sandbox) == []


def test_a_trusted_ref_that_leads_nowhere_stops_nothing(sandbox: GitSandbox) -> None:
    begin(sandbox, "github")
    own(sandbox)
    sandbox.run("config", "sgm.trustRef", "refs/remotes/origin/gone")
    assert ("ok", f"{LOOKED_AT} {WORKFLOW}", None) in found(sandbox)
