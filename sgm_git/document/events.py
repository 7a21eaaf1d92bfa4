"""The two YAML engines behind one door (DESIGN section 3, "How it is built").

Both give ruamel.yaml's events with marks: libyaml through ``ruamel.yaml.clib`` where there is a
wheel, else ruamel.yaml's own parser, about seventeen times slower, which is the reference.
Importing either costs more than reading a record, so it waits until a document is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sgm_git.document.flaw import Flaw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruamel.yaml.error import MarkedYAMLError as Marked
    from ruamel.yaml.events import Event

KIB = 1024


@dataclass(frozen=True, slots=True)
class Engine:
    """A source of YAML events. ``events`` raises Flaw F103 where the text is not YAML."""

    name: str
    events: Callable[[str], Iterator[Event]]
    max_front_matter: int
    """Bytes of front matter that it reads in bounded time."""


@cache
def pure_engine() -> Engine:
    """Give ruamel.yaml's own parser."""
    from ruamel.yaml import YAML  # noqa: PLC0415  # a listed seam: the choice of engine
    from ruamel.yaml.error import MarkedYAMLError  # noqa: PLC0415  # likewise

    def _events(text: str) -> Iterator[Event]:
        try:
            yield from YAML(typ="safe", pure=True).parse(text)
        except MarkedYAMLError as error:
            raise _flaw(error, text) from None
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
            # The parser's own mistakes on texts that are not YAML, such as an escape beyond Unicode
            raise Flaw("F103", f"not YAML: {error}", 0, 0) from None

    return Engine("pure", _events, 64 * KIB)


@cache
def c_engine() -> Engine | None:
    """Give libyaml's parser, or ``None`` where ``ruamel.yaml.clib`` is not installed."""
    try:
        # A listed seam; the class comes from a C module without types.
        from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]  # noqa: PLC0415
        from ruamel.yaml.error import MarkedYAMLError  # noqa: PLC0415  # likewise
    except ImportError:
        return None

    def _events(text: str) -> Iterator[Event]:
        parser = CParser(text)
        try:
            while (event := parser.get_event()) is not None:
                yield event
        except MarkedYAMLError as error:
            raise _flaw(error, text) from None
        finally:
            parser.dispose()

    return Engine("c", _events, 256 * KIB)


def best_engine() -> Engine:
    """Give the C engine where it is installed, else the pure one."""
    return c_engine() or pure_engine()


_UNCLOSED = "found unexpected end of stream"
_HINTS = {
    "mapping values are not allowed": "a value that holds ': ' must be quoted",
    "found character": "a value that starts like this must be quoted",
    _UNCLOSED: "a quote is not closed",
    "did not find expected ',' or ']'": "a bracket is not closed",
    "did not find expected ',' or '}'": "a brace is not closed",
    "did not find expected key": "look at the indentation and at quotes inside the value",
}
_TAB_HINT = "a tab stands there: indent with blanks"
_PURE_TAB_HINT = (
    "write a blank instead of the TAB: after a colon it is legal YAML, but the pure engine, "
    "the only one installed here, refuses it"
)


def _flaw(error: Marked, text: str) -> Flaw:
    problem = error.problem or error.context or "not YAML"
    mark = error.problem_mark or error.context_mark
    if problem.startswith(_UNCLOSED):
        mark = error.context_mark or mark  # where the quote opens
    start = min(mark.index if mark else 0, len(text))
    hint = _hint(problem, is_tab=text[start : start + 1] == "\t")
    return Flaw("F103", f"not YAML: {problem}{hint}", start, min(start + 1, len(text)))


def _hint(problem: str, *, is_tab: bool) -> str:
    found = next((hint for start, hint in _HINTS.items() if problem.startswith(start)), None)
    if is_tab:
        found = _PURE_TAB_HINT if "\\t" in problem else _TAB_HINT
    return f" ({found})" if found else ""
