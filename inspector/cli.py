"""The headless commands: what they are told, and what they answer with; the window is opened by `__main__`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TextIO

from inspector import __version__
from inspector.clock import Clock, parse_as_of
from inspector.errors import InvalidInput, KnownError

if TYPE_CHECKING:
    from inspector.workspace.answers.ask_sources import QueryAnswer
    from inspector.workspace.source import Source

OK = 0
"""The answer is whole."""
FAILED = 1
"""There is no answer; the reason is on standard error."""
USAGE = 2
"""The command line cannot be understood."""
NO_DISPLAY = 3
"""There is no display to open the window on."""
PARTIAL = 4
"""There is an answer, and some files or tables could not be read for it; which and why is told."""

SUSPICIOUS = 5
"""Of ``health``: something may be wrong, nothing is known to be broken, and all was looked at."""
BROKEN = 6
"""Of ``health``: something is broken, whatever else is so."""

COMMANDS = ("open", "recognise", "query", "search", "health", "sample")

_EPILOG = (
    "exit codes: 0 the answer is whole; 1 no answer (the reason is on standard error); 2 the command line is wrong; "
    "3 no display for the window; 4 there is an answer, but some files or tables could not be read for it; "
    "of health also 5 something is suspicious, 6 something is broken."
)


@dataclass(frozen=True)
class Opening:
    """What the window is to be opened with."""

    paths: tuple[str, ...]
    """Files, folders and links."""
    clock: Clock
    """The "as of" time."""
    demo: bool
    """Whether sample data is made and opened."""
    new_window: bool = False
    """Whether another window is wanted, though the program may run already."""


def main(arguments: Sequence[str], out: TextIO, err: TextIO) -> int | Opening:
    """Run a headless command and give its exit code, or what the window is to be opened with."""
    options = _parse(arguments)
    try:
        clock = Clock(parse_as_of(options.as_of) if options.as_of else None)
        if options.command == "open":
            return Opening(tuple(options.paths), clock, options.demo, options.new_window)
        _follow_settings(err)
        return int(options.run(options, clock, out, err))
    except KnownError as error:
        print(told(error), file=err)
        return USAGE if isinstance(error, InvalidInput) else FAILED


def _follow_settings(err: TextIO) -> None:
    """Files are opened in the way that was chosen."""
    from inspector.db.way import follow
    from inspector.settings import Settings

    settings = Settings()
    if settings.problem:
        print(settings.problem, file=err)
    follow(settings)


def told(error: KnownError) -> str:
    """A fault in plain lines: what happened, to which file, what to do."""
    path = f"\n  file: {printable(error.path)}" if error.path else ""
    advice = f"\n  {error.advice}" if error.advice else ""
    return f"{error.what}{path}{advice}"


def printable(path: str) -> str:
    """A path that any terminal can print: bytes that are not UTF-8, and control characters, as escapes."""
    text = path.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    given = list(arguments)
    if not any(word in COMMANDS for word in given[:1]) and not {"-h", "--help", "--version"} & set(given[:1]):
        given.insert(0, "open")
    return _parser().parse_args(given)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="agentdb-inspector",
        description="Looks into the SQLite databases of AI-agent systems without changing them.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"agentdb-inspector {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_open(commands)
    _add_recognise(commands)
    _add_query(commands)
    _add_search(commands)
    _add_health(commands)
    _add_sample(commands)
    for command in commands.choices.values():
        command.add_argument(
            "--as-of", metavar="TIME", help="the time that due, stuck and stale are told by (ISO 8601)"
        )
    return parser


def _add_open(commands: Any) -> None:
    command = commands.add_parser("open", help="open the window (also without the word open)")
    command.add_argument("paths", nargs="*", metavar="PATH", help="a database, a folder, or a copied link")
    command.add_argument("--demo", action="store_true", help="make sample data and open it")
    command.add_argument(
        "--new-window", action="store_true", help="open another window, though the program may run already"
    )


def _add_recognise(commands: Any) -> None:
    command = commands.add_parser("recognise", help="tell what a file or folder is")
    command.add_argument("path", metavar="PATH")
    command.add_argument("--json", action="store_true", help="answer in JSON")
    command.set_defaults(run=_recognise)


def _add_query(commands: Any) -> None:
    command = commands.add_parser("query", help="ask a saved question, or run one SELECT")
    command.add_argument("path", metavar="PATH")
    command.add_argument("name", nargs="?", metavar="NAME", help="a saved question; without NAME and --sql: a list")
    command.add_argument(
        "--sql", metavar="TEXT", help="one SELECT, which cannot write; of an install it asks the central file alone"
    )
    command.add_argument(
        "--each", action="store_true", help="with --sql: ask every database below PATH, those that have its tables"
    )
    command.add_argument("--param", action="append", default=[], metavar="NAME=VALUE")
    command.add_argument("--format", choices=("table", "csv", "tsv", "json"), default="table")
    command.add_argument("--limit", type=int, default=1_000, metavar="N", help="rows of an answer (1000)")
    command.add_argument("--time-limit", type=float, default=30.0, metavar="S", help="seconds of a statement (30)")
    command.add_argument(
        "--null", default="", metavar="TEXT", help='what NULL is in CSV (nothing; empty text is then "")'
    )
    command.add_argument("--reveal-secrets", action="store_true", help="do not mask secrets")
    command.set_defaults(run=_query)


def _add_search(commands: Any) -> None:
    command = commands.add_parser("search", help="search the text of a file or folder")
    command.add_argument("path", metavar="PATH")
    command.add_argument("text", metavar="TEXT", help="words; quotes make a phrase, * a prefix, - excludes")
    command.add_argument("--json", action="store_true", help="answer in JSON")
    command.add_argument("--limit", type=int, default=20, metavar="N", help="hits of each table (20)")
    command.add_argument("--reveal-secrets", action="store_true", help="do not mask secrets")
    command.set_defaults(run=_search)


def _add_health(commands: Any) -> None:
    command = commands.add_parser("health", help="say what is wrong in a file, pair, install or folder")
    command.add_argument("path", metavar="PATH")
    command.add_argument("--json", action="store_true", help="answer in JSON, with all rows that show it")
    command.add_argument("--markdown", action="store_true", help="answer in Markdown")
    command.add_argument("--thorough", action="store_true", help="look at everything, however long it takes")
    command.add_argument("--all", action="store_true", help="count what was ignored in the window too")
    command.add_argument("--reveal-secrets", action="store_true", help="do not mask secrets")
    command.set_defaults(run=_health)


def _add_sample(commands: Any) -> None:
    command = commands.add_parser("sample", help="make a folder of sample databases")
    command.add_argument("folder", metavar="DIR")
    command.add_argument("--shape", choices=("real", "documented"), default="real", help="schema of the databases")
    command.add_argument("--scale", type=int, default=1, metavar="N", help="N times as much of everything")
    command.add_argument("--no-faults", action="store_true", help="repair what is wrong in them on purpose")
    command.set_defaults(run=_sample)


def _recognise(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    from inspector.workspace.opening.describe import describe_source, source_json
    from inspector.workspace.opening.open_source import open_source

    source = open_source(_path(options.path))
    try:
        _print_json(source_json(source), out) if options.json else print(describe_source(source), file=out)
        return PARTIAL if source.all_problems() else OK
    finally:
        source.close()


def _query(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    from inspector.queries.run import Limits
    from inspector.workspace.answers.answer_text import write_answer
    from inspector.workspace.answers.ask_sources import ask_query, ask_sql, find_query, list_queries, queries_json
    from inspector.workspace.opening.open_source import open_source

    source = _with_secrets(open_source(_path(options.path)), options.reveal_secrets)
    try:
        if not options.name and not options.sql:
            _print_json(queries_json(source), out) if options.format == "json" else print(
                list_queries(source), file=out
            )
            return PARTIAL if source.all_problems() else OK
        _check(options)
        given = dict(_pair(text) for text in options.param)
        limits = Limits(options.limit, options.time_limit, cell=None)
        if options.sql:
            answer = ask_sql(source, options.sql, given, clock, limits, each=options.each)
        else:
            answer = ask_query(source, find_query(source, options.name), given, clock, limits)
        write_answer(answer, options.format, out, null=options.null)
        if options.format != "json":
            asked = _not_asked(source, answer, options) if options.sql else ""
            print(_remark(answer.coverage.words() + asked, answer.truncated, options.limit), file=err)
        return OK if answer.coverage.whole else PARTIAL
    finally:
        source.close()


def _check(options: argparse.Namespace) -> None:
    if options.name and options.sql:
        raise InvalidInput("A saved question and --sql are two questions.", advice="Ask one of them.")
    if options.each and not options.sql:
        raise InvalidInput("--each goes with --sql.", advice="A saved question asks all that can answer by itself.")
    if options.limit < 1 or options.time_limit <= 0:
        raise InvalidInput("A limit must be greater than 0.")


def _not_asked(source: Source, answer: QueryAnswer, options: argparse.Namespace) -> str:
    """Which databases a statement was not put to, and why."""
    if answer.passed_over:
        first = answer.passed_over[0]
        others = f" and {len(answer.passed_over) - 1} more" if len(answer.passed_over) > 1 else ""
        return f"; not answered by {printable(first.path)}{others}: {first.what}"
    below = sum(1 for one in source.walk() if one is not source and one.database is not None)
    if source.database is not None and below and not options.each:
        return f"; asked of {source.title} itself, not of the {below} below it (--each asks them too)"
    return ""


def _remark(covered: str, truncated: bool, limit: int) -> str:
    return f"{covered}; only the first {limit:,} rows are shown, raise --limit for more" if truncated else covered


def _search(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    from inspector.workspace.answers.answer_text import hits_json, hits_text
    from inspector.workspace.answers.search_sources import search_sources
    from inspector.workspace.opening.open_source import open_source

    if options.limit < 1:
        raise InvalidInput("A limit must be greater than 0.")
    source = _with_secrets(open_source(_path(options.path)), options.reveal_secrets)
    try:
        answer = search_sources([source], options.text, limit=options.limit)
        if options.json:
            _print_json(hits_json(answer), out)
        else:
            print(hits_text(answer), file=out)
        return OK if answer.whole else PARTIAL
    finally:
        source.close()


def _health(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    from inspector.health.finding import Level
    from inspector.settings import Settings
    from inspector.workspace.condition.health_report import health_report
    from inspector.workspace.condition.ignored import ignored
    from inspector.workspace.condition.report_text import report_json, report_lines, report_markdown
    from inspector.workspace.opening.open_source import open_source

    if options.json and options.markdown:
        raise InvalidInput("--json and --markdown are two forms of an answer.", advice="Choose one of them.")
    source = _with_secrets(open_source(_path(options.path)), options.reveal_secrets)
    try:
        report = health_report(source, clock, thorough=options.thorough)
        report = replace(report, ignored={} if options.all else ignored(Settings()))
        if options.json:
            _print_json(report_json(report, source, clock), out)
        else:
            told = report_markdown if options.markdown else report_lines
            print(told(report, source, clock).rstrip("\n"), file=out)
        if report.count(Level.BROKEN):
            return BROKEN
        return PARTIAL if report.failed else SUSPICIOUS if report.count(Level.SUSPICIOUS) else OK
    finally:
        source.close()


def _sample(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    from pathlib import Path

    from inspector.sample import make_sample

    folder = Path(options.folder)
    make_sample(folder, shape=options.shape, scale=options.scale, as_of=clock.as_of, faults=not options.no_faults)
    print(f"Made sample databases in {printable(str(folder))}", file=out)
    return OK


def _path(text: str) -> str:
    """The path of an argument, which may be a copied link; a file whose name holds a ``#`` is that file."""
    from inspector.workspace.location import parse_location

    return parse_location(text).path


def _with_secrets(source: Source, reveal: bool) -> Source:
    """The source and all below it, secrets shown if that was asked for."""
    if not reveal:
        return source
    return replace(source.revealed(True), children=tuple(_with_secrets(child, True) for child in source.children))


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise InvalidInput(f"“{text}” is no parameter.", advice="Write it like --param session_id=abc.")
    return name, value


def _print_json(value: object, out: TextIO) -> None:
    import json

    print(json.dumps(value, ensure_ascii=True, indent=1), file=out)


def run() -> int | Opening:
    """:func:`main` on this process's arguments and streams."""
    for stream in (sys.stdout, sys.stderr):
        # A cell may hold anything; a terminal that cannot show it must not end the answer.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        outcome = main(sys.argv[1:], sys.stdout, sys.stderr)
        sys.stdout.flush()
        return outcome
    except BrokenPipeError:
        # whoever read has enough: nothing may be written at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
