"""Every shape of content that the system writes, as what a bubble shows; one that is not known as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.families.chat import Attached, Choice, Quote
from inspector.families.nanoclaw.chat.shapes import MOST, chosen, read_said

ASKED = {
    "type": "ask_question",
    "questionId": "q1",
    "title": "Confirm",
    "question": "Delete them?",
    "options": [{"label": "Yes", "selectedLabel": "Deleted", "value": "y"}, {"label": "No", "value": "n"}],
}


def said(found: object, kind: str = "chat") -> Any:
    return read_said(kind, json.loads(json.dumps(found)), json.dumps(found))


def test_a_message_of_the_chat_bridge_with_author_reply_attachment_and_its_mark() -> None:
    found = said(
        {
            "_type": "chat:Message",
            "id": "1:2",
            "threadId": "telegram:1",
            "text": "two\nlines",
            "author": {"userId": "1", "userName": "mei", "fullName": "Mei Tanaka", "isBot": False, "isMe": False},
            "metadata": {"dateSent": "2026", "edited": True},
            "attachments": [{"type": "image", "name": "a.jpg", "mimeType": "image/jpeg", "size": 90_211}],
            "replyTo": {"text": "the bill", "sender": "Andy"},
        },
        "chat-sdk",
    )
    assert (found.shape, found.text, found.sender, found.edited) == ("text", "two\nlines", "Mei Tanaka", True)
    assert found.quote == Quote("Andy", "the bill")
    assert found.attached == (Attached("a.jpg", "image/jpeg", 90_211),)


@pytest.mark.parametrize(
    ("content", "kind", "expected"),
    [
        ({"text": "hi", "sender": "351@s", "senderName": "Mãe", "fromMe": False}, "chat", ("text", "hi", "Mãe")),
        ({"text": "hi", "sender": "system", "senderId": "system"}, "chat", ("text", "hi", "system")),
        ({"text": "hi", "files": ["brief.md"]}, "chat", ("text", "hi", "")),
        ({"prompt": "Do it", "script": "echo 1", "originSessionId": "s-1"}, "task", ("task", "Do it", "")),
        (
            {"type": "question_response", "questionId": "q1", "selectedOption": "y", "userId": "1"},
            "system",
            ("system", "Answer y to q1", ""),
        ),
        (
            {"type": "cli_response", "requestId": "r", "frame": {"id": "r", "ok": False, "error": {"code": "no"}}},
            "system",
            ("system", "Command failed: no: ", ""),
        ),
        (
            {"action": "schedule_task", "taskId": "t", "prompt": "Do it", "recurrence": "0 8 * * *"},
            "system",
            ("system", "Schedules a task (0 8 * * *): Do it", ""),
        ),
        ({"action": "cancel_task", "taskId": "t-1"}, "system", ("system", "Cancels task t-1", "")),
        ({"action": "unheard_of", "name": "x"}, "system", ("system", "unheard of x", "")),
        ({"text": "step 1 done"}, "task_log", ("log", "step 1 done", "")),
        ({"type": "card", "card": {}, "fallbackText": "Plain"}, "chat-sdk", ("card", "Plain", "")),
        ("just text", "chat", ("text", "just text", "")),
    ],
)
def test_each_shape_is_told_in_words(content: object, kind: str, expected: tuple[str, str, str]) -> None:
    found = said(content, kind)
    assert (found.shape, found.text.strip(), found.sender) == (expected[0], expected[1].strip(), expected[2])


def test_files_and_attachments_of_the_same_name_are_one_chip() -> None:
    found = said({"text": "t", "files": ["a.md", "b.md"], "attachments": [{"filename": "a.md", "type": "file"}]})
    assert [(one.name, one.type) for one in found.attached] == [("a.md", "file"), ("b.md", "")]


def test_an_echo_says_of_what() -> None:
    found = said({"text": "t", "sender": "x", "echo": {"surface": "web", "label": "Console"}})
    assert found.told == (("Echo of", "Console web"),)


def test_a_question_has_its_options_and_the_one_that_was_chosen() -> None:
    found = said(ASKED, "chat-sdk")
    assert (found.shape, found.title, found.text, found.question) == ("question", "Confirm", "Delete them?", "q1")
    assert found.choices == (Choice("Yes"), Choice("No"))
    assert chosen(ASKED, "y") == (Choice("Yes (Deleted)", True), Choice("No"))
    assert chosen(ASKED, "something else")[-1] == Choice("something else", True)


def test_a_card_is_told_with_all_its_parts_whatever_they_stand_in() -> None:
    card = {
        "title": "Flaky",
        "description": "2 of 3",
        "children": [
            {"type": "text", "content": "#883 in review"},
            {
                "type": "section",
                "children": [{"type": "fields", "children": [{"type": "field", "label": "a", "value": "b"}]}],
            },
            {
                "type": "actions",
                "children": [{"type": "button", "label": "Retry"}, {"type": "button", "label": "Stop"}],
            },
        ],
    }
    found = said({"type": "card", "card": card, "fallbackText": "x"}, "chat-sdk")
    assert (found.title, found.text) == ("Flaky", "2 of 3\n#883 in review")
    assert [one.label for one in found.choices] == ["Retry", "Stop"]
    assert found.told == (("a", "b"),)


@pytest.mark.parametrize("content", [{"weird": {"a": [1, 2]}}, [1, 2, 3], 17, {"_type": "chat:Other", "x": 1}])
def test_an_unknown_shape_is_shown_as_json(content: object) -> None:
    found = said(content)
    assert found.shape == "json"
    assert json.loads(found.text) == content


def test_an_operation_whose_message_is_not_there_says_so() -> None:
    edit = said({"operation": "edit", "messageId": "m-9", "text": "new"})
    assert (edit.text, edit.told) == ("new", (("Edits", "m-9, which is not among the messages"),))
    reaction = said({"operation": "reaction", "messageId": "m-9", "emoji": "heart"})
    assert reaction.text == "heart"


def test_bytes_of_a_file_in_a_message_are_told_by_size_and_never_shown() -> None:
    data = "iVBORw0KGgo" + "A" * 4_933_000
    for item in ({"type": "image", "data": data}, {"type": "image/png", "url": f"data:image/png;base64,{data}"}):
        (one,) = said({"text": "see", "attachments": [item]}).attached
        assert one.inside
        assert one.size is not None
        assert 3.6e6 < one.size < 3.8e6
        assert len(one.name) + len(one.place) < 1_000
    inline = said({"text": f"look data:image/png;base64,{data} there"})
    assert inline.text == "look  there"
    assert inline.attached[0].type == "image/png"


def test_a_text_that_is_too_long_is_cut() -> None:
    assert len(said({"text": "word " * 100_000}).text) == MOST


wild = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "text",
                    "type",
                    "card",
                    "options",
                    "attachments",
                    "files",
                    "operation",
                    "action",
                    "author",
                    "replyTo",
                    "echo",
                    "metadata",
                    "prompt",
                    "frame",
                    "children",
                    "title",
                    "size",
                    "name",
                    "x",
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(wild, st.sampled_from(["chat", "chat-sdk", "system", "task", "task_log", "new kind"]))
def test_nothing_that_is_json_breaks_the_reading(content: object, kind: str) -> None:
    found = said(content, kind)
    assert isinstance(found.text, str)
    assert all(isinstance(one.name, str) for one in found.attached)
