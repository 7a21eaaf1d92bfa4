"""What verdicts rest on besides the records themselves."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sgm_git.store.trusted import TRUST_PATHS
from sgm_git.workflows.reading.warm import lasting_ground

if TYPE_CHECKING:
    from sgm_git.workflows.reading.about import Ground
    from sgm_git.workflows.reading.state import State


def ground_of(state: State) -> Ground:
    """Give what must be the same for what is kept to hold. Raises CannotRun where git cannot."""
    records, side = state.records, state.side
    repository, settings = records.repository, records.settings
    told = repr((settings.config, settings.schemas.digest, settings.roots.digest))
    word = [] if side.oid is None else [(side.oid, path) for path in TRUST_PATHS]
    return {
        **lasting_ground(repository),
        "settings": hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest(),
        "word": [*repository.blob_ids(word)] if word else [],
        "side": side.kind.value,
    }
