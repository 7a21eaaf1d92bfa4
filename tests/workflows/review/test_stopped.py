"""What is no record any more by the roots and ignores that arrive is told as gone, and where."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.report.review.objects import review_object
from sgm_git.report.review.text import review_lines
from sgm_git.workflows.check import Selection
from sgm_git.workflows.check_range import check_range
from sgm_git.workflows.review.model import what_became_of
from tests.store.support import NOW
from tests.workflows.review.branch import Branch, kinds, marks, path_of, told

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.record.value import JsonObject

_SETTLED = marks(status="accepted")
_THERE: dict[str, JsonObject] = {"rule-a": {}, "dec-a": {"annotations": _SETTLED}, "fact-a": {}}
_ELSEWHERE = 'format = 1\n[[root]]\npath = "mem2"\n'
_IGNORING = 'format = 1\n[store]\nignore = ["rule-a.md"]\n'
_CUSTOM = '[[root]]\npath = "memory"\n[store]\nignore = []\n'


def _deleted(branch: Branch, engine: Engine = "git") -> list[str]:
    ends, repository = ("main", "topic"), open_repository(branch.box.path, engine)
    found = check_range(repository, ends, NOW, Selection()).findings
    return [each.path for each in found if each.code == "K406"]


def test_a_root_that_moves_away_takes_its_records(tmp_sandbox: Path, engine: Engine) -> None:
    branch = Branch(tmp_sandbox, _THERE)
    branch.box.write(".sgm/config.toml", _ELSEWHERE)
    review = branch.review(engine=engine)
    assert {each.diff.entry.id: what_became_of(each) for each in review.records} == dict.fromkeys(
        ("rule-a", "dec-a", "fact-a"), "removed"
    )
    assert kinds(review, "rule-a") == ["unbinds"]
    assert review.records[0].diff.entry.id == "rule-a"
    assert all(each.after is None and each.concerns == () for each in review.records[1:])
    assert {each.left_at for each in review.records} == set(map(path_of, _THERE))
    assert _deleted(branch, engine) == sorted(map(path_of, _THERE))


def test_an_ignore_takes_just_what_it_matches(tmp_sandbox: Path, engine: Engine) -> None:
    branch = Branch(tmp_sandbox, _THERE)
    branch.put("fact-a", content="Other.\n")
    branch.box.write(".sgm/config.toml", _IGNORING)
    review = branch.review(engine=engine)
    became = {each.diff.entry.id: what_became_of(each) for each in review.records}
    assert became == {"rule-a": "removed", "fact-a": "changed"}
    assert path_of("rule-a") in told(review, "rule-a").concerns[0].text
    assert _deleted(branch, engine) == [path_of("rule-a")]


def test_what_changes_and_is_ignored_is_gone_too(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, _THERE)
    branch.put("rule-a", content="Other.\n")
    branch.box.write(".sgm/config.toml", _IGNORING)
    assert kinds(branch.review(), "rule-a") == ["unbinds"]
    assert _deleted(branch) == [path_of("rule-a")]


def test_records_that_move_with_their_root_are_moved(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, _THERE)
    branch.box.write(".sgm/config.toml", _ELSEWHERE)
    branch.box.run("mv", "memory", "mem2")
    review = branch.review()
    assert review.counts == {"moved": 3}
    after = told(review, "rule-a").after
    assert after is not None
    assert after.binds


def test_a_copy_below_the_new_root_is_the_record(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"fact-a": {}})
    branch.box.write(".sgm/config.toml", _ELSEWHERE)
    branch.box.write("mem2/fact-a.md", (branch.box.path / path_of("fact-a")).read_bytes())
    (found,) = branch.review().records
    assert found.diff.moved_from == path_of("fact-a")


@pytest.mark.parametrize("text", ["Text.\n", "Other.\n"])
@pytest.mark.parametrize("place", ["docs/rule-a.md", "memory/rule/_rule-a.md"])
def test_a_file_that_leaves_the_roots_is_said_to_lie_elsewhere(
    tmp_sandbox: Path, place: str, text: str
) -> None:
    branch = Branch(tmp_sandbox, _THERE)
    branch.put("rule-a", content=text)
    branch.box.write(place, (branch.box.path / path_of("rule-a")).read_bytes())
    branch.remove("rule-a")
    found = told(branch.review(), "rule-a")
    assert found.left_at == place
    assert place in found.concerns[0].text


def test_what_is_deleted_lies_nowhere(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, _THERE)
    branch.remove("rule-a")
    found = told(branch.review(), "rule-a")
    assert found.left_at is None
    assert "is removed" in found.concerns[0].text


def test_a_configuration_that_goes_leaves_the_default_roots(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"rule-a": {}}, '[[root]]\npath = "mem2"\n')
    branch.box.write("mem2/rule-b.md", (branch.box.path / path_of("rule-a")).read_bytes())
    branch.commit()
    branch.box.run("branch", "-f", "main", "topic")
    (branch.box.path / ".sgm/config.toml").unlink()
    (found,) = branch.review().records
    assert (found.left_at, what_became_of(found)) == ("mem2/rule-b.md", "removed")


def test_a_branch_that_is_behind_takes_nothing_by_its_old_roots(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, _THERE)
    branch.box.run("checkout", "-q", "main")
    branch.box.write(".sgm/config.toml", f"format = 1\n{_CUSTOM}")
    branch.box.write("memory/rule/_rule-c.md", (branch.box.path / path_of("rule-a")).read_bytes())
    branch.commit("meanwhile")
    branch.box.run("checkout", "-q", "topic")
    branch.put("fact-b")
    assert branch.review().counts == {"added": 1}
    assert _deleted(branch) == []


def test_every_form_says_where_it_lies_and_repeats_nothing_of_it(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"rule-a": {"content": "Never on Fridays.\n"}})
    branch.box.write(".sgm/config.toml", _IGNORING)
    review = branch.review()
    text = "\n".join(review_lines(review))
    assert f"after: no record any more: its file lies in {path_of('rule-a')}" in text
    assert "Fridays" not in text
    assert f'"left_at": "{path_of("rule-a")}"' in json.dumps(review_object(review))
