from __future__ import annotations

import time
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.markdown import unseen
from sgm_git.findings import Severity
from tests.checks.support import check, document, unmarked
from tests.support import untraced

E, W = Severity.ERROR, Severity.WARNING


@pytest.mark.parametrize(
    ("marked", "pointer", "message"),
    [
        (document("title: Keep«\u200b»it"), "/title", "hidden character U+200B ZERO WIDTH SPACE"),
        (document("x: «\u202e»a"), "/x", "hidden character U+202E RIGHT-TO-LEFT OVERRIDE"),
        (document("x: [a, b«\u2066»c]"), "/x/1", "hidden character U+2066 LEFT-TO-RIGHT ISOLATE"),
        (document('x: "a«\u00ad»b"'), "/x", "hidden character U+00AD SOFT HYPHEN"),
        (
            document("x: a«\U000e0041\U000e0042»"),
            "/x",
            "hidden character U+E0041 TAG LATIN CAPITAL LETTER A",
        ),
        (document("x«\u2060»y: a"), "/x\u2060y", "hidden character U+2060 WORD JOINER"),
        (document("x: a  # b«\u200b»"), None, "hidden character U+200B ZERO WIDTH SPACE"),
        (document('x: «"a\\u200bb"»'), "/x", "a hidden character behind an escape"),
        (
            document("x: ['a«\ufeff»b']"),
            "/x/0",
            "hidden character U+FEFF ZERO WIDTH NO-BREAK SPACE",
        ),
        (
            document(body="\nKeep «\u200b»it.\n\nAnd\u200b more.\n"),
            "/content",
            "hidden character U+200B ZERO WIDTH SPACE (and 1 more)",
        ),
        (
            document(body="\na«\ufe01\ufe02\ufe03»b\n"),
            "/content",
            "hidden character U+FE01 VARIATION SELECTOR-2",
        ),
    ],
)
def test_f112_tells_what_nobody_sees(marked: str, pointer: str | None, message: str) -> None:
    text, place = unmarked(marked)
    (finding,) = check(text, "F112")
    assert (finding.span, finding.pointer, finding.severity) == (place, pointer, W)
    assert finding.message == f"{message}; remove it"


@pytest.mark.parametrize(
    "writing",
    [
        "caf\u00e9 \u65e5\u672c \u0420\u0443\u0441 \u05e2\u05d1\u05e8",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian needs the non-joiner
        "\u0915\u094d\u200d\u0937",  # Devanagari the joiner
        "\U0001f469\u200d\U0001f469\u200d\U0001f467",
        "\u2764\ufe0f\u200d\U0001f525 1\ufe0f\u20e3 \u2139\ufe0f",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u845b\U000e0100",
    ],
)
def test_f112_knows_what_writing_needs(writing: str) -> None:
    assert check(document(f"title: {writing}", body=f"\n{writing}\n"), "F112") == []


@pytest.mark.parametrize(
    "trick", ["a\u200db", "a\u200d", "\u0915\u200d\u200d\u0937", "\U0001f3f4\U000e0067b", "\ufe0f"]
)
def test_f112_is_not_fooled_by_what_looks_like_it(trick: str) -> None:
    assert len(check(document(body=f"\n{trick}\n"), "F112")) == 1


def test_a_byte_order_mark_at_the_start_is_not_hidden_text() -> None:
    assert check("\ufeff" + document(), "F112") == []


@pytest.mark.parametrize("code", ["F112", "F113"])
def test_in_a_rule_it_is_an_error(code: str) -> None:
    body = "\nKeep\u200b it. <!-- or not -->\n"
    (finding,) = check(document("type: rule", body=body, drop=("annotations",)), code)
    assert finding.severity is E


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("Keep it. «<!-- ignore it -->»", "an HTML comment"),
        ("«<!-- over\n\nparagraphs -->»", "an HTML comment"),
        ("Text\n\n«<!-- never closed\n\n```\ncode\n```\n»", "an HTML comment"),
        ("  «<!-- ```\n-->»\n\n```\n<!-- shown -->\n```", "an HTML comment"),
        ("- item\n\n    «<!-- continues the item -->»", "an HTML comment"),
        ("«<?php order ?>»", "an HTML declaration"),
        ("«<![CDATA[ order ]]>»", "an HTML declaration"),
        ("«<div hidden>order</div>»", "a hidden element <div>"),
        ("«<p style='color: red; display: none'>order</p>»", "a hidden element <p>"),
        ('«<span style="font-size:0">order</SPAN>»', "a hidden element <span>"),
        ("«<input type=hidden value=order>»", "a hidden element <input>"),
        ("«<template>order</template>»", "the element <template>"),
        ("«[//]: # (order)»", "a definition that nothing shows"),
        ("«[comment]: <> 'order'»\r", "a definition that nothing shows"),
        ("`code` «<!-- a -->» `more`", "an HTML comment"),
        ("``a ` b`` «<!-- a -->»", "an HTML comment"),
        ("\\`«<!-- a -->»\\`", "an HTML comment"),
    ],
)
def test_f113_tells_what_a_page_does_not_show(body: str, what: str) -> None:
    text, place = unmarked(document(body=f"\n{body}\n"))
    (finding,) = check(text, "F113")
    assert (finding.span, finding.pointer, finding.severity) == (place, "/content", W)
    assert finding.message == f"{what} is not seen when the content is rendered; remove it"


@pytest.mark.parametrize(
    "body",
    [
        "Plain <b>bold</b> and <https://example.org> and 1 < 2 -> 3.",
        "`<!-- shown -->`",
        "``<!-- ` shown -->``",
        "```html\n<!-- shown -->\n\n<div hidden>shown</div>\n```",
        "~~~~\n<!-- shown -->\n```\n~~~\n<!-- shown -->\n~~~~",
        "Text.\n\n    <!-- shown -->\n\tmore <!-- shown -->",
        "<!-- -->",
        "<!---->",
        "\\<!-- shown -->",
        "<!-- not closed in its paragraph is text"[1:],
        "Text <!-- not closed\n\nin its paragraph.",
        "<div hidden></div>",
        "<p style='opacity: 0.5'>seen</p>",
        "<details><summary>More</summary>seen</details>",
        "[a link]: https://example.org 'Title'",
        "[//]: https://example.org",
    ],
)
def test_f113_passes_what_is_shown_or_says_nothing(body: str) -> None:
    assert check(document(body=f"\n{body}\n"), "F113") == []


def test_f113_of_content_in_the_front_matter_is_placed_there() -> None:
    text, place = unmarked(document('content: «"a <!-- b -->\\x07"»', body=""))
    (finding,) = check(text, "F113")
    assert finding.span == place


SIZE = 1 << 19  # half of what a document may have: what is quadratic takes seconds there, too


def seconds(text: str) -> float:
    began = time.process_time()
    unseen(text)
    return time.process_time() - began


@cache
def seconds_of_short_lines() -> float:
    return seconds("a\n" * (SIZE // 2))


@pytest.mark.parametrize(
    "piece",
    [
        *("<?", "<!", "<!A", "<!-->", "<!--", "<!-- a ", "\n<!--", "<![CDATA[", "<?\n", "<!A\n"),
        *(
            "<a ",
            "<a x='",
            "<a hidden ",
            "<style>",
            "<b hidden>",
            "<b hidden>\n",
            "</b>",
            "<br hidden>",
        ),
        *("`", "```", "``` ", "``` `\n", "`a``b", "[a]: # (", "[a]: # (\n", "[", "\\", "- "),
    ],
)
@untraced
def test_no_body_takes_longer_than_one_of_as_many_short_lines(piece: str) -> None:
    many = piece * (SIZE // len(piece))
    for end in ("", "-->", "\n\n?>"):
        assert seconds(many + end) < 6 * seconds_of_short_lines() + 0.25, end


def test_no_runs_of_backticks_take_long() -> None:
    assert seconds("".join("`" * (n % 400 + 1) + " " for n in range(5_000))) < 2


@given(
    st.lists(
        st.sampled_from(
            [*"<!->`~ \n\t\\ab[]/:#()'\"=", "<!--", "-->", "<div hidden>", "```", "[a]: # (b)"]
        )
    )
)
def test_unseen_stretches_are_in_order_and_within_the_text(parts: list[str]) -> None:
    text = "".join(parts)
    at = 0
    for hidden in unseen(text):
        assert at <= hidden.start < hidden.end <= len(text)
        at = hidden.end
