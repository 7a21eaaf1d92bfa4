"""Both pipelines with the sgm of this checkout, on a change that git does not bear out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.ci.programs import Programs, put_programs
from tests.ci.test_github import MARK, Hub
from tests.ci.test_gitlab import Lab
from tests.programs import sgm_call

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ci.origin import Origin

LATER = "2030-01-01T00:00:00Z"


@pytest.fixture
def programs(tmp_path: Path, venv: Path) -> Programs:
    return put_programs(tmp_path / "programs", venv, f"#!/bin/sh\n{sgm_call()}\n")


RULE_LATER = f"""---
id: rule-two
type: rule
title: Two
provenance:
  agent: Ada
  created_at: {LATER}
  origin: cli
  scope: {{}}
---

::error::Do two.
"""


def proposed(origin: Origin) -> tuple[str, str]:
    """A rule that was written after it was committed; and a record that is none any more."""
    base = origin.begin()
    origin.box.run("checkout", "-q", "--detach", base)
    origin.box.write("memory/rule-two.md", RULE_LATER)
    origin.box.write("memory/rule-one.md", "no record any more\n")
    tip = origin.box.commit("change")
    origin.box.run("update-ref", "refs/pull/7/head", tip)
    origin.box.run("checkout", "-q", "main")
    return base, tip


def test_on_github_it_is_annotated_summed_up_and_commented(
    origin: Origin, programs: Programs, tmp_path: Path
) -> None:
    base, tip = proposed(origin)
    run = Hub(origin, programs, tmp_path).pull(base, tip)
    assert run.status == 1
    assert "::error file=memory/rule-one.md," in run.log
    assert "::error::Do two" not in run.log
    assert int(run.outputs["errors"]) >= 1
    assert run.outputs["changed-records"] == "2"
    assert "rule-two" in run.summary
    assert programs.comment.startswith(f"{MARK}\n")
    assert "rule-two" in programs.comment
    assert "<html" in (run.temp / "memory-review.html").read_text()


def test_on_gitlab_it_is_shown_in_the_merge_request(
    origin: Origin, programs: Programs, tmp_path: Path
) -> None:
    base, tip = proposed(origin)
    lab = Lab(origin, programs, tmp_path)
    assert lab.merge_request(base, tip) == 1
    made = lab.box.path / "sgm"
    issues = json.loads((made / "codequality.json").read_text())
    assert "memory/rule-one.md" in {issue["location"]["path"] for issue in issues}
    assert "<testsuites " in (made / "junit.xml").read_text()
    assert "<html" in (made / "review.html").read_text()
    assert "rule-two" in lab.log
