"""A page as a reader of HTML takes it: which elements it has, and what stands where."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TypeAlias

Attributes: TypeAlias = "dict[str, str | None]"

VOID = {"meta", "link", "input", "br"}
_OTHERS = {"bdi", "text", "title"}  # what holds texts of others and nothing else
_VARYING = "tbody"  # what is in it depends on how long texts are, and where they differ


@dataclass
class Element:
    """An element with its attributes, the texts in it, and where it is."""

    name: str
    attributes: Attributes
    above: tuple[Element, ...]
    texts: list[str] = field(default_factory=list)

    @property
    def classes(self) -> list[str]:
        return (self.attributes.get("class") or "").split()

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def is_in(self, name: str) -> bool:
        return any(each.name == name for each in self.above)

    @property
    def is_of_others(self) -> bool:
        """Whether it is one in which texts of others stand, or lies in one."""
        chain = (*self.above, self)
        return any(each.name in _OTHERS or "text" in each.classes for each in chain)


class Page(HTMLParser):
    """All elements of a page in their order; raises AssertionError where one is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.declarations: list[str] = []
        self._open: list[Element] = []
        self.feed(text)
        self.close()
        if self._open:
            raise AssertionError(f"never closed: {self._open[-1].name}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len({name for name, _ in attrs}) != len(attrs):
            raise AssertionError(f"an attribute twice: {tag} {attrs}")
        element = Element(tag, dict(attrs), tuple(self._open))
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        last = self._open.pop()
        if last.name != tag:
            raise AssertionError(f"{last.name} is closed by {tag}")

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.texts.append(data)
        if not self._open and data.strip():
            raise AssertionError(f"outside of all: {data!r}")

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data!r}")

    def handle_decl(self, decl: str) -> None:
        self.declarations.append(decl)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data!r}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data!r}")

    def named(self, name: str, kind: str | None = None) -> list[Element]:
        """The elements of a name, and of a class."""
        found = [each for each in self.elements if each.name == name]
        return [each for each in found if kind is None or kind in each.classes]

    def with_id(self, name: str) -> Element:
        (found,) = (each for each in self.elements if each.attributes.get("id") == name)
        return found

    def shape(self) -> list[tuple[str, Attributes]]:
        """What must not depend on any text of others, but for how a title is set."""
        kept = (each for each in self.elements if each.name != "b" and not each.is_in(_VARYING))
        return [(each.name, _told(each)) for each in kept]

    def inner(self) -> set[tuple[str, str]]:
        """The elements with their attributes that fields and texts of others are made of."""
        found = (e for e in self.elements if e.is_in(_VARYING) or e.is_of_others)
        return {(each.name, repr(sorted(each.attributes.items()))) for each in found}


def _told(element: Element) -> Attributes:
    is_title = element.name == "h3" and element.attributes.get("class") in {"long", "plain"}
    return element.attributes | {"class": "a title"} if is_title else element.attributes
