"""What we write is read to the same JSON by others (lone surrogates apart, which half refuse)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from sgm_git.document import write
from sgm_git.record.value import dumps, normal
from tests.document.readers import PYTHON_READERS, alike, has_node_package, node_reads
from tests.record.strategies import AWKWARD, OBJECTS
from tests.support import untraced

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

LONE_SURROGATE = re.compile(r"(?<!\\)(?:\\\\)*\\ud[89a-f]")
RECORDS = OBJECTS.map(normal).filter(lambda record: not LONE_SURROGATE.search(dumps(record)))


def front_matter(record: JsonValue) -> tuple[JsonObject, str]:
    """A record without its content, and the YAML that we write for it."""
    assert isinstance(record, dict)
    fields = {name: value for name, value in record.items() if name != "content"}
    return fields, write(fields).decode().removeprefix("---\n").removesuffix("---\n")


@pytest.mark.parametrize("reader", PYTHON_READERS)
@given(record=RECORDS)
@untraced
def test_other_readers_in_python_read_what_we_write(reader: str, record: JsonValue) -> None:
    fields, text = front_matter(record)
    assert alike(fields, PYTHON_READERS[reader](text) or {})


@pytest.mark.parametrize("package", ["yaml", "js-yaml"])
def test_other_readers_in_node_read_what_we_write(package: str) -> None:
    if not has_node_package(package):
        pytest.skip(f"Node with the package {package} is not here (NODE_PATH names its folder)")
    written: list[tuple[JsonObject, str]] = []

    @settings(database=None)
    @given(RECORDS)
    def collect(record: JsonValue) -> None:
        written.append(front_matter(record))

    collect()
    for (fields, text), theirs in zip(
        written, node_reads(package, [text for _, text in written]), strict=True
    ):
        assert alike(fields, theirs or {}), text


@pytest.mark.parametrize("reader", PYTHON_READERS)
def test_every_awkward_text_is_read_as_itself_in_every_place(reader: str) -> None:
    for text in AWKWARD:
        if re.search("[\ud800-\udfff]", text):
            continue
        in_list: JsonValue = [text, [text, {text: text}]]
        fields, written = front_matter({text: text, "list": in_list, "id": text, "x": {"a": text}})
        assert alike(fields, PYTHON_READERS[reader](written)), written
