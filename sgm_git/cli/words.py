"""Words on a command line: what begins with a dash may be one, and what holds blanks is several.

The shell takes quotes away: ``"no prototypes"`` comes as one argument, and means a phrase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_OPERATORS = ("OR", "AND")


class WordsCommand(click.Command):
    """A command whose arguments are words: ``-word`` is one, too, and no heap of options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the words apart from the options; raises UsageError for what may be either."""
        options, words = self._parted(ctx, args)
        return super().parse_args(ctx, [*options, "--", *words])

    def _parted(self, ctx: click.Context, args: Sequence[str]) -> tuple[list[str], list[str]]:
        valued, flags = self._names(ctx, takes_value=True), self._names(ctx, takes_value=False)
        options: list[str] = []
        words: list[str] = []
        rest = iter(args)
        for argument in rest:
            if argument == "--":
                words += rest
            elif argument in valued:
                options += [argument, *_first(rest)]
            elif argument.startswith("--") or argument in flags:
                options.append(argument)
            elif len(argument) == len("-x") and _is_dashed(argument):
                raise _either(argument)
            else:
                words.append(argument)
        return options, words

    def _names(self, ctx: click.Context, *, takes_value: bool) -> set[str]:
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        return {
            name
            for each in options
            if (each.is_flag or each.count) is not takes_value
            for name in (*each.opts, *each.secondary_opts)
        }


def asked_words(arguments: Iterable[str]) -> str:
    """Give what arguments ask for as one query; what holds blanks, and no signs, is a phrase."""
    return " ".join(f'"{each}"' if is_phrase(each) else each for each in arguments)


def is_phrase(argument: str) -> bool:
    """Whether an argument is several words that stand together, and no query of its own."""
    words = argument.split()
    return len(words) > 1 and not any(
        '"' in word or word.startswith("-") or word.endswith("*") or word in _OPERATORS
        for word in words
    )


def _first(rest: Iterable[str]) -> list[str]:
    return next(([each] for each in rest), [])


def _is_dashed(argument: str) -> bool:
    return argument.startswith("-") and argument[1:].isalnum()


def _either(argument: str) -> UsageError:
    return UsageError(
        f"there is no option {argument}",
        hint=f"put a word behind --: sgm search WORDS -- {argument}",
    )
