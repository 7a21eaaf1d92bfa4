"""Why a reviewer should look at a record before others (DESIGN 8 and 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.record import fields
from sgm_git.record.spoken import quoted
from sgm_git.witness.reading import Standing
from sgm_git.witness.standing import declared_as_of
from sgm_git.witness.trust import Trust
from sgm_git.workflows.review.model import Concern, ConcernKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonObject
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.review.model import RecordReview

HIDDEN_CODES = ("F112", "F113")
"""The codes of text that nobody sees."""

_KINDS = {
    **dict.fromkeys(HIDDEN_CODES, ConcernKind.HIDDEN),
    "P312": ConcernKind.UNSIGNED,
    "G903": ConcernKind.UNSIGNED,
}
_WORD = ("P301", "P302")
_OTHER_TIME = "given another time: "
_CLAIMS = ("agent", "created_at", "origin", "session")
_DISPUTING = "P"
_OF_SHAPE = "S"
_NAMING = ("id", "aliases")
_IN_TIME = {Standing.CURRENT, Standing.STALE}
_ORDER = list(ConcernKind)


def concerns(each: RecordReview, others: Iterable[Concern] = ()) -> tuple[Concern, ...]:
    """Give all concerns about a record, the gravest first, ``others`` among them."""
    found = [
        *_by_findings(each),
        *_disputed(each),
        *_binding(each),
        *_word(each),
        *_flips(each),
        *_reason(each),
        *_given_up(each),
        *_grown_old(each),
        *others,
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda concern: _ORDER.index(concern.kind)))


def unsigned(each: RecordReview, others: Iterable[Finding]) -> Iterator[Concern]:
    """Give the concerns about a record that commits of the range made which lack a signature.

    ``others`` are findings about no record; those about such a commit name it.
    """
    made = {step.commit for step in each.steps}
    for finding in others:
        if _KINDS.get(finding.code) is ConcernKind.UNSIGNED and finding.commit in made:
            yield Concern(ConcernKind.UNSIGNED, f"{finding.code} {finding.message}")


def _by_findings(each: RecordReview) -> Iterator[Concern]:
    for finding in each.new:
        kind = _KINDS.get(finding.code)
        if kind is not None:
            yield Concern(kind, f"{finding.code} {finding.message}")


def _disputed(each: RecordReview) -> Iterator[Concern]:
    """What disputes it, and did not before; what is a finding is told as that."""
    errors = [finding for finding in each.new if finding.severity is Severity.ERROR]
    found = list(filter(_is_disputing, errors))
    changed = _claims_changed(each)
    yield from (Concern(ConcernKind.DISPUTED, _never(f, changed)) for f in found)
    told = tuple(finding.code for finding in found)
    for word in _newly_wrong(each):
        kind = _KINDS.get(word.partition(" ")[0], ConcernKind.DISPUTED)
        if kind is not ConcernKind.HIDDEN and not word.startswith((*told, _OF_SHAPE)):
            yield Concern(kind, word)


def _is_disputing(finding: Finding) -> bool:
    return finding.code.startswith(_DISPUTING) and finding.code not in _KINDS


def _never(finding: Finding, changed: Collection[str]) -> str:
    """What a finding says; in short where it is about a change that is told as one of its word."""
    name = (finding.pointer or "").rpartition("/")[2]
    is_told = finding.code in _WORD and (name in changed or not changed)
    return f"{finding.code} {f'{name} never changes' if is_told else finding.message}"


def _newly_wrong(each: RecordReview) -> Sequence[str]:
    if each.after is None or each.after.trust is not Trust.DISPUTED:
        return ()
    known = () if each.before is None else each.before.wrong
    return [word for word in each.after.wrong if word not in known]


def _binding(each: RecordReview) -> Iterator[Concern]:
    bound, binds = _binds(each.before), _binds(each.after)
    if bound and binds:
        yield from _rule_changes(each)
    elif binds:
        was = "it is new" if each.before is None else f"it was {_taken(each.before)}"
        yield Concern(ConcernKind.BINDS, f"{was}, and will bind everybody who reads it")
    elif bound:
        yield Concern(ConcernKind.UNBINDS, f"it bound, and {_left(each)}")


def _rule_changes(each: RecordReview) -> Iterator[Concern]:
    names = _names(each)
    if names:
        yield Concern(ConcernKind.RULE_CHANGES, f"it binds, and says something else: {names}")


def _binds(reading: Reading | None) -> bool:
    return reading is not None and reading.binds


def _left(each: RecordReview) -> str:
    """What became of a rule that binds no more."""
    if each.diff.after is None:
        return "is removed" if each.left_at is None else _no_record(each.left_at)
    if each.after is None:
        return "cannot be read any more"
    return f"will be {_taken(each.after)}"


def _no_record(path: str) -> str:
    return f"is no record any more: its file lies in {quoted(path)}, below no root or ignored"


def _taken(reading: Reading) -> str:
    said = reading.standing.value.replace("-", " ")
    if reading.successors:
        said += f", superseded by {', '.join(map(quoted, reading.successors))}"
    return f"{said}, and disputed" if reading.trust is Trust.DISPUTED else said


def _word(each: RecordReview) -> Iterator[Concern]:
    """Whose word it is given as, and of when: told whoever consents to the change."""
    changed = _claims_changed(each)
    start = _OTHER_TIME if list(changed) == ["created_at"] else ""
    for name, said in changed.items():
        yield Concern(ConcernKind.WORD_CHANGES, f"{start}{name} {said}")
    for finding in () if changed else each.new:
        if finding.code in _WORD:
            yield Concern(ConcernKind.WORD_CHANGES, f"{finding.code} {finding.message}")


def _claims_changed(each: RecordReview) -> dict[str, str]:
    """What each claim was and is that differs, by its name."""
    old, new = each.diff.records
    if old is None or new is None:
        return {}
    was, now = fields.provenance(old), fields.provenance(new)
    found = {}
    for name in _CLAIMS:
        before, after = was.get(name), now.get(name)
        if before != after:
            shown = [quoted(v) if isinstance(v, str) else "nothing" for v in (before, after)]
            found[name] = f"was {shown[0]}, and is {shown[1]}"
    return found


def _flips(each: RecordReview) -> Iterator[Concern]:
    before, after = each.before, each.after
    if before is None:
        return
    if after is not None:
        said = _flip(each, before, after)
    elif before.type == "decision" and not (before.standing is Standing.HISTORY or _stays(each)):
        said = f"it was {_worded(before)}, and {_left(each)}"
    else:
        return
    if said:
        yield Concern(ConcernKind.FLIPS, said)


def _stays(each: RecordReview) -> bool:
    """Whether its file stays as it is, and roots or ignores go: that is told once for all."""
    return each.diff.before is not None and each.diff.before.path == each.left_at


def _flip(each: RecordReview, before: Reading, after: Reading) -> str:
    """How it is to be taken otherwise; empty where it is not, or where others say so."""
    if before.binds != after.binds or _is_routine(before, after):
        return ""
    is_retyped = before.type != after.type
    if is_retyped or before.standing is not after.standing or _is_renamed(before, after):
        was, will = (_worded(each, with_type=is_retyped) for each in (before, after))
        return f"it was {was}, and will be {will}"
    return _rewritten(each, after)


def _rewritten(each: RecordReview, after: Reading) -> str:
    """That a decision which is settled does not say what was decided; empty where it does."""
    is_settled = after.type == "decision" and after.standing is Standing.SETTLED
    names = _names(each) if is_settled else ""
    return f"it is settled, and says something else: {names}" if names else ""


def _is_routine(before: Reading, after: Reading) -> bool:
    """Whether it goes on as such records do: work that is done, a status that grows old."""
    standings = {before.standing, after.standing}
    is_work = "task" in (before.type, after.type) and Standing.HISTORY not in standings
    return is_work or standings <= _IN_TIME


def _is_renamed(before: Reading, after: Reading) -> bool:
    """Whether a decision is of the same standing by another word."""
    return after.type == "decision" and before.taken.word != after.taken.word


def _worded(reading: Reading, *, with_type: bool = False) -> str:
    word = reading.taken.word
    said = _taken(reading) if word is None else f"{_taken(reading)} ({quoted(word)})"
    return f"{quoted(reading.type or 'record')} {said}" if with_type else said


def _reason(each: RecordReview) -> Iterator[Concern]:
    old, new = each.diff.records
    if old is None or new is None or "decision" not in (old.get("type"), new.get("type")):
        return
    if _has_reason(old) and not _has_reason(new):
        yield Concern(ConcernKind.REASON_LOST, "it had a rationale, and has none")


def _has_reason(record: JsonObject) -> bool:
    given = fields.annotation_values(record, "rationale")
    return any(isinstance(value, str) and value.strip() for value in given)


def _given_up(each: RecordReview) -> Iterator[Concern]:
    for consent in each.consents:
        yield Concern(ConcernKind.GIVES_UP, f"{consent.pointer} may be dropped or changed")


def _grown_old(each: RecordReview) -> Iterator[Concern]:
    after = each.after
    if after is None or after.type != "status":
        return
    before = each.before
    if after.standing is Standing.STALE and (
        before is None or before.standing is not Standing.STALE
    ):
        yield Concern(ConcernKind.GREW_OLD, "it is too old to rely on when it arrives")
    elif before is not None and _is_reworded(before, after):
        said = "its words changed, and not the time that they are of"
        yield Concern(ConcernKind.GREW_OLD, said)


def _is_reworded(before: Reading, after: Reading) -> bool:
    moment = declared_as_of(after.record)
    is_same_time = moment is not None and moment == declared_as_of(before.record)
    return is_same_time and before.record.get("content") != after.record.get("content")


def _names(each: RecordReview) -> str:
    """The fields of what it says that differ, and not of who says so, or of how it is called."""
    found = (change.kind or change.pointer[0] for change in each.diff.changes if change.pointer)
    left_out = ("provenance", *(_NAMING if _keeps_names(each) else ()))
    return ", ".join(dict.fromkeys(name for name in found if name not in left_out))


def _keeps_names(each: RecordReview) -> bool:
    """Whether it has another id, and its old one among its aliases, which are the same else."""
    old, new = each.diff.records
    if old is None or new is None or old.get("id") == new.get("id"):
        return False
    was, now = (record.get("aliases") or [] for record in (old, new))
    return isinstance(was, list) and isinstance(now, list) and _alike([*was, old.get("id")], now)


def _alike(names: Sequence[object], others: Sequence[object]) -> bool:
    return all(name in others for name in names) and all(name in names for name in others)
