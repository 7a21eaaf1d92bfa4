"""The decision records of two public repositories, as they are."""

from __future__ import annotations

import pytest

from sgm_git.record.value import dumps
from sgm_git.workflows.importers import IMPORTERS, Draft, detect
from tests.support import CORPUS, needs_corpus
from tests.workflows.importers.support import folder, kinds, links, run

pytestmark = needs_corpus

PENDING = {6, 9, 13, 31, 33, 35}
NYGARD_STATUS = (
    {number: "accepted" for number in range(1, 40) if number != 34}
    | dict.fromkeys(PENDING | {36}, "proposed")
    | {3: "superseded", 4: "superseded"}
)
NYGARD_DATES = """
2017-06-30 1 2 3
2017-07-04 5 6 7 8 9 10 11
2017-07-05 12
2017-07-14 4 13 14 17
2017-07-19 16
2017-08-01 18
2017-08-02 19
2017-08-07 20
2017-08-14 21
2017-08-16 22 26
2017-08-18 23
2017-08-29 24
2017-09-04 25 27
2017-09-14 28 29
2017-09-15 30
2017-11-28 31
2018-03-06 15
2018-03-26 32
2018-09-26 33
2018-10-22 35
2019-01-23 36
2019-06-24 37
2019-10-17 38
2022-10-10 39
"""


def _by_number(name: str) -> dict[int, Draft]:
    drafts = run(name, folder(CORPUS / name))
    return {int(path[:4]): draft for path, draft in drafts.items()}


@pytest.mark.parametrize(("name", "count"), [("madr", 19), ("nygard", 38)])
def test_every_file_is_one_decision_with_its_body_unchanged(name: str, count: int) -> None:
    files = folder(CORPUS / name)
    assert detect(files) == name
    imported = IMPORTERS[name].read(files)
    assert not imported.skipped
    assert len(imported.drafts) == len(files) == count
    assert len({draft.record["id"] for draft in imported.drafts}) == count
    texts = {file.path: file.data.decode() for file in files}
    for draft in imported.drafts:
        assert draft.record["type"] == "decision"
        text = texts[draft.source_path]
        content = str(draft.record["content"])
        assert text.removesuffix("\n").endswith(content)
        assert len(content) > len(text) - 80


def test_nygards_statuses_are_those_of_the_files() -> None:
    drafts = _by_number("nygard")
    assert {n: kinds(d)["status"] for n, d in drafts.items()} == {
        number: [status] for number, status in NYGARD_STATUS.items()
    }
    own = {n: str(d.record["source_status"]).split("\n")[0] for n, d in drafts.items()}
    assert {n for n, words in own.items() if words == "Pending"} == PENDING
    assert (own[3], own[36], own[38]) == ("Partly superseded", "Proposed", "Approved")


def test_nygards_dates_are_those_of_the_files() -> None:
    drafts = _by_number("nygard")
    lines = [line.split() for line in NYGARD_DATES.split("\n") if line]
    assert {n: d.record["source_date"] for n, d in drafts.items()} == {
        int(number): date for date, *numbers in lines for number in numbers
    }
    assert all(d.created == f"{d.record['source_date']}T00:00:00Z" for d in drafts.values())


def test_nygards_records_name_each_other() -> None:
    drafts = _by_number("nygard")
    assert kinds(drafts[4])["superseded_by"] == ["decision-0015-dns-infrastructure"]
    assert {number: links(draft) for number, draft in drafts.items() if links(draft)} == {
        3: ["decision-0033-ip-ranges"],
        4: ["decision-0015-dns-infrastructure"],
        10: ["decision-0017-terraform-data-structure"],
        17: ["decision-0010-terraform-directory-structure"],
        33: ["decision-0003-aws-networking-outline"],
    }
    assert not any("supersedes" in kinds(draft) for draft in drafts.values())


def test_nygards_titles_have_no_numbers() -> None:
    titles = {number: draft.record["title"] for number, draft in _by_number("nygard").items()}
    assert titles[1] == "Record architecture decisions"
    assert titles[33] == titles[3] == "Networking Outline"
    assert titles[39] == "Non-GOV.UK domain policy"
    assert not any(str(title)[0].isdigit() for title in titles.values())


def test_a_reason_is_told_where_one_is_given() -> None:
    with_reason = {n for n, d in _by_number("nygard").items() if "rationale" in kinds(d)}
    assert with_reason == {11}
    assert all("rationale" in kinds(draft) for draft in _by_number("madr").values())


def test_madr_states_one_status_and_no_date() -> None:
    drafts = _by_number("madr")
    assert {n: kinds(d)["status"] for n, d in drafts.items() if "status" in kinds(d)} == {
        3: ["proposed"]
    }
    assert drafts[3].record["source_status"] == "on hold"
    assert all(draft.created is None for draft in drafts.values())
    assert all(draft.record["parent"] == "Decisions" for draft in drafts.values())
    assert {number: draft.record["nav_order"] for number, draft in drafts.items()} == {
        number: number for number in drafts
    }


def test_madr_titles_and_links() -> None:
    drafts = _by_number("madr")
    assert drafts[1].record["title"] == "Dual License the Work"
    assert drafts[14].record["title"] == 'Allow "neutral" arguments'
    assert links(drafts[8]) == ["decision-0013-use-yaml-front-matter-for-meta-data"]


@pytest.mark.parametrize("name", ["madr", "nygard", "okf"])
def test_importing_again_gives_the_same(name: str) -> None:
    files = folder(CORPUS / name)
    first, again = IMPORTERS[name].read(files), IMPORTERS[name].read(reversed(files))
    assert first == again
    assert [dumps(d.record) for d in first.drafts] == [dumps(d.record) for d in again.drafts]
