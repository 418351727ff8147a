"""What the editor is made of that needs no window: folding, places, brackets, layout."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.errors import InvalidInput
from inspector.queries.scan import tokens
from inspector.ui.sql.editor import folding
from inspector.ui.sql.editor.folding import Folds
from inspector.ui.sql.editor.layout import laid_out
from inspector.ui.sql.editor.matching import matching_brackets
from inspector.ui.sql.editor.units import to_characters, to_units

TEXTS = st.text(st.sampled_from("ab🦉\n (;'"), max_size=40)


@given(text=TEXTS, at=st.integers(0, 40))
def test_units_and_characters_are_the_same_places(text, at):
    at = min(at, len(text))
    assert to_characters(text, to_units(text, at)) == at


@given(lines=st.lists(st.text("xy🦉", max_size=12), min_size=1, max_size=6), at=st.integers(0, 80))
def test_what_is_folded_unfolds_and_places_stay(lines, at):
    text = "\n".join(lines)
    folds = Folds()
    before, folding.LONGEST = folding.LONGEST, 6
    try:
        shown = folds.fold(text)
    finally:
        folding.LONGEST = before
    assert folds.unfold(shown) == text
    at = min(at, len(text))
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at) if "\n" in text[at:] else len(text)
    back = folds.place_in_text(shown, folds.place_shown(shown, at))
    assert back == at if end - start <= 6 else start <= back <= end


def test_brackets_belong_together_outside_strings():
    text = "SELECT (a, ')' , (b)) -- )"
    assert matching_brackets(text, 7) == (7, 20)
    assert matching_brackets(text, 21) == (20, 7)
    assert matching_brackets("SELECT (", 8) == (7,)
    assert matching_brackets("SELECT 1", 3) == ()


@pytest.mark.parametrize(
    "sql",
    [
        "select a from b where c in (select d from e) order by 1",
        "with x as (select 1 as type) select type, key from x -- it's",
        "SELECT json_extract(a, '$.b') FROM t /* keep\nthis */ WHERE x LIKE '%;%'; select 2;",
        "select case when a then 'A b' else \"C d\" end from [t u]",
        "create temp trigger r after insert on t begin select 1; end",
    ],
)
def test_layout_changes_blanks_and_case_of_keywords_alone(sql):
    made = laid_out(sql)

    def said(text):
        return [t.text.upper() if t.kind == "word" else t.text for t in tokens(text) if t.kind != "space"]

    assert said(made) == said(sql)
    assert "TYPE" not in made
    assert laid_out(made) == made


@given(text=st.text(st.sampled_from("selct from'\"-/*;,()\n x1"), max_size=40))
def test_layout_never_changes_what_is_said(text):
    try:
        made = laid_out(text)
    except InvalidInput:
        return
    assert [t.text.upper().rstrip() for t in tokens(made) if t.kind != "space"] == [
        t.text.upper().rstrip() for t in tokens(text) if t.kind != "space"
    ]


def test_what_is_too_long_is_not_laid_out():
    with pytest.raises(InvalidInput, match="characters"):
        laid_out("SELECT 1;" * 20_000)
