"""The settings file keeps every value, survives odd paths and faults, and is never overwritten silently."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.settings import SECTIONS, SETTINGS, Settings, config_dir, private_dir

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
odd_paths = st.binary(min_size=1, max_size=40).map(lambda raw: raw.decode("utf-8", "surrogateescape"))


@pytest.fixture
def file(app_home: Path) -> Path:
    return app_home / "config" / "settings.json"


def test_nothing_chosen_gives_the_defaults_and_writes_no_file(file: Path) -> None:
    settings = Settings()
    assert {one.id: settings.get(one.id) for one in SETTINGS} == {one.id: one.default for one in SETTINGS}
    assert settings.get("window.geometry") is None
    assert not settings.problem
    assert not file.exists()


def test_a_choice_is_there_after_a_restart(file: Path) -> None:
    Settings().set("look.theme", "dark")
    assert file.exists()
    assert Settings().get("look.theme") == "dark"


@given(value=json_values)
def test_any_state_value_comes_back_as_it_was(value: object) -> None:
    Settings().set("window.state", value)
    assert Settings().get("window.state") == value


@given(paths=st.lists(odd_paths, max_size=5))
def test_paths_that_are_not_utf8_survive(paths: list[str]) -> None:
    Settings().set("open.recent", [])
    Settings().set("open.recent", paths)
    assert Settings().get("open.recent") == paths


@pytest.mark.parametrize(
    ("id", "value"),
    [
        ("look.theme", "pink"),
        ("look.reduce_motion", 1),
        ("query.row_limit", True),
        ("query.row_limit", "10"),
        ("query.row_limit", 0),
        ("query.time_limit_s", 10**9),
        ("open.recent", "/a/path"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(id: str, value: object, file: Path) -> None:
    with pytest.raises(ValueError, match=id):
        Settings().set(id, value)
    assert not file.exists()


def test_a_value_that_does_not_fit_in_the_file_is_the_default(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text('{"look.theme": "pink", "query.row_limit": "many", "look.density": "comfortable"}')
    settings = Settings()
    assert settings.get("look.theme") == "system"
    assert settings.get("query.row_limit") == 10_000
    assert settings.get("look.density") == "comfortable"
    assert "look.theme, query.row_limit" in settings.problem


def test_a_value_json_cannot_hold_spoils_nothing() -> None:
    settings = Settings()
    with pytest.raises(TypeError):
        settings.set("window.state", b"bytes")
    settings.set("look.theme", "light")
    assert Settings().get("look.theme") == "light"
    assert settings.get("window.state") is None


def test_changing_a_list_that_was_given_out_changes_no_setting() -> None:
    settings = Settings()
    settings.get("open.recent").append("/default")
    assert Settings().get("open.recent") == []
    mine = ["/a"]
    settings.set("open.recent", mine)
    mine.append("/b")
    settings.get("open.recent").append("/c")
    assert settings.get("open.recent") == Settings().get("open.recent") == ["/a"]
    settings.set("open.recent", mine)
    assert Settings().get("open.recent") == ["/a", "/b"]


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff\xfe", b"[" * 100_000, b""])
def test_an_unreadable_file_is_set_aside_and_said(content: bytes, file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    settings = Settings()
    assert str(file) in settings.problem
    assert settings.get("look.theme") == "system"
    settings.set("look.theme", "dark")
    assert Settings().get("look.theme") == "dark"
    assert [one.read_bytes() for one in file.parent.glob("*.unreadable*")] == [content]


def test_a_second_unreadable_file_does_not_replace_the_first(file: Path) -> None:
    file.parent.mkdir(parents=True)
    for content in ("first {", "second {"):
        file.write_text(content)
        Settings()
    assert sorted(one.read_text() for one in file.parent.glob("*.unreadable*")) == ["first {", "second {"]


def test_a_file_that_cannot_be_written_is_said_and_the_choice_still_counts(app_home: Path) -> None:
    (app_home / "config").write_text("a file where the folder should be")
    settings = Settings(app_home / "config" / "settings.json")
    settings.problem = ""
    settings.set("look.theme", "dark")
    assert "could not be written" in settings.problem
    assert settings.get("look.theme") == "dark"


def test_writing_leaves_nothing_but_the_file(file: Path) -> None:
    settings = Settings()
    for theme in ("dark", "light", "system"):
        settings.set("look.theme", theme)
    assert [one.name for one in file.parent.iterdir()] == ["settings.json"]


def test_listeners_hear_changes_and_only_changes() -> None:
    settings, heard = Settings(), []
    settings.on_change(heard.append)
    settings.set("look.theme", "dark")
    settings.set("look.theme", "dark")
    settings.set("window.zoom", 1)
    settings.set("window.zoom", True)
    assert heard == ["look.theme", "window.zoom", "window.zoom"]


def test_a_reset_setting_is_the_default_again_and_is_no_longer_in_the_file(file: Path) -> None:
    settings, heard = Settings(), []
    settings.set("look.theme", "dark")
    settings.set("query.row_limit", 10_000)
    settings.on_change(heard.append)
    settings.reset("look.theme")
    settings.reset("query.row_limit")
    settings.reset("look.density")
    assert heard == ["look.theme"]
    assert settings.get("look.theme") == "system"
    assert file.read_text() == "{}"


def test_every_setting_fits_its_own_rule_and_says_what_it_means() -> None:
    settings = Settings()
    for one in SETTINGS:
        settings.set(one.id, one.default)
        assert one.doc.endswith(".")
        assert one.title
        assert one.id.partition(".")[0] in SECTIONS
        assert len(one.choice_words) in (0, len(one.choices))
    assert len({one.id for one in SETTINGS}) == len(SETTINGS)


def test_without_the_variable_the_platform_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AGENTDB_INSPECTOR_HOME")
    assert config_dir().is_relative_to(Path.home())
    assert config_dir().name == "agentdb-inspector"


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_private_copies_are_private_even_in_a_folder_made_by_hand(app_home: Path) -> None:
    (app_home / "cache" / "copies").mkdir(parents=True, mode=0o755)
    assert stat.S_IMODE(private_dir().stat().st_mode) == 0o700
