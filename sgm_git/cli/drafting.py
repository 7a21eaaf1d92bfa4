"""Makes a record of the options of ``sgm add``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from sgm_git.cli.arguments import bytes_of, pair, pairs, text_of
from sgm_git.errors import UsageError
from sgm_git.record import fields
from sgm_git.record.value import loads

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue


class DraftOptions(TypedDict):
    """What was said about the new record."""

    type_: str | None
    id_: str | None
    title: str | None
    scope: tuple[str, ...]
    annotate: tuple[str, ...]
    link: tuple[str, ...]
    content: str | None
    file: str | None
    as_json: bool | str | None


def given_record(options: DraftOptions, *, from_stdin: bool) -> JsonObject:
    """Give the record as far as it was given; raises UsageError for what does not go together."""
    source = options["as_json"] or None
    record = _read(source) if isinstance(source, str) else {}
    said = _said(options) | _content(options, from_stdin=from_stdin)
    twice = sorted(said.keys() & record.keys())
    if twice:
        raise UsageError(f"{', '.join(twice)} stands in the JSON and in the options")
    record |= said
    if options["link"]:
        _link(record, list(options["link"]))
    if fields.record_type(record) is None and "type" not in record:
        raise UsageError("a record needs a type", hint="for example --type decision")
    return record


def says_nothing(record: JsonObject) -> bool:
    """Whether a record has neither a title nor a text, or blanks alone."""
    return not any(_is_said(record.get(name)) for name in ("title", "content"))


def _is_said(value: JsonValue) -> bool:
    return bool(value.strip()) if isinstance(value, str) else value is not None


def _read(source: str) -> JsonObject:
    name = "standard input" if source == "-" else source
    try:
        record = loads(bytes_of(source))
    except ValueError as error:
        raise UsageError(f"{name}:{error}", hint="give one JSON object") from error
    if not isinstance(record, dict):
        raise UsageError(f"{name}: not a JSON object", hint="many at once: sgm apply, sgm import")
    return record


def _said(options: DraftOptions) -> JsonObject:
    plain = {"id": options["id_"], "type": options["type_"], "title": options["title"]}
    record: JsonObject = {name: value for name, value in plain.items() if value is not None}
    if options["scope"]:
        record["scope"] = pairs(options["scope"], "K=V")
    if options["annotate"]:
        record["annotations"] = [_annotation(text) for text in options["annotate"]]
    return record


def _annotation(text: str) -> JsonObject:
    kind, value = pair(text, "KIND=VALUE")
    return {"kind": kind, "value": value}


def _content(options: DraftOptions, *, from_stdin: bool) -> JsonObject:
    content, file = options["content"], options["file"]
    if sum([content is not None, file is not None, from_stdin]) > 1:
        raise UsageError("the text is given more than once", hint="--content, --file or -")
    if content is not None:
        return {"content": content}
    if file is None and not from_stdin:
        return {}
    # The last line end of a file is the file's, not the text's.
    return {"content": text_of(file or "-").removesuffix("\n")}


def _link(record: JsonObject, links: list[JsonValue]) -> None:
    declared = record.setdefault("provenance", {})
    if not isinstance(declared, dict) or "links" in declared:
        raise UsageError("links stand in the JSON and in the options")
    declared["links"] = links
