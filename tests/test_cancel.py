"""A token ends work once, from any thread, and what was registered is told exactly once."""

from __future__ import annotations

import threading

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.errors import KnownError


def test_work_goes_on_until_cancelled() -> None:
    token = CancelToken()
    token.check()
    assert not token.cancelled
    token.cancel()
    assert token.cancelled
    with pytest.raises(Cancelled):
        token.check()


def test_being_cancelled_is_not_an_error() -> None:
    assert not issubclass(Cancelled, KnownError)


def test_callbacks_run_once_in_order() -> None:
    token, calls = CancelToken(), []
    token.on_cancel(lambda: calls.append("first"))
    token.on_cancel(lambda: calls.append("second"))
    token.cancel()
    token.cancel()
    assert calls == ["first", "second"]


def test_a_callback_that_comes_late_runs_at_once() -> None:
    token, calls = CancelToken(), []
    token.cancel()
    token.on_cancel(lambda: calls.append("late"))
    assert calls == ["late"]


def test_an_unregistered_callback_is_not_called() -> None:
    token, calls = CancelToken(), []
    forget = token.on_cancel(lambda: calls.append("forgotten"))
    token.on_cancel(lambda: calls.append("kept"))
    forget()
    forget()
    token.cancel()
    forget()
    assert calls == ["kept"]


def test_a_failing_callback_keeps_no_other_from_being_called() -> None:
    token, calls = CancelToken(), []

    def fail() -> None:
        raise OSError("interrupt failed")

    token.on_cancel(fail)
    token.on_cancel(lambda: calls.append("called"))
    with pytest.raises(OSError, match="interrupt failed"):
        token.cancel()
    assert calls == ["called"]
    assert token.cancelled


def test_a_callback_may_register_and_unregister() -> None:
    token, calls = CancelToken(), []
    forget = token.on_cancel(lambda: calls.append("never"))
    forget()
    token.on_cancel(lambda: token.on_cancel(lambda: calls.append("nested"))())
    token.cancel()
    assert calls == ["nested"]


def test_every_callback_is_called_once_when_threads_race() -> None:
    token = CancelToken()
    calls: list[int] = []
    start = threading.Barrier(3)

    def register() -> None:
        start.wait()
        for number in range(2000):
            token.on_cancel(lambda number=number: calls.append(number))

    def cancel() -> None:
        start.wait()
        token.cancel()

    threads = [threading.Thread(target=work) for work in (register, register, cancel)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(calls) == sorted([*range(2000)] * 2)
