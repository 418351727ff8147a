"""What the command line understands: commands, options, and what stands about them in ``--help``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from inspector import __version__
from inspector.cli import asking, condition, drawing, ledgers, querying, replaying, rosters, timelines, tracing
from inspector.graph.layout import LAYOUTS

COMMANDS = (
    "open", "recognise", "query", "search", "health", "trace", "sessions", "tasks", "waiting", "flow", "timeline",
    "replay", "audit", "graph", "diff", "ledger", "chain", "sample",
)  # fmt: skip

_EPILOG = (
    "exit codes: 0 the answer is whole; 1 no answer (the reason is on standard error); 2 the command line is wrong; "
    "3 no display for the window; 4 there is an answer, but some files or tables could not be read for it, or query "
    "stopped at its 1,000 rows, ledger at its 1,000 events; "
    "of health, trace and chain also 5 something is suspicious, 6 something is broken."
)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of a command line; a path alone is opened. Exits with 2 where it cannot be understood."""
    given = list(arguments)
    if not any(word in COMMANDS for word in given[:1]) and not {"-h", "--help", "--version"} & set(given[:1]):
        given.insert(0, "open")
    return build_parser().parse_args(given)


def build_parser() -> argparse.ArgumentParser:
    """All commands with their options."""
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
    _add_trace(commands)
    _add_sessions(commands)
    _add_rosters(commands)
    _add_timeline(commands)
    _add_replay(commands)
    _add_audit(commands)
    _add_graph(commands)
    _add_diff(commands)
    _add_ledger(commands)
    _add_chain(commands)
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
    command.set_defaults(run=asking.recognise)


def _add_query(commands: Any) -> None:
    command = commands.add_parser("query", help="ask a saved question, or run statements that read")
    command.add_argument("path", metavar="PATH")
    command.add_argument("name", nargs="?", metavar="NAME", help="a saved question; without NAME and --sql: a list")
    command.add_argument(
        "--sql", metavar="TEXT", help="statements, which cannot write; of an install they ask the central file alone"
    )
    command.add_argument("--file", metavar="FILE", help="a file of statements; - for standard input")
    command.add_argument(
        "--each",
        action="store_true",
        help="with --sql or --file: ask every database below PATH, those that have its tables",
    )
    command.add_argument("--param", action="append", default=[], metavar="NAME=VALUE")
    command.add_argument("--format", choices=("table", "csv", "tsv", "json", "ndjson", "md", "sql"), default="table")
    command.add_argument(
        "--limit", type=int, metavar="N", help="rows of an answer (1000, and code 4 where there are more); 0 for all"
    )
    command.add_argument(
        "--safe", action="store_true", help="CSV and TSV: an apostrophe before texts that spreadsheets compute with"
    )
    command.add_argument("--time-limit", type=float, default=30.0, metavar="S", help="seconds of a statement (30)")
    command.add_argument(
        "--null", default="", metavar="TEXT", help='what NULL is in CSV (nothing; empty text is then "")'
    )
    _add_reveal(command)
    command.set_defaults(run=querying.query)


def _add_search(commands: Any) -> None:
    command = commands.add_parser("search", help="search the text of files and folders")
    command.add_argument("paths", metavar="PATH", nargs="+", help="a file or folder; several are searched together")
    command.add_argument("text", metavar="TEXT", help="words; quotes make a phrase, * a prefix, - excludes")
    command.add_argument(
        "--expert",
        action="store_true",
        help="TEXT is a query in the language of FTS5; full-text indexes alone are asked",
    )
    command.add_argument("--json", action="store_true", help="answer in JSON")
    command.add_argument("--limit", type=int, default=20, metavar="N", help="hits of each table (20)")
    _add_reveal(command)
    command.set_defaults(run=asking.search)


def _add_health(commands: Any) -> None:
    command = commands.add_parser("health", help="say what is wrong in a file, pair, install or folder")
    command.add_argument("path", metavar="PATH")
    command.add_argument("--json", action="store_true", help="answer in JSON, with all rows that show it")
    command.add_argument("--markdown", action="store_true", help="answer in Markdown")
    command.add_argument("--thorough", action="store_true", help="look at everything, however long it takes")
    command.add_argument("--all", action="store_true", help="count what was ignored in the window too")
    _add_reveal(command)
    command.set_defaults(run=condition.health)


def _add_trace(commands: Any) -> None:
    command = commands.add_parser("trace", help="tell what became of a message")
    command.add_argument("path", metavar="PATH")
    command.add_argument(
        "message", metavar="MESSAGE_ID", help="its id, its number, or the id that its platform gave it"
    )
    _add_answer(command, "answer in JSON, with all rows that show it")
    command.set_defaults(run=tracing.trace)


def _add_sessions(commands: Any) -> None:
    command = commands.add_parser("sessions", help="list the sessions of an install, with what each of them does")
    command.add_argument("path", metavar="PATH")
    _add_answer(command)
    command.set_defaults(run=tracing.sessions)


def _add_rosters(commands: Any) -> None:
    for name, words, run in (
        ("tasks", "list the tasks of all sessions, with when each runs next", rosters.tasks),
        ("waiting", "list the approvals and questions that wait for a person", rosters.waiting),
        ("flow", "list what agents say to one another", rosters.flow),
    ):
        command = commands.add_parser(name, help=words)
        command.add_argument("path", metavar="PATH")
        _add_answer(command)
        command.set_defaults(run=run)


def _add_timeline(commands: Any) -> None:
    command = commands.add_parser("timeline", help="tell what happened in a file, pair or install, in order of time")
    command.add_argument("path", metavar="PATH")
    command.add_argument("name", nargs="?", metavar="NAME", help="one of the timelines that PATH has (the first)")
    command.add_argument("--list", action="store_true", help="list the timelines of PATH")
    command.add_argument("--since", metavar="TIME", help="nothing before this time (ISO 8601)")
    command.add_argument("--until", metavar="TIME", help="nothing after this time")
    for word in ("kind", "lane", "status", "mark"):
        command.add_argument(
            f"--{word}", action="append", default=[], metavar="WORD", help=f"only this {word}; as often as needed"
        )
    command.add_argument("--text", metavar="WORDS", help="only entries that hold all these words")
    command.add_argument("--limit", type=int, default=1_000, metavar="N", help="entries, the newest (1000)")
    _add_answer(command)
    command.set_defaults(run=timelines.timeline)


def _add_replay(commands: Any) -> None:
    command = commands.add_parser("replay", help="replay a conversation of Nehanda step by step")
    command.add_argument("path", metavar="PATH")
    command.add_argument(
        "conversation", nargs="?", metavar="CONVERSATION", help="its id, or how that begins; without: a list"
    )
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="answer in JSON")
    form.add_argument("--md", action="store_true", help="answer in Markdown, with whole texts")
    _add_reveal(command)
    command.set_defaults(run=replaying.replay)


def _add_audit(commands: Any) -> None:
    command = commands.add_parser("audit", help="tell with whose permission tools were called, and how hooks fare")
    command.add_argument("path", metavar="PATH")
    _add_answer(command, "answer in JSON, with every call")
    command.set_defaults(run=replaying.audit)


def _add_graph(commands: Any) -> None:
    command = commands.add_parser("graph", help="draw a graph of a file, pair or install into a file")
    command.add_argument("path", metavar="PATH")
    command.add_argument(
        "--out", metavar="FILE", help="where it goes, - for standard output; without: a list of graphs"
    )
    command.add_argument("--format", choices=drawing.FORMS, help="what it is written as (by the ending of FILE)")
    command.add_argument("--graph", metavar="NAME", help="one of the graphs that PATH has (the first with any nodes)")
    command.add_argument(
        "--query", metavar="FILE", help="one SELECT with columns source, target [, type, label, weight]"
    )
    command.add_argument("--sql", metavar="TEXT", help="the same as text")
    command.add_argument("--param", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the SELECT")
    command.add_argument(
        "--at", metavar="MOMENT", help="a state graph as it stood: a time, the number of an event, a snapshot, or now"
    )
    command.add_argument("--json", action="store_true", help="the same as --out - --format json")
    command.add_argument("--layout", choices=[id for id, _ in LAYOUTS], help="how it is laid out (as suits the graph)")
    command.add_argument("--around", metavar="ID", help="only what is near a node")
    command.add_argument("--hops", type=int, default=1, metavar="N", help="with --around: how many edges away (1)")
    command.add_argument("--hide", action="append", default=[], metavar="TYPE", help="leave nodes of a type out")
    command.add_argument("--theme", choices=("dark", "light"), default="light", help="colours of a picture (light)")
    command.add_argument("--whole", action="store_true", help="read beyond 200,000 nodes and 400,000 edges")
    _add_reveal(command)
    command.set_defaults(run=drawing.graph)


def _add_diff(commands: Any) -> None:
    command = commands.add_parser("diff", help="tell what differs between two moments of a state graph")
    command.add_argument("path", metavar="PATH")
    moment = "a time (ISO 8601), the number of an event, the id of a snapshot, or now"
    command.add_argument("before", metavar="A", help=moment)
    command.add_argument("after", metavar="B", help="the same")
    _add_answer(command)
    command.set_defaults(run=ledgers.diff)


def _add_ledger(commands: Any) -> None:
    command = commands.add_parser("ledger", help="tell who changed what in a state graph, event by event")
    command.add_argument("path", metavar="PATH")
    command.add_argument("--session", default="", metavar="ID", help="only events of this session, named or inferred")
    command.add_argument("--agent", default="", metavar="NAME", help="only events of this agent")
    command.add_argument("--entity", default="", metavar="ID", help="only what was done to this node or edge")
    command.add_argument("--field", default="", metavar="NAME", help="only events that changed this field")
    command.add_argument("--standing", action="store_true", help="leave out what was undone")
    command.add_argument("--limit", type=int, metavar="N", help="at most the newest N events (1,000); 0 for all")
    command.add_argument(
        "--drift", action="store_true", help="what the end of the ledger and the tables tell differently"
    )
    _add_answer(command)
    command.set_defaults(run=ledgers.ledger)


def _add_chain(commands: Any) -> None:
    command = commands.add_parser("chain", help="verify the audit chain of a state graph")
    command.add_argument("path", metavar="PATH")
    command.add_argument("--json", action="store_true", help="answer in JSON")
    command.set_defaults(run=ledgers.chain)


def _add_sample(commands: Any) -> None:
    command = commands.add_parser("sample", help="make a folder of sample databases")
    command.add_argument("folder", metavar="DIR")
    command.add_argument("--shape", choices=("real", "documented"), default="real", help="schema of the databases")
    command.add_argument("--scale", type=int, default=1, metavar="N", help="N times as much of everything")
    command.add_argument("--no-faults", action="store_true", help="repair what is wrong in them on purpose")
    command.set_defaults(run=condition.sample)


def _add_answer(command: argparse.ArgumentParser, json: str = "answer in JSON") -> None:
    """What commands that tell of data have in common."""
    command.add_argument("--json", action="store_true", help=json)
    _add_reveal(command)


def _add_reveal(command: argparse.ArgumentParser) -> None:
    command.add_argument("--reveal-secrets", action="store_true", help="do not mask secrets")
