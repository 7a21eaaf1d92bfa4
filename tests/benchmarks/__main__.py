"""The figures of DESIGN section 14, as ratios from one run: ``python -m tests.benchmarks``.

A report, not a test: it prints what it measured beside the budget and always exits 0.
"""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
from pathlib import Path

from tests.benchmarks.cases import Case, cases
from tests.benchmarks.measure import compare


def main() -> None:
    """Build the stores that are asked for, measure every case, print one table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--records", type=int, nargs="+", default=[2_000], metavar="N")
    parser.add_argument("--layout", choices=["sharded", "default"], default="sharded")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="measure the cases whose name holds this")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, median of {options.runs}")
    print(f"{'what':<44} {'seconds':>8} {'baseline':>9} {'ratio':>7} {'MB':>6}  budget")
    with tempfile.TemporaryDirectory() as scratch:
        for records in options.records:
            for case in cases(Path(scratch), records, options.layout):
                if options.only in case.name:
                    _report(case, options.runs)


def _report(case: Case, runs: int) -> None:
    measured = compare(case.command, case.baseline, runs)
    print(
        f"{case.name:<44} {measured.seconds:8.3f} {measured.baseline_seconds:9.3f}"
        f" {measured.ratio:7.2f} {measured.megabytes:6.0f}  {case.budget}",
        flush=True,
    )


if __name__ == "__main__":
    main()
