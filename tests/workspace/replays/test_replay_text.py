"""Replays as Markdown, lines and JSON: nothing that an agent wrote leaves its block."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from inspector.families.replay.beside import CriterionResult
from inspector.workspace.replays.criteria_matrix import criteria_matrix
from inspector.workspace.replays.plain_markdown import fenced, span

_WILD = st.text(st.sampled_from("`~\n\r\t <>[]()!|#*_\\a\u202e\u2028\x1b\x00é"), max_size=60)


@given(_WILD | st.text(max_size=60), _WILD)
def test_no_text_ends_its_block(text: str, language: str) -> None:
    first, *inside, last = fenced(text, language).split("\n")
    fence = re.match("`{3,}", first)
    assert fence is not None
    assert last == fence.group()
    assert re.fullmatch("[a-z0-9+#]+", first[fence.end() :])
    assert not any(line.strip().startswith(last) for line in inside)
    assert not any(sign in "".join(inside) for sign in "\r\x1b\x00\u202e\u2028")


@given(_WILD | st.text(max_size=60))
def test_no_text_leaves_its_span(text: str) -> None:
    shown = span(text)
    assert "\n" not in shown
    if shown != "(empty)":
        ticks = re.match("`+", shown)
        assert ticks is not None
        assert shown.endswith(ticks.group())
        inside = shown[len(ticks.group()) : -len(ticks.group())]
        assert all(len(run) != len(ticks.group()) for run in re.findall("`+", inside))


def test_tests_stand_in_a_matrix_of_criteria_and_moments() -> None:
    tests = [
        CriterionResult(1, "A", "", False, "", "10:00"),
        CriterionResult(2, "B", "", True, "", "10:00"),
        CriterionResult(3, "A", "", True, "", "11:00"),
        CriterionResult(4, "B", "", None, "", "12:00"),
    ]
    matrix = criteria_matrix(tests)
    assert (matrix.criteria, matrix.moments) == (("A", "B"), ("10:00", "11:00", "12:00"))
    assert matrix.cells == (("failed", "passed", ""), ("passed", "", "unknown"))
