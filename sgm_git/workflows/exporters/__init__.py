"""Exporters: records as other tools read them. Pure: records in, bytes out.

``jsonl`` and ``json`` give one text with every record exactly as declared, ``okf`` a bundle of
files. The importers of the same names give the records back.
"""

from __future__ import annotations

from sgm_git.workflows.exporters.okf import Bundle, StoredDocument, okf_bundle
from sgm_git.workflows.exporters.sgm_json import write_json, write_jsonl

__all__ = ["TEXT_EXPORTERS", "Bundle", "StoredDocument", "okf_bundle"]

TEXT_EXPORTERS = {"jsonl": write_jsonl, "json": write_json}
"""The formats that are one text: records to chunks of bytes."""
