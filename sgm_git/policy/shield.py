"""Values as a validator can take them, where it cannot take them as they are.

Lone surrogates become private characters, one for one, so that lengths stay and they can be told
back; numbers of thousands of digits are rounded to fifty. To a schema both look alike.
"""

from __future__ import annotations

from decimal import Context, Decimal
from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

_SURROGATES = {code: 0x100000 + code for code in range(0xD800, 0xE000)}
_BACK = {stand_in: code for code, stand_in in _SURROGATES.items()}
_NO_NAME = "\U0010fffd"
_MAX_BITS, _MAX_DIGITS = 13_000, 3_900  # of a number; Python and the engines stop at 4,300 digits
_ROUND = Context(prec=50)


def shielded(value: JsonValue) -> JsonValue:
    """A copy of the value with stand-ins for lone surrogates and for numbers beyond all use."""
    if isinstance(value, str):
        return value.translate(_SURROGATES)
    if isinstance(value, dict):
        return shielded_object(value)
    if isinstance(value, list):
        return [shielded(item) for item in value]
    return _ROUND.create_decimal(value) if _is_long(value) else value


def _is_long(value: JsonValue) -> TypeGuard[int | Decimal]:
    if isinstance(value, Decimal):
        return len(value.as_tuple().digits) > _MAX_DIGITS
    return isinstance(value, int) and value.bit_length() > _MAX_BITS


def shielded_object(value: JsonObject) -> JsonObject:
    """The same for an object, such as a schema."""
    return {name.translate(_SURROGATES): shielded(item) for name, item in value.items()}


def named(value: JsonValue) -> JsonValue:
    """A copy of the value in which the empty name is a private character."""
    if isinstance(value, dict):
        return {name or _NO_NAME: named(item) for name, item in value.items()}
    return [named(item) for item in value] if isinstance(value, list) else value


def original(name: str) -> str:
    """The name for which a stand-in was used."""
    return "" if name == _NO_NAME else name.translate(_BACK)
