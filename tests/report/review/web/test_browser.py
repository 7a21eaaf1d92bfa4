"""The page in a browser, where there is one: its policy lets its own style in."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sgm_git.report.review.page import html
from tests.report.review.example import example
from tests.report.review.web.reader import Element, Page
from tests.support import untraced

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next((found for found in map(shutil.which, NAMES) if found), None)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--enable-logging=stderr",
    "--dump-dom",
)


@untraced
@pytest.mark.skipif(BROWSER is None, reason="no chromium is on the PATH")
def test_a_browser_takes_it_as_it_is_meant_and_its_policy_stops_nothing(tmp_path: Path) -> None:
    text = html(example())
    file = tmp_path / "review.html"
    file.write_text(text, encoding="utf-8", newline="\n")
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    done = subprocess.run(
        [str(BROWSER), *FLAGS, profile, file.as_uri()], capture_output=True, check=True, timeout=120
    )
    assert b"Content Security Policy" not in done.stderr
    meant, taken = Page(text), Page(done.stdout.decode())
    assert [told(each) for each in taken.elements] == [told(each) for each in meant.elements]


def told(element: Element) -> tuple[str, dict[str, str], str]:
    """An element with its attributes, those without a value too, and all the text in it."""
    attributes = {name: value or "" for name, value in element.attributes.items()}
    return element.name, attributes, element.text if element.is_of_others else ""
