"""What to do about a push that is refused: the gravest first (DESIGN section 7)."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.findings import Severity, gravity
from sgm_git.record.consent import Consent
from sgm_git.record.masking import masked
from sgm_git.report.escape import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.findings import Finding
    from sgm_git.workflows.hooks.updates import Judged

_SECRET, _LOST, _BLENDED = "X", "K", "K407"
_CONSENT = ("git", "commit", "--allow-empty", "-m", "Drop on purpose")
_MOST = 200  # characters of lines of consent in one command


def advices(failing: Sequence[Judged]) -> Iterator[str]:
    """Give what whoever pushes may do next, each a sentence; some of them are commands.

    ``failing`` has an error in each.
    """
    errors = [(each, judged) for judged in failing for each in _errors(judged)]
    worst, judged = min(errors, key=lambda pair: gravity(pair[0].code))
    yield f"{checking(judged)} shows it all; sgm rule {worst.code} explains"
    if worst.code[0] == _SECRET:
        yield (
            "a secret has to go out of the commits themselves, not only of the files:"
            " git commit --amend, or git rebase -i"
        )
    yield from _mending(failing)
    yield from _consenting([each for each, _ in errors])


def checking(judged: Judged) -> str:
    """The command that shows all that was found in what a ref brings."""
    if judged.span is None:
        return f"sgm check --rev {short(judged.arrival.tip)}"
    return f"sgm check --range {_word(judged.span)}"


def _errors(judged: Judged) -> list[Finding]:
    return [each for each in judged.report.findings if each.severity is Severity.ERROR]


def _mending(failing: Iterable[Judged]) -> Iterator[str]:
    for judged in failing:
        told = [each for each in judged.report.findings if each.severity is not Severity.INFO]
        if judged.span is not None and any(each.fix is not None for each in told):
            yield (
                f"sgm fix --range {_word(judged.span)} mends what is marked [*] in your files:"
                " look at git diff, commit, and push again"
            )
            return


def _consenting(errors: Iterable[Finding]) -> Iterator[str]:
    """How to lose on purpose what commits have lost already: a consent counts in any of them."""
    lines = [*dict.fromkeys(line for each in errors for line in _consent(each))]
    shown = lines[:]
    while len("".join(shown)) > _MOST and len(shown) > 1:
        shown.pop()
    if shown:
        said = [part for line in shown for part in ("-m", line)]
        number = len(lines) - len(shown)
        more = f" (and -m so for {number} more)" if number else ""
        command = shlex.join([*_CONSENT, *said])
        yield f"to drop it on purpose after all: {command}{more}; then push again"


def _consent(lost: Finding) -> Iterator[str]:
    """The line that consents to a loss, if that can be said without showing a secret."""
    is_loss = lost.code[0] == _LOST and lost.code != _BLENDED  # nothing is lost in a blend
    if is_loss and lost.id and lost.pointer:
        line = Consent(lost.id, lost.pointer).line()
        yield from [line] * (masked(line) == line)


def _word(span: str) -> str:
    return visible(shlex.quote(span))
