import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.queries.chart_spec import ChartSpec
from inspector.workspace.answers import chart_data
from inspector.workspace.answers.answer_timeline import answer_timeline, time_column
from inspector.workspace.answers.chart_data import chart_of, column_kinds, fitting, guessed

DAYS = [("2026-05-01", "in", 3), ("2026-05-02", "in", 5), ("2026-05-01", "out", 2), ("2026-05-03", "out", None)]
NAMES = ("day", "way", "n")


def test_columns_are_told_by_what_they_hold():
    assert column_kinds(NAMES, DAYS) == ("time", "word", "number")
    rows = [(1_779_226_200_000, "a", 1.5), (None, None, None)]
    assert column_kinds(("at", "w", "x"), rows, (True, False, False)) == ("time", "word", "number")
    assert column_kinds(("at",), rows[:1]) == ("number",)
    assert column_kinds(("a",), []) == ("word",)


@pytest.mark.parametrize(
    ("names", "kinds", "wanted"),
    [
        (NAMES, ("time", "word", "number"), ChartSpec("line", "day", ("n",), "way")),
        (("tool", "calls"), ("word", "number"), ChartSpec("bar", "tool", ("calls",))),
        (("ms", "bytes"), ("number", "number"), ChartSpec("scatter", "ms", ("bytes",))),
        (("id", "ms"), ("number", "number"), ChartSpec("histogram", "ms")),
        (("a", "b"), ("word", "time"), ChartSpec("histogram", "b")),
        (("a", "b"), ("word", "word"), None),
    ],
)
def test_a_chart_is_guessed(names, kinds, wanted):
    assert guessed(names, kinds) == wanted


def test_a_chart_of_a_header_fits_whatever_the_case_of_names():
    assert fitting(ChartSpec("bar", "DAY", ("N",), "Way"), NAMES) == ChartSpec("bar", "day", ("n",), "way")
    assert fitting(ChartSpec("bar", "day", ("other",)), NAMES) is None


def test_lines_stand_by_time_a_series_for_each_group_and_what_is_missing_is_told():
    kinds = column_kinds(NAMES, DAYS)
    chart = chart_of(ChartSpec("line", "day", ("n",), "way"), NAMES, kinds, DAYS)
    assert [(one.name, list(one.y), list(one.rows)) for one in chart.series] == [
        ("in", [3, 5], [0, 1]),
        ("out", [2], [2]),
    ]
    assert chart.series[0].x[1] - chart.series[0].x[0] == 86_400
    assert chart.notes == ("1 row without a number or time is not drawn.",)


def test_bars_stand_by_words_and_rows_of_one_word_are_added():
    rows = [("a", 1), ("b", 2), ("a", 3), (None, 1), ("", 1)]
    chart = chart_of(ChartSpec("bar", "w", ("n",)), ("w", "n"), ("word", "number"), rows)
    assert chart.places == ("a", "b", "NULL", "(empty)")
    assert list(chart.series[0].y) == [4, 2, 1, 1]
    assert list(chart.series[0].rows) == [-1, 1, 3, 4]
    assert chart.notes == ("Rows of one w are added up.",)


def test_a_histogram_counts_every_number_once():
    rows = [(float(n),) for n in range(1000)] + [(None,), ("x",)]
    chart = chart_of(ChartSpec("histogram", "v"), ("v",), ("number",), rows)
    assert chart.series[0].y.sum() == 1000
    assert chart.notes == ("2 rows without a number or time are not drawn.",)
    whole = chart_of(ChartSpec("histogram", "v"), ("v",), ("number",), [(1,), (2,), (2,), (4,)])
    assert list(whole.series[0].y) == [1, 2, 0, 1]
    one = chart_of(ChartSpec("histogram", "v"), ("v",), ("number",), [(7,)])
    assert one.series[0].y.sum() == 1


def test_what_is_too_much_is_thinned_and_told_and_no_peak_is_lost(monkeypatch):
    monkeypatch.setattr(chart_data, "MOST_POINTS", 100)
    rows = [(n, 1000 if n == 4321 else n % 7) for n in range(10_000)]
    chart = chart_of(ChartSpec("line", "x", ("y",)), ("x", "y"), ("number", "number"), rows)
    assert len(chart.series[0].x) <= 100
    assert chart.series[0].y.max() == 1000
    assert chart.notes == ("Of 10,000 points 100 are drawn.",)
    scattered = chart_of(ChartSpec("scatter", "x", ("y",)), ("x", "y"), ("number", "number"), rows)
    assert len(scattered.series[0].x) == 100


def test_many_words_and_many_series_are_bounded_and_told(monkeypatch):
    monkeypatch.setattr(chart_data, "MOST_PLACES", 3)
    monkeypatch.setattr(chart_data, "MOST_SERIES", 2)
    rows = [(f"w{n}", n, f"g{n % 4}") for n in range(8)]
    chart = chart_of(ChartSpec("bar", "w", ("n",), "g"), ("w", "n", "g"), ("word", "number", "word"), rows)
    assert len(chart.places) == 3
    assert len(chart.series) == 2
    assert any("more values of g" in note for note in chart.notes)
    assert any("further values of w" in note for note in chart.notes)


def test_infinite_numbers_are_not_drawn():
    rows = [(1, float("inf")), (2, 1.0)]
    chart = chart_of(ChartSpec("scatter", "x", ("y",)), ("x", "y"), ("number", "number"), rows)
    assert list(chart.series[0].y) == [1.0]


def test_an_answer_is_a_timeline_by_its_time():
    names = ("at", "kind", "status", "title", "n")
    rows = [
        ("2026-05-02 10:00:00", "chat", "ok", "second", 1),
        ("no time", "chat", "bad", "lost", 2),
        (1_777_600_000, "x", None, "first", 3),
    ]
    kinds = ("time", "word", "word", "word", "number")
    assert time_column(names, kinds) == 0
    assert time_column(names, kinds, "N") == 4
    assert time_column(("a",), ("word",)) is None
    timeline = answer_timeline(names, rows, 0)
    entries = list(timeline)
    assert {entry.title for entry in entries} == {"first", "second", "lost"}
    second = next(entry for entry in entries if entry.title == "second")
    assert (second.kind, second.status, second.text, second.sequence) == ("chat", "ok", "n: 1", 0)
    lost = next(entry for entry in entries if entry.title == "lost")
    assert lost.instant is None
    assert lost.stored == "no time"


def test_each_row_that_is_not_drawn_is_told_once_whatever_the_number_of_colours():
    rows = [("a", 1, None), ("b", None, None), ("c", 3, 4), ("d", "x", 5)]
    names, kinds = ("w", "m", "n"), ("word", "number", "number")
    chart = chart_of(ChartSpec("bar", "w", ("m", "n")), names, kinds, rows)
    assert chart.notes == ("3 rows lack some of these numbers.",)
    chart = chart_of(ChartSpec("line", "m", ("n",), "w"), names, ("word", "number", "number"), rows)
    assert chart.notes == ("3 rows without a number or time are not drawn.",)


def test_bars_stand_by_times_that_can_be_read():
    rows = [(1_779_226_200_000, 2), (1_779_235_200_000, 3), (None, 1)]
    chart = chart_of(ChartSpec("bar", "at", ("n",)), ("at", "n"), ("time", "number"), rows)
    assert chart.places == ("2026-05-19 21:30:00", "2026-05-20", "NULL")


def test_times_alone_are_counted():
    rows = [(f"2026-05-{day:02}T10:00:00Z",) for day in range(1, 29)]
    chart = chart_of(ChartSpec("histogram", "at"), ("at",), ("time",), rows)
    assert (chart.x_kind, chart.series[0].y.sum()) == ("time", 28)


def test_a_chart_that_is_not_wanted_any_more_is_not_made():
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        chart_of(ChartSpec("bar", "w", ("n",)), ("w", "n"), ("word", "number"), [("a", 1)], token)
