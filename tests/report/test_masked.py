"""No secret stands in what is shown of findings, documents and errors."""

from __future__ import annotations

from sgm_git.findings import Edit, Finding, Fix, Severity, Span
from sgm_git.record.value import dumps
from sgm_git.report.diff import diff_lines
from sgm_git.report.escape import visible, visible_block
from sgm_git.report.excerpt import excerpt
from sgm_git.report.findings import finding_line, finding_object
from tests.tokens import TOKEN, private_key

MASK = f"****{TOKEN[-4:]}"
PLACE = Span(2, 3, 2, 5)


def finding(**fields: object) -> Finding:
    """A finding in which a secret stands everywhere, but for the given fields."""
    whole: dict[str, object] = {
        "path": f"memory/{TOKEN}.md",
        "message": f"x was {TOKEN}",
        "span": PLACE,
        "pointer": f"/x/{TOKEN}",
        "id": TOKEN,
    }
    return Finding("K401", Severity.ERROR, **(whole | fields))  # type: ignore[arg-type]


def test_a_finding_shows_none_as_text_and_as_json() -> None:
    line = finding_line(finding())
    assert line == f"memory/{MASK}.md:2:3: K401 error: x was {MASK}"
    shown = finding_object(finding())
    assert (shown["path"], shown["pointer"], shown["id"]) == (
        f"memory/{MASK}.md",
        f"/x/{MASK}",
        MASK,
    )
    assert TOKEN[:-4] not in dumps(shown)


def test_a_fix_that_would_show_one_is_not_given() -> None:
    mends = Fix((Edit(PLACE, "a"), Edit(PLACE, f"x: {TOKEN}\n")))
    assert finding_object(finding(fix=mends))["fix"] is None
    assert finding_object(finding(fix=Fix((Edit(PLACE, "a"),))))["fix"] is not None
    assert finding_object(finding(fix=Fix(move_to=f"memory/{TOKEN}.md")))["fix"] is None


def test_an_excerpt_has_stars_of_the_same_length_in_its_place() -> None:
    source = f"a: 1\nx: {TOKEN} and 4111 1111 1111 1111\n{private_key()}\n"
    shown = excerpt(source, Span(2, 4, 2, 4 + len(TOKEN)))
    stars = "*" * (len(TOKEN) - 4) + TOKEN[-4:]
    assert shown[0] == f"2 | x: {stars} and {'*' * 15}1111"
    assert shown[1].strip(" |") == "^" * len(TOKEN)
    for number in range(3, 9):
        assert set(excerpt(source, Span(number, 1, number, 2))[0].partition("| ")[2]) == {"*"}


def test_a_diff_has_them_too_and_shows_every_change() -> None:
    before = f"a: 1\nx: {TOKEN}\n{private_key()}\n"
    lines = diff_lines("a", "a", before.encode(), before.replace("a: 1", "a: 2").encode())
    assert lines[3:6] == ["@@ -1,4 +1,4 @@", "-a: 1", "+a: 2"]
    assert TOKEN[:-4] not in "".join(lines)
    other = diff_lines("a", "a", before.encode(), before.replace(TOKEN, "in the vault").encode())
    assert f"-x: {'*' * (len(TOKEN) - 4)}{TOKEN[-4:]}" in other
    assert "+x: in the vault" in other


def test_a_line_shows_none_and_content_is_shown_as_it_is() -> None:
    assert visible(f"title: {TOKEN}\n") == f"title: {MASK}\\n"
    assert visible_block(f"{TOKEN}\n") == f"{TOKEN}\n"
    assert visible("Refund to 4111 1111 1111 1111") == "Refund to 4111 1111 1111 1111"
