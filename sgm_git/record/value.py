"""JSON values as Python holds them, exactly (RFC 8259; DESIGN section 3, "Scalars").

Numbers lose nothing: an integer token is an ``int`` (a ``Decimal`` beyond 4,300 digits, where
Python refuses to convert), any other token is a ``float`` if that float is written as the same
number, and a ``Decimal`` where it is not. Strings may hold lone surrogates.
"""

from __future__ import annotations

import json
import re
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, InvalidOperation
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

JsonValue: TypeAlias = (
    "bool | int | float | Decimal | str | list[JsonValue] | dict[str, JsonValue] | None"
)
JsonObject: TypeAlias = "dict[str, JsonValue]"

MAX_DEPTH = 100
"""How many containers may stand inside each other in one record (DESIGN section 3)."""

_TEXT_DEPTH = MAX_DEPTH + 10  # a text may wrap records in lists and objects of its own
_MAX_DIGITS = 4300  # what int() and str() take before they raise
_EXACT = Context(MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[InvalidOperation, Inexact])
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONSTANTS = {None: "null", True: "true", False: "false"}


def number(token: str) -> int | float | Decimal:
    """Give the exact value of a number token of the RFC 8259 grammar; ``-0`` is ``-0.0``.

    Raises ValueError if the exponent is beyond what a ``Decimal`` can hold.
    """
    digits = token.removeprefix("-")
    if digits.isdigit():
        if len(digits) > _MAX_DIGITS:
            return _decimal(token)
        whole = int(token)
        return -0.0 if whole == 0 and token[0] == "-" else whole
    nearest = float(token)
    if repr(nearest) == token:
        return nearest
    exact = _decimal(token)
    return nearest if exact == Decimal(repr(nearest)) else exact


def _decimal(token: str) -> Decimal:
    try:
        return _EXACT.create_decimal(token)
    except ArithmeticError:
        raise ValueError(f"the number {token[:40]} is too large or too small to keep") from None


def number_text(value: float | Decimal) -> str:
    """Write a number as a token of RFC 8259; raises ValueError for NaN and the infinities."""
    if isinstance(value, int):
        is_short = value.bit_length() < 3 * _MAX_DIGITS  # a digit takes more than three bits
        return int.__repr__(value) if is_short else str(Decimal(value))
    text = float.__repr__(value) if isinstance(value, float) else str(value)
    digits = text.lstrip("-")
    if not digits[0].isdigit():
        raise ValueError(f"{text} is not a JSON number")
    # A short one without a point would be read as an integer; a long one is a Decimal anyway.
    return f"{text}.0" if digits.isdigit() and len(digits) <= _MAX_DIGITS else text


def _least_number_text(value: float | Decimal) -> str:
    return number_text(_EXACT.normalize(value) if isinstance(value, Decimal) else value)


def same(a: JsonValue, b: JsonValue) -> bool:
    """Tell whether two values are one JSON value of one type at every depth.

    ``True``, ``1`` and ``1.0`` differ, ``0.0`` and ``-0.0`` too; the order of names is nothing.
    """
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        other = cast("JsonObject", b)
        return a.keys() == other.keys() and all(same(a[name], other[name]) for name in a)
    if isinstance(a, list):
        items = cast("list[JsonValue]", b)
        return len(a) == len(items) and all(map(same, a, items))
    return repr(a) == repr(b) if isinstance(a, float) else a == b


def loads(text: str | bytes) -> JsonValue:
    """Read one JSON text; bytes are UTF-8. A byte order mark before it is passed over.

    Raises ValueError whose message starts with ``line:column:`` for everything that RFC 8259
    does not allow, and for repeated names, numbers beyond a ``Decimal`` and a nesting too deep.
    """
    decoded = _decode(text) if isinstance(text, bytes) else text
    decoded = decoded.removeprefix("\ufeff")
    try:
        value = cast("JsonValue", _DECODER.decode(decoded))
    except json.JSONDecodeError as error:
        _refuse_by_place(decoded[: error.pos])  # some Pythons scan deeper than others
        raise ValueError(f"{error.lineno}:{error.colno}: {error.msg}") from None
    except (_UnplacedError, RecursionError):
        _refuse_by_place(decoded)
        raise
    if decoded.count("[") + decoded.count("{") > _TEXT_DEPTH:
        _refuse_by_place(decoded)
    return value


def _decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        raise ValueError(f"{_place(before, len(before))}: not UTF-8") from None


class _UnplacedError(Exception):
    """Something that the scanner allows and JSON does not; a slower look finds the place."""


def _unique(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _UnplacedError
    return found


def _number(token: str) -> int | float | Decimal:
    try:
        return number(token)
    except ValueError:
        raise _UnplacedError from None


def _refuse_constant(word: str) -> JsonValue:
    raise _UnplacedError(word)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_float=_number,
    parse_int=_number,
    parse_constant=_refuse_constant,
)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:]|[^\s"{}\[\]:,]+', re.DOTALL)


def _refuse_by_place(text: str) -> None:
    """Raise for the first fault that a text has although it scans as JSON."""
    names: list[set[str]] = []
    before: re.Match[str] | None = None
    for match in _TOKEN.finditer(text):
        try:
            if match[0] == ":" and before is not None:
                _add_name(names[-1], before[0])
            else:
                _refuse_token(match[0], names)
        except ValueError as error:
            at = before if match[0] == ":" and before is not None else match
            raise ValueError(f"{_place(text, at.start())}: {error}") from None
        before = match


def _add_name(names: set[str], token: str) -> None:
    name = json.loads(token)
    if name in names:
        raise ValueError(f"the name {token} stands twice in one object")
    names.add(name)


def _refuse_token(token: str, names: list[set[str]]) -> None:
    if token in {"{", "["}:
        names.append(set())
        if len(names) > _TEXT_DEPTH:
            raise ValueError("nested too deeply")
    elif token in {"}", "]"}:
        names.pop()
    elif token in {"NaN", "Infinity", "-Infinity"}:
        raise ValueError(f"{token} is not JSON")
    elif token[0] in "-0123456789":
        number(token)


def _place(text: str, offset: int) -> str:
    line = text.count("\n", 0, offset) + 1
    return f"{line}:{offset - text.rfind(chr(10), 0, offset)}"


def dumps(
    value: JsonValue,
    *,
    indent: int | None = None,
    sort_keys: bool = False,
    ascii: bool = False,  # noqa: A002  # no other word says it
) -> str:
    """Write a value as JSON text which ``loads`` gives back exactly; encodable as UTF-8.

    ``ascii`` escapes everything beyond ASCII. Raises ValueError for what is not JSON (a name
    that is no string, a tuple, NaN) and for a nesting that ``loads`` would refuse.
    """
    quote = encode_basestring_ascii if ascii else _quote
    comma = ", " if indent is None else ","
    return _Writer(quote, number_text, (comma, ": "), indent, sort_keys=sort_keys).text(value)


def normal(value: JsonValue) -> JsonValue:
    """Give the value that reading its JSON text gives: a copy that is ``same`` as any other's.

    A decimal that a float says as well is that float, two halves of a surrogate pair are one
    character. Raises ValueError for what is not JSON.
    """
    return loads(dumps(value))


def canonical(value: JsonValue) -> str:
    """Write the one compact text, names sorted, that all values which are ``same`` share."""
    return _Writer(_quote, _least_number_text, (",", ":"), None, sort_keys=True).text(value)


def _quote(text: str) -> str:
    quoted = encode_basestring(text)
    if quoted.isascii():
        return quoted
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)


class _Writer:
    """Writes JSON; unlike the standard library's encoder it takes decimals and coerces no name."""

    def __init__(
        self,
        quote: Callable[[str], str],
        number_text: Callable[[float | Decimal], str],
        separators: tuple[str, str],
        indent: int | None,
        *,
        sort_keys: bool,
    ) -> None:
        self._quote = quote
        self._number_text = number_text
        self._comma, self._colon = separators
        self._indent = indent
        self._sort_keys = sort_keys

    def text(self, value: JsonValue, depth: int = 1) -> str:
        """Write a value that stands ``depth - 1`` containers deep."""
        if isinstance(value, str):
            return self._quote(value)
        if value is None or isinstance(value, bool):
            return _CONSTANTS[value]
        if isinstance(value, (int, float, Decimal)):
            return self._number_text(value)
        if depth > _TEXT_DEPTH:
            raise ValueError("nested too deeply")
        return self._container(value, depth)

    def _container(self, value: list[JsonValue] | JsonObject, depth: int) -> str:
        if isinstance(value, dict):
            pairs: Iterable[tuple[str, JsonValue]] = value.items()
            if any(not isinstance(name, str) for name in value):
                raise ValueError("a name that is not a string is not JSON")
            if self._sort_keys:
                pairs = sorted(pairs, key=_name)
            texts = [self._quote(name) + self._colon + self.text(v, depth + 1) for name, v in pairs]
            return self._bracket("{", texts, "}", depth)
        if isinstance(value, list):
            return self._bracket("[", [self.text(item, depth + 1) for item in value], "]", depth)
        raise ValueError(f"{type(value).__name__} is not JSON")

    def _bracket(self, opening: str, texts: list[str], closing: str, depth: int) -> str:
        if self._indent is None or not texts:
            return opening + self._comma.join(texts) + closing
        outer = "\n" + " " * (self._indent * (depth - 1))
        inner = outer + " " * self._indent
        return opening + inner + (self._comma + inner).join(texts) + outer + closing


def _name(pair: tuple[str, JsonValue]) -> str:
    return pair[0]
