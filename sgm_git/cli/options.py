"""What all commands share: the decorator that makes one of a function, and the global options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

import click

from sgm_git.cli.invocation import Invocation

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")

_MOST = 2**31 - 1  # of anything: what is more is all


class Count(click.IntRange):
    """How many of something are wanted, at least one."""

    def __init__(self) -> None:
        super().__init__(min=1)

    def convert(
        self,
        value: Any,  # noqa: ANN401  # click's signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> int:
        """Read it; refuses what is no number above zero."""
        return min(int(super().convert(value, param, ctx)), _MOST)


CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def command(
    name: str, *, example: str, kind: type[click.Command] = click.Command
) -> Callable[[Callable[Concatenate[Invocation, _P], int]], click.Command]:
    """Make a command of a function that takes the invocation and gives the exit status.

    The function's docstring is the help; ``example`` (one or more lines) ends it. The global
    options may stand behind the command's name too. ``kind`` is the class of the command.
    """

    def decorate(function: Callable[Concatenate[Invocation, _P], int]) -> click.Command:
        """Make the command."""
        lines = "\n".join(f"  {line}" for line in example.splitlines())
        epilog = f"\b\nExample:\n{lines}"
        make = click.command(name, cls=kind, epilog=epilog, context_settings=CONTEXT)
        made = make(click.pass_obj(function))
        made.params += global_options(hidden=True)
        return made

    return decorate


def global_options(*, hidden: bool) -> list[click.Parameter]:
    """The options about the run itself, hidden where they stand behind a command's name."""
    colours = click.Choice(["auto", "always", "never"])
    engines = click.Choice(["auto", "git", "dulwich"])
    return [
        _remembered("--color", hidden=hidden, type=colours, help="When to use colours."),
        _remembered("--engine", hidden=hidden, type=engines, help="What reads and writes git."),
        _remembered("-q", "--quiet", hidden=hidden, is_flag=True, help="Only data and errors."),
        _remembered("--debug", hidden=hidden, is_flag=True, help="Show where an error comes from."),
    ]


def _remembered(*names: str, **attributes: Any) -> click.Option:  # noqa: ANN401  # click's own
    return click.Option(names, expose_value=False, callback=_remember, **attributes)


def _remember(context: click.Context, option: click.Parameter, value: object) -> None:
    """Keep what was said; what was not said here leaves what was said before the command."""
    invocation = context.ensure_object(Invocation)
    if value and option.name is not None:
        setattr(invocation, option.name, value)
