"""Back and forward as in a browser."""

from __future__ import annotations

from inspector.ui.shell.history import LIMIT, History, Visit
from inspector.workspace.location import Location, location

A, B, C, D = (location(f"/{name}") for name in "abcd")


def went(visit: Visit | None) -> Location | None:
    return visit.place if visit is not None else None


def test_going_back_and_forward() -> None:
    history = History()
    assert history.current is None
    assert history.back() is None
    for place in (A, B, C):
        history.visit(place)
    assert went(history.back()) == B
    assert went(history.back()) == A
    assert not history.can_go_back()
    assert history.back() is None
    assert went(history.forward()) == B
    assert history.current == B


def test_a_new_place_forgets_what_lay_forward() -> None:
    history = History()
    for place in (A, B, C):
        history.visit(place)
    history.back()
    history.visit(D)
    assert not history.can_go_forward()
    assert went(history.back()) == B


def test_where_the_reader_is_within_a_place_is_kept_with_what_lies_forward() -> None:
    history = History()
    history.amend(A)
    assert history.current is None
    for place in (A, B, C):
        history.visit(place)
    history.back()
    history.amend(D)
    assert history.current == D
    assert went(history.forward()) == C
    assert went(history.back()) == D
    history.amend(A)
    assert not history.can_go_back(), "no step leads nowhere"


def test_being_there_already_changes_nothing() -> None:
    history = History()
    for place in (A, B, B):
        history.visit(place)
    assert went(history.back()) == A
    history.visit(A)
    assert history.can_go_forward()


def test_only_the_last_places_are_kept() -> None:
    history = History()
    for number in range(LIMIT + 50):
        history.visit(location(f"/{number}"))
    steps = 0
    while history.back():
        steps += 1
    assert steps == LIMIT - 1


def test_how_a_place_stood_is_kept_with_it() -> None:
    history = History()
    history.visit(A)
    history.amend(A, "row 7 on top")
    history.visit(B)
    back = history.back()
    assert back == Visit(A, "row 7 on top")
    history.visit(C)
    history.amend(A, "row 9 on top")
    assert not history.can_go_back(), "no step leads nowhere"
    assert history.current == A
