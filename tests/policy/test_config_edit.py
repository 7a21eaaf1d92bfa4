"""One setting of the configuration changes, and every other byte stays."""

from __future__ import annotations

import pytest

from sgm_git.policy.config import SHARDED_LAYOUT, RootConfig
from sgm_git.policy.config_edit import with_layout
from sgm_git.policy.config_file import parse_config
from sgm_git.resources import schema_texts

NEW = f'layout = "{SHARDED_LAYOUT}"'
OLD = 'layout = "{type}/{id}.md"'


def edited(text: str | None, number: int = 0) -> str | None:
    data = None if text is None else text.encode()
    bundled = schema_texts()
    roots = parse_config(data, bundled)[0].roots
    changed = with_layout(data, roots[number], SHARDED_LAYOUT, bundled)
    if changed is None:
        return None
    after = parse_config(changed, bundled)[0].roots
    assert [root.layout == SHARDED_LAYOUT for root in after] == [
        number == each for each in range(len(roots))
    ]
    return changed.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, f"[[root]]\n{NEW}\n"),
        ("", f"[[root]]\n{NEW}\n"),
        ("format = 1\n", f"format = 1\n\n[[root]]\n{NEW}\n"),
        ("format = 1", f"format = 1\n\n[[root]]\n{NEW}\n"),
        ("format = 1\n\n", f"format = 1\n\n[[root]]\n{NEW}\n"),
        ("\ufeffformat = 1\r\n", f"\ufeffformat = 1\r\n\r\n[[root]]\r\n{NEW}\r\n"),
        ("[[root]]", f"[[root]]\n{NEW}\n"),
        ("\ufeff[[root]]\n", f"\ufeff[[root]]\n{NEW}\n"),
        (
            '[[root]]  # ours\r\npath = "memory"\r\n',
            f'[[root]]  # ours\r\n{NEW}\r\npath = "memory"\r\n',
        ),
        (
            '# a\n[[ root ]]\n\tpath = "m" # b\n# c\n[root.scope]\nx = "y"\n[checks]\n',
            f'# a\n[[ root ]]\n{NEW}\n\tpath = "m" # b\n# c\n[root.scope]\nx = "y"\n[checks]\n',
        ),
        (f"[[root]]\n  {OLD}  # why\n", f"[[root]]\n  {NEW}  # why\n"),
        (f"[[root]]\r\n{OLD}\r\n", f"[[root]]\r\n{NEW}\r\n"),
        ("[[root]]\nlayout='{type}/{id}.md'#x\n", f'[[root]]\nlayout="{SHARDED_LAYOUT}"#x\n'),
    ],
)
def test_the_layout_changes_and_nothing_else(before: str | None, after: str) -> None:
    assert edited(before) == after


@pytest.mark.parametrize("number", [0, 1, 2])
def test_of_several_roots_only_the_one_that_is_meant_changes(number: int) -> None:
    text = (
        '[[root]]\npath = "a"\n\n[store]\nstamp = "never"\n\n[[root]]\npath = "b"\n'
        f'[[root]]\n{OLD}\npath = "c"\n'
    )
    changed = edited(text, number)
    assert changed is not None
    kept = [line for line in changed.splitlines() if line != NEW]
    assert kept == [line for line in text.splitlines() if number != 2 or line != OLD]


@pytest.mark.parametrize(
    "text",
    [
        'root = [{path = "memory"}]\n',
        '[[root]]\npath = "memory"\n"layout" = "{type}/{id}.md"\n',
        f'[[root]]\nlayout = """{OLD[10:-1]}"""\n',
    ],
)
def test_what_only_a_person_can_change_is_left(text: str) -> None:
    assert edited(text) is None


def test_a_text_that_only_looks_like_a_root_is_none() -> None:
    text = "[trust]\nref = '''\n[[root]]\n'''\n[[root]]\n"
    assert edited(text) == f"{text}{NEW}\n"


def test_a_root_that_is_not_there_changes_nothing() -> None:
    text = b'[[root]]\npath = "a"\n'
    assert with_layout(text, RootConfig(path="b"), SHARDED_LAYOUT, schema_texts()) is None
