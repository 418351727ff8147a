"""Which criterion held when? Results of tests as a matrix of criteria and moments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.families.replay.beside import CriterionResult


@dataclass(frozen=True)
class CriteriaMatrix:
    """Criteria down, moments across."""

    criteria: tuple[str, ...]
    """Each once, in the order in which they were first tested."""
    moments: tuple[str, ...]
    """Times as stored, in order."""
    cells: tuple[tuple[str, ...], ...]
    """passed, failed or unknown for each criterion and moment; empty where it was not tested then."""


def criteria_matrix(tests: Sequence[CriterionResult]) -> CriteriaMatrix:
    """The matrix of some results; of two of one criterion at one moment the last counts."""
    criteria = tuple(dict.fromkeys(one.criterion for one in tests))
    moments = tuple(sorted({one.at for one in tests}))
    words = {True: "passed", False: "failed", None: "unknown"}
    found = {(one.criterion, one.at): words[one.passed] for one in tests}
    cells = tuple(tuple(found.get((criterion, at), "") for at in moments) for criterion in criteria)
    return CriteriaMatrix(criteria, moments, cells)
