"""The headless commands about conversations: one replayed step by step, with whose permission all was done."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TextIO

from inspector.cli.codes import OK, PARTIAL
from inspector.cli.opened import opened
from inspector.cli.words import print_json, printable
from inspector.clock import Clock

if TYPE_CHECKING:
    from inspector.workspace.source import Source


def replay(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """List the conversations of a file, or replay one of them."""
    from inspector.cancel import CancelToken
    from inspector.workspace.replays.read_replay import find_conversation, read_whole_replay, replayable

    source, cancel = opened(options.path, reveal=options.reveal_secrets), CancelToken()
    try:
        sources = replayable(source, cancel)
        if options.conversation is None:
            return _list(options, source, sources, out, err)
        one, id = find_conversation(sources, options.conversation, cancel)
        whole = read_whole_replay(one, id, cancel)
        if options.json:
            from inspector.workspace.replays.replay_json import replay_json

            print_json(replay_json(whole), out)
        elif options.md:
            from inspector.workspace.replays.replay_markdown import replay_markdown

            for number, piece in enumerate(replay_markdown(whole)):
                print(f"{chr(10) if number else ''}{piece}", file=out)
        else:
            from inspector.workspace.replays.replay_lines import replay_lines

            for line in replay_lines(whole):
                print(line, file=out)
        return _code(source, err)
    finally:
        source.close()


def _list(options: argparse.Namespace, source: Source, sources: tuple[Source, ...], out: TextIO, err: TextIO) -> int:
    from inspector.cancel import CancelToken
    from inspector.workspace.replays.read_replay import list_conversations
    from inspector.workspace.replays.replay_json import conversations_json
    from inspector.workspace.replays.replay_lines import conversation_lines
    from inspector.workspace.replays.replay_markdown import conversations_markdown

    found = [(one, list_conversations(one, CancelToken())) for one in sources]
    lines = [line for _, some in found for line in some]
    if options.json:
        told = [{"path": one.path, **line} for one, some in found for line in conversations_json(some)]
        print_json({"conversations": told}, out)
    elif options.md:
        print(conversations_markdown(lines), end="", file=out)
    else:
        for line in conversation_lines(lines):
            print(line, file=out)
    print(f"{len(lines):,} {'conversation' if len(lines) == 1 else 'conversations'}", file=err)
    return _code(source, err)


def audit(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Tell with whose permission all calls were made, and how the hooks fare."""
    from inspector.cancel import CancelToken
    from inspector.workspace.replays.audit_lines import audit_lines
    from inspector.workspace.replays.read_replay import read_audit, replayable
    from inspector.workspace.replays.replay_json import audit_json

    source, cancel = opened(options.path, reveal=options.reveal_secrets), CancelToken()
    try:
        found = [(one, read_audit(one, cancel)) for one in replayable(source, cancel)]
        if options.json:
            print_json({"audits": [{"path": one.path, **audit_json(made)} for one, made in found]}, out)
        else:
            for one, made in found:
                if len(found) > 1:
                    print(printable(one.path), file=out)
                for line in audit_lines(made):
                    print(line, file=out)
        return _code(source, err)
    finally:
        source.close()


def _code(source: Source, err: TextIO) -> int:
    problems = source.all_problems()
    for problem in problems:
        print(f"not read: {printable(problem.path)}: {problem.what}", file=err)
    return PARTIAL if problems else OK
