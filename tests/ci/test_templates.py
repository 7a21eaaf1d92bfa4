"""What our pipelines must be, whatever they do: plain to a forge, pinned, and deaf to strangers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib import metadata
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema.validators import validator_for

from sgm_git.resources import pipeline_text

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMAS = {
    "github-workflow.yml": "github-workflows",
    "github-action.yml": "github-actions",
    "gitlab.yml": "gitlab-ci",
}
NAMES = sorted(SCHEMAS)


def told(name: str) -> dict[str, Any]:
    found = yaml.safe_load(pipeline_text(name))
    assert isinstance(found, dict)
    return {("on" if key is True else key): value for key, value in found.items()}


def values(value: object, key: str) -> Iterator[str]:
    """All texts of a key, at any depth."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from [each] if name == key and isinstance(each, str) else values(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from values(each, key)


def scripts(name: str) -> list[str]:
    found = told(name)
    if name == "gitlab.yml":
        return list(found["memory-review"]["script"])
    return list(values(found, "run"))


@pytest.mark.parametrize("name", NAMES)
def test_a_script_holds_no_expression(name: str) -> None:
    assert scripts(name)
    assert not [script for script in scripts(name) if "${{" in script]


@pytest.mark.parametrize("name", NAMES)
def test_an_action_of_others_is_named_by_its_commit(name: str) -> None:
    text = pipeline_text(name)
    others = [line for line in text.splitlines() if "uses: actions/" in line]
    assert len(others) == (2 if name == "github-workflow.yml" else 0)
    for line in others:
        assert re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)


def test_the_token_may_read_and_comment_and_no_more() -> None:
    workflow = told("github-workflow.yml")
    assert workflow["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert list(values(workflow, "permissions")) == []
    assert "pull_request_target" not in pipeline_text("github-workflow.yml")
    assert "secrets." not in "".join(map(pipeline_text, NAMES))


def test_only_steps_that_need_the_token_are_given_it() -> None:
    steps = told("github-action.yml")["runs"]["steps"]
    given = [step["name"] for step in steps if "inputs.token" in str(step["env"])]
    assert given == ["Fetch the change", "Comment"]


def test_it_runs_for_all_that_may_be_required() -> None:
    triggers = told("github-workflow.yml")["on"]
    assert list(triggers) == ["pull_request", "merge_group", "push"]
    assert "edited" in triggers["pull_request"]["types"]
    assert not list(values(triggers, "paths"))


@pytest.mark.parametrize("name", NAMES)
def test_its_form_is_the_one_that_is_published(name: str) -> None:
    try:
        folder = metadata.distribution("check-jsonschema")
    except metadata.PackageNotFoundError:
        pytest.skip("check-jsonschema, which has the schemas of the forges, is not installed")
    place = f"check_jsonschema/builtin_schemas/vendor/{SCHEMAS[name]}.json"
    schema = json.loads(str(folder.read_text(f"../{place}")))
    validator = validator_for(schema)(schema)
    assert [error.message for error in validator.iter_errors(told(name))] == []


@pytest.mark.parametrize("name", NAMES)
def test_shellcheck_has_nothing_to_say(name: str) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    shell = "sh" if name == "gitlab.yml" else "bash"
    for script in scripts(name):
        done = subprocess.run(
            ["shellcheck", f"--shell={shell}", "-"],
            input=script,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.stdout == ""
