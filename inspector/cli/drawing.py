"""The headless command that draws: a graph of a source as a picture or as a file for graph programs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from inspector.cli.codes import OK, PARTIAL
from inspector.cli.opened import opened
from inspector.cli.words import parameter, printable
from inspector.clock import Clock
from inspector.errors import AccessDenied, InvalidInput

if TYPE_CHECKING:
    from inspector.graph.export.shown import ShownGraph
    from inspector.workspace.graphs.read_graph import ReadGraph
    from inspector.workspace.graphs.wanted import WantedGraph
    from inspector.workspace.source import Source

FORMS = ("svg", "png", "graphml", "json")
"""What a graph is written as; the first two are pictures, drawn by `__main__` with Qt and without a display."""
PICTURES = ("svg", "png")
STDOUT = "-"


@dataclass(frozen=True)
class Drawing:
    """A picture that is to be drawn and written."""

    shown: ShownGraph
    """What it shows."""
    form: str
    """``svg`` or ``png``."""
    theme: str
    """``dark`` or ``light``."""
    target: str
    """The file, or ``-`` for standard output."""

    def write(self, parts: Iterable[bytes]) -> int:
        """Write it and give the exit code. Raises KnownError where it cannot be written, or not there."""
        from inspector.cancel import CancelToken
        from inspector.workspace.answers.export_target import save_whole

        if self.target == STDOUT:
            for part in parts:
                sys.stdout.buffer.write(part)
            sys.stdout.buffer.flush()
        else:
            save_whole(self.target, parts, [], CancelToken())
        graph = self.shown.graph
        return PARTIAL if graph.partial or graph.left_out else OK


def graph(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int | Drawing:
    """List the graphs of a source, write one as GraphML or JSON, or give the picture that is to be drawn."""
    from inspector.graph.filters import GraphFilter
    from inspector.workspace.graphs.shown_graph import shown_graph, shown_of

    # before any database is open: closing a file that is one would take SQLite's locks on it away
    wanted = _wanted(options, clock)
    if options.json:
        options.out, options.format = options.out or STDOUT, "json"
    form = _form(options) if options.out else ""
    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        if not form and options.at:
            return _moment(options, source, out, err)
        if not form:
            print(_listed(source), file=out)
            return PARTIAL if source.all_problems() else OK
        chosen = GraphFilter(frozenset(options.hide), around=options.around or "", hops=options.hops)
        layout = options.layout or ""
        if options.at:
            shown = shown_of(source, _read_at(source, options.at), chosen, layout)
        else:
            shown = shown_graph(source, wanted, chosen, layout)
        print(_told(shown), file=err)
        drawing = Drawing(shown, form, options.theme, options.out)
        _refuse(drawing.target, source)
        return drawing if form in PICTURES else drawing.write(_document(shown, form))
    finally:
        source.close()


def _read_at(source: Source, moment: str) -> ReadGraph:
    """The state graph as it stood."""
    from inspector.cancel import CancelToken
    from inspector.graph.projection import GraphProjection
    from inspector.workspace.graphs.read_graph import ReadGraph
    from inspector.workspace.ledgers.time_travel import TimeTravel

    about = "The state graph as it stood at one moment."
    projection = GraphProjection("moment", f"State graph at {moment}", about, (), ())
    return ReadGraph((projection,), projection, TimeTravel(source).graph(moment, CancelToken()))


def _moment(options: argparse.Namespace, source: Source, out: TextIO, err: TextIO) -> int:
    """What stood at a moment, a line for each node."""
    from inspector.workspace.ledgers.ledger_text import moment_lines

    graph = _read_at(source, options.at).graph
    for line in moment_lines(graph, options.at):
        print(line, file=out)
    for remark in graph.left_out:
        print(printable(remark), file=err)
    return PARTIAL if graph.left_out else OK


def _document(shown: ShownGraph, form: str) -> Iterable[bytes]:
    from inspector.graph.export.graphml import graphml
    from inspector.graph.export.json_form import graph_json

    return (part.encode("utf-8") for part in (graphml if form == "graphml" else graph_json)(shown))


def _form(options: argparse.Namespace) -> str:
    said = options.format or os.path.splitext(options.out)[1].removeprefix(".").lower()
    if said not in FORMS:
        raise InvalidInput(
            "It is not said what the graph is to be written as.",
            advice=f"Let the name of the file end with .{', .'.join(FORMS)}, or name one with --format.",
        )
    if options.hops < 0:
        raise InvalidInput("The number of steps must not be less than 0.")
    return str(said)


def _wanted(options: argparse.Namespace, clock: Clock) -> WantedGraph:
    from inspector.workspace.graphs.wanted import QUERY, WantedGraph

    given = dict(parameter(text) for text in options.param)
    asked = [one for one in (options.graph, options.query, options.sql) if one]
    if options.at and asked:
        raise InvalidInput("--at is about the state graph alone.", advice="Leave --graph, --query and --sql out.")
    if len(asked) > 1:
        raise InvalidInput("--graph, --query and --sql are three ways of saying what to draw.", advice="Choose one.")
    if options.query or options.sql:
        sql = options.sql or _text(options.query)
        return WantedGraph(QUERY, options.whole, sql=sql, given=given, clock=clock)
    return WantedGraph(options.graph or "", options.whole, clock=clock)


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as stream:
            return stream.read()
    except OSError as error:
        raise AccessDenied("The file with the statement cannot be read.", path=path, details=str(error)) from error
    except UnicodeDecodeError as error:
        raise InvalidInput("The file with the statement is no text in UTF-8.", path=path) from error


def _refuse(target: str, source: Source) -> None:
    """A database is not drawn over, and that is said before anything is drawn."""
    from inspector.workspace.answers.export_target import refuse_database

    if target != STDOUT:
        refuse_database(target, [source])


def _listed(source: Source) -> str:
    from inspector.cancel import CancelToken
    from inspector.workspace.graphs.read_graph import offered_graphs

    offered = offered_graphs(source, CancelToken())
    width = max(len(one.id) for one in offered)
    return "\n".join(f"{one.id:{width}}  {one.title}: {one.about}" for one in offered)


def _told(shown: ShownGraph) -> str:
    """What is drawn, for standard error: the file may go to standard output."""
    graph = shown.graph
    left = f"; not read: {'; '.join(graph.left_out)}" if graph.left_out else ""
    dangling = f"; {graph.dangling:,} with a missing end" if graph.dangling else ""
    return printable(f"{shown.title}: {shown.covers()}{dangling}{left}")
