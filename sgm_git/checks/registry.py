"""Every rule, once: its code, name, weight, and the function that judges and explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks import (
    ambiguous,
    blends,
    body_status,
    claims_created,
    claims_modified,
    claims_people,
    claims_signed,
    claims_times,
    configuration,
    files,
    governance,
    governance_approvals,
    hidden,
    identity,
    links,
    losses,
    personal,
    places,
    schema,
    secrets_found,
    stamps,
    statements,
    unrendered,
)
from sgm_git.checks.rule import Rule
from sgm_git.findings import Severity
from sgm_git.policy.nearest import nearest

if TYPE_CHECKING:
    from sgm_git.checks.rule import DocumentCheck, StoreCheck, WitnessCheck

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

FILE_RULES: tuple[Rule[DocumentCheck], ...] = (
    Rule("F101", "no-front-matter", _E, files.no_front_matter),
    Rule("F102", "front-matter-open", _E, files.front_matter_open),
    Rule("F103", "not-yaml", _E, files.not_yaml),
    Rule("F104", "key-twice", _E, files.key_twice),
    Rule("F105", "not-utf-8", _E, files.not_utf_8),
    Rule("F106", "conflict-markers", _E, files.conflict_markers),
    Rule("F107", "over-limits", _E, files.over_limits),
    Rule("F108", "not-json", _E, files.not_json),
    Rule("F109", "second-front-matter", _E, files.second_block),
    Rule("F110", "readers-disagree", _W, ambiguous.readers_disagree, fixable=True),
    Rule("F111", "content-twice", _E, files.content_twice),
    Rule("F112", "hidden-characters", _W, hidden.hidden_characters),
    Rule("F113", "text-not-rendered", _W, unrendered.text_unrendered),
    Rule("F114", "behind-a-link", _W, files.behind_link),
)
"""Rules about a file, whether it can be read or not."""

RECORD_RULES: tuple[Rule[DocumentCheck], ...] = (
    Rule("S201", "breaks-schema", _E, schema.breaks_schema),
    Rule("S202", "time-unreadable", _E, schema.time_unreadable),
    Rule("S203", "type-unknown", _I, schema.type_unknown),
    Rule("S204", "kind-unknown", _I, schema.kind_unknown),
    Rule("S205", "decision-bare", _W, statements.decision_bare),
    Rule("S206", "decision-status-unknown", _W, statements.decision_status_unknown),
    Rule("S207", "breaks-team-schema", _E, schema.breaks_team_schema),
    Rule("S208", "status-undated", _W, statements.status_undated),
    Rule("S209", "modified-without-stamps", _W, stamps.modified_without_stamps),
    Rule("S210", "scope-differs", _E, stamps.scope_differs, fixable=True),
    Rule("S211", "modified-before-created", _E, stamps.modified_before_created),
    Rule("S212", "stamps-without-modified", _W, stamps.stamps_without_modified, fixable=True),
    Rule("S213", "incomplete", _E, schema.incomplete, fixable=True),
    Rule("S214", "statuses-several", _W, statements.statuses_several),
    Rule("S215", "rule-status-unknown", _W, statements.rule_status_unknown),
    Rule("S216", "dated-ahead", _W, statements.dated_ahead),
    Rule("L508", "body-disagrees", _W, body_status.body_disagrees),
    Rule("G904", "decision-unreasoned", _E, governance.decision_unreasoned),
)
"""Rules about one record that was read."""

SECRET_RULES: tuple[Rule[DocumentCheck], ...] = (
    Rule("X601", "secret", _E, secrets_found.secret),
    Rule("X602", "personal-number", _W, personal.personal_number),
)
"""Rules about what must not get out, in any file, whether it can be read or not."""

WITNESS_RULES: tuple[Rule[WitnessCheck], ...] = (
    Rule("P301", "created-at-changed", _E, claims_created.created_at_changed),
    Rule("P302", "creator-changed", _E, claims_created.creator_changed),
    Rule("P303", "stamps-lag", _W, claims_modified.stamps_lag, fixable=True),
    Rule("P304", "later-than-commit", _E, claims_times.later_than_commit),
    Rule("P305", "modifier-foreign", _E, claims_people.modifier_foreign, fixable=True),
    Rule("P307", "modified-without-version", _I, claims_modified.modified_without_version),
    Rule("P310", "creator-foreign", _I, claims_people.creator_foreign),
    Rule("P311", "modified-at-went-back", _W, claims_modified.went_backwards, fixable=True),
    Rule("P315", "long-before-commit", _W, claims_times.long_before_commit),
    Rule("P316", "unlikely-commit-time", _I, claims_times.unlikely_commit_time),
)
"""Rules about one record before history."""

COMMIT_RULES: tuple[Rule[object], ...] = (
    Rule("P312", "signature-missing", _E, claims_signed.signature_missing),
    Rule("P313", "history-cut", _E, claims_signed.history_cut),
    Rule("P314", "trust-file-changed", _E, claims_signed.trust_file_changed),
)
"""Rules about commits and about what is there of history; those who look at it run them."""

POLICY_RULES: tuple[Rule[object], ...] = (
    Rule("G901", "type-guarded", _E, governance.type_guarded),
    Rule("G902", "scope-guarded", _E, governance.scope_guarded),
    Rule("G903", "rule-unapproved", _E, governance_approvals.rule_unapproved),
)
"""Rules about what a team allows to whom; those who look at commits run them."""

KEEPING_RULES: tuple[Rule[object], ...] = (
    Rule("K401", "unknown-field-gone", _E, losses.unknown_fields_gone, fixable=True),
    Rule("K402", "annotation-lost", _E, losses.annotations_lost, fixable=True),
    Rule("K403", "type-claimed", _E, losses.type_claimed),
    Rule("K404", "value-retyped", _W, losses.values_retyped, fixable=True),
    Rule("K405", "provenance-lost", _E, losses.provenance_lost, fixable=True),
    Rule("K406", "record-deleted", _I, losses.record_deleted),
    Rule("K407", "blended", _E, blends.blended),
)
"""Rules about states of one record; ``keeping.keep`` runs those about two of them."""

STORE_RULES: tuple[Rule[StoreCheck], ...] = (
    Rule("L501", "id-twice", _E, identity.id_twice),
    Rule("L502", "link-to-nothing", _W, links.link_to_nothing),
    Rule("L503", "id-changed", _E, identity.id_changed),
    Rule("L504", "names-fold-alike", _E, identity.names_fold_alike),
    Rule("L505", "off-layout", _I, places.off_layout, fixable=True),
    Rule("L506", "superseded-by-nothing", _W, links.superseded_by_nothing),
    Rule("L507", "supersession-in-circle", _E, links.supersession_in_circle),
    Rule("L511", "ids-look-alike", _W, identity.ids_look_alike),
    Rule("L512", "conflict-copy", _W, places.conflict_copy, fixable=True),
)
"""Rules about all records of a store together."""

CONFIG_RULES: tuple[Rule[object], ...] = (
    Rule("C801", "unknown-in-config", _W, configuration.unknown_in_config),
)
"""Rules about what stands in ``.sgm``."""

RULES: tuple[Rule[object], ...] = tuple(
    sorted(
        (
            *(*FILE_RULES, *RECORD_RULES, *WITNESS_RULES, *COMMIT_RULES),
            *(*KEEPING_RULES, *STORE_RULES, *POLICY_RULES, *SECRET_RULES, *CONFIG_RULES),
        ),
        key=lambda rule: "FSPKLGXC".index(rule.family) * 1_000 + int(rule.code[1:]),
    )
)
"""All of them, family by family in the order of DESIGN section 6."""

_MISTAKEN = str.maketrans({"O": "0", "I": "1", "-": None, "_": None, " ": None})
_BY_CODE = {rule.code: rule for rule in RULES}


def rule(code: str) -> Rule[object] | None:
    """The rule of that code, or of that name, in either case; None where there is none."""
    found = _BY_CODE.get(code.upper())
    return found or next((each for each in RULES if each.name == code.lower()), None)


def suggest(code: str) -> str | None:
    """The code or name of a rule that somebody probably meant."""
    plain = code.upper().translate(_MISTAKEN)
    if plain in _BY_CODE:
        return plain
    return nearest(plain, _BY_CODE) or nearest(code, [each.name for each in RULES])
