"""Texts worth reading are found in JSON of any shape, and settings are not read like a conversation."""

import json

from inspector.workspace.rows.readable import LENGTH, MOST, readable_texts


def test_what_was_said_is_found_wherever_it_stands():
    entry = {"_t": "assistant", "uuid": "0", "content": [{"type": "text", "text": "Hi"}, {"type": "thinking", "n": 1}]}
    assert readable_texts(json.dumps(entry)) == (("content[0].text", "Hi"),)


def test_long_texts_are_taken_whatever_their_name_and_short_words_are_not():
    found = readable_texts(json.dumps({"mode": "auto", "odd": "w " * 60, "lines": "a\nb"}))
    assert [path for path, _ in found] == ["odd", "lines"]


def test_commands_in_a_list_of_settings_are_not_for_reading():
    assert readable_texts(json.dumps({"hooks": [{"command": "echo"}]})) == ()
    assert readable_texts(json.dumps({"input": {"command": "ls"}})) == (("input.command", "ls"),)


def test_it_is_bounded_and_reads_what_is_cut_off():
    many = json.dumps([{"text": "z" * 9000} for _ in range(20)])
    found = readable_texts(many)
    assert len(found) <= MOST
    assert all(len(text) <= LENGTH + 1 for _, text in found)
    assert readable_texts('{"text": "begun') == (("text", "begun"),)


def test_plain_text_is_not_json():
    assert readable_texts("hello") == ()
    assert readable_texts("[note] hello") == ()
