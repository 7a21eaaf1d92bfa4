"""The figures of DESIGN section 14, as ratios from one run: ``python -m tests.benchmarks``.

A report, not a test: it prints what it measured beside the budget and always exits 0.
"""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
from collections import defaultdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from tests.benchmarks.cases import Case, cases, cases_of_any_size
from tests.benchmarks.conflicts import WHAT, conflict_lines
from tests.benchmarks.corpus import Layout
from tests.benchmarks.measure import compare
from tests.benchmarks.scaling import exponents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.benchmarks.measure import Ratio

_BESIDE = 20_000  # records at which both layouts are measured unless one is asked for
_LAYOUTS: tuple[Layout, ...] = get_args(Layout)


def main() -> None:
    """Build the stores that are asked for, measure every case, print tables of each and all."""
    options = _options()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, median of {options.runs}")
    print(f"{'what':<44} {'seconds':>8} {'baseline':>9} {'ratio':>7} {'MB':>6}  budget")
    grown: dict[tuple[str, Layout], dict[int, Ratio]] = defaultdict(dict)
    with tempfile.TemporaryDirectory() as scratch:
        _all(cases_of_any_size(Path(scratch)), options)
        if options.only in WHAT:
            for line in conflict_lines(Path(scratch)):
                print(line, flush=True)
        for records in options.records:
            for layout in _layouts(records, options.layout):
                print(f"\n{records:,} records, {layout} layout")
                for case, measured in _all(cases(Path(scratch), records, layout), options):
                    grown[case.what, layout][records] = measured
    _print_growth(grown)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--records", type=int, nargs="+", default=[2_000], metavar="N")
    parser.add_argument("--layout", choices=[*_LAYOUTS, "both"], help="default: see DESIGN 14")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="measure the cases whose name holds this")
    return parser.parse_args()


def _layouts(records: int, asked: str | None) -> tuple[Layout, ...]:
    """The sharded layout, at one size the default one beside it, or what was asked for."""
    is_both = asked == "both" or (asked is None and records == _BESIDE)
    wanted = _LAYOUTS if is_both else (asked or "sharded",)
    return tuple(layout for layout in _LAYOUTS if layout in wanted)


def _all(found: Iterable[Case], options: argparse.Namespace) -> list[tuple[Case, Ratio]]:
    """Measure the cases that are wanted and print each as soon as it is known."""
    return [(case, _report(case, options.runs)) for case in found if options.only in case.what]


def _report(case: Case, runs: int) -> Ratio:
    measured = compare(case.command, case.baseline, runs, case.floor)
    print(
        f"{case.what:<44} {measured.seconds:8.3f} {measured.baseline_seconds:9.3f}"
        f" {measured.ratio:7.2f} {measured.megabytes:6.0f}  {case.budget}",
        flush=True,
    )
    return measured


def _print_growth(grown: dict[tuple[str, Layout], dict[int, Ratio]]) -> None:
    rows = list(_growth(grown))
    if rows:
        print(
            "\ngrowth: the exponent of the seconds, budget 1.1; MB at the larger size, budget 250"
        )
    for sizes, group in groupby(rows, key=lambda row: row[0]):
        print(sizes)
        for _, line in group:
            print(line)


def _growth(grown: dict[tuple[str, Layout], dict[int, Ratio]]) -> Iterator[tuple[str, str]]:
    """Give each two sizes and a line for each case that was measured at both."""
    found = [
        (small, large, what, layout, exponent)
        for (what, layout), by_size in grown.items()
        for small, large, exponent in exponents({n: r.seconds for n, r in by_size.items()})
    ]
    for small, large, what, layout, exponent in sorted(found, key=lambda row: row[:2]):
        megabytes = grown[what, layout][large].megabytes
        yield (
            f"{small:,} to {large:,} records",
            f"  {what:<32} {layout:<9} {exponent:6.2f} {megabytes:6.0f}",
        )


if __name__ == "__main__":
    main()
