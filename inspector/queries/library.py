"""Saved questions: `.sql` files with a header in comments, found by folder, read and checked here."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from inspector import resources
from inspector.db.catalog import Catalog
from inspector.db.needs import Needs
from inspector.errors import InvalidInput
from inspector.queries import identifiers
from inspector.queries.binding import asked
from inspector.queries.chart_spec import ChartSpec, chart_text, read_chart
from inspector.queries.options import option_text, read_options
from inspector.queries.parameter import CLOCK_NAMES, Parameter, ParameterType
from inspector.queries.scan import statements

Show = Literal["table", "graph", "timeline", "chart"]

LONGEST = 1_000_000
"""Bytes of a file that is taken for a question."""
_NAMES = ("title", "about", "needs", "param", "show", "parts", "chart", "time", "statement")
"""What a line of a header can say."""
_LINE = re.compile(rf"--\s*({'|'.join(_NAMES)})\s*:\s*(.*?)\s*", re.IGNORECASE)
_LIKE_ONE = re.compile(r"--\s*([A-Za-z]+)\s*:.*")
_CONTINUED = re.compile(r"--\s{2,}(\S.*?)\s*")
_END = re.compile(r"[;\s]+\Z")
_PARAM_FORM = 'Write it like “-- param: session_id text required picker=sessions label="Session"”.'


@dataclass(frozen=True)
class SavedQuery:
    """A question that anyone can ask."""

    id: str
    """File name without its ending."""
    family: str
    """Whose it is: the folder it stands in."""
    title: str
    """What it asks."""
    sql: str
    """One SELECT."""
    about: str = ""
    """What it is good for."""
    needs: Needs = field(default_factory=Needs)
    """Tables and columns it needs."""
    parameters: tuple[Parameter, ...] = ()
    """What it asks the person."""
    show: Show = "table"
    """How its result is shown first."""
    parts: tuple[str, ...] = ()
    """Kinds of source it is offered for; empty for all."""
    path: str = ""
    """The file."""
    own: bool = False
    """Whether it is the user's own."""
    chart: ChartSpec | None = None
    """How its result is drawn as a chart; None where it says nothing of it."""
    time: str = ""
    """The column whose times order a timeline; empty for the first that holds times."""
    remarks: tuple[str, ...] = ()
    """Lines of its header that are kept and mean nothing."""
    told: tuple[str, ...] = field(default=(), compare=False)
    """What is wrong with such lines, for the reader."""

    def why_not(self, catalog: Catalog) -> str:
        """Why it cannot be asked of this database; empty if it can."""
        missing = self.needs.missing(catalog)
        if missing:
            return f"needs {', '.join(missing)}, which this database does not have"
        return identifiers.why_not(self.sql, self.parameters, catalog)

    def written(self, given: Mapping[str, str], catalog: Catalog) -> str:
        """Its statement with the names of the tables and columns that are chosen. Raises InvalidInput."""
        return identifiers.written(self.sql, self.parameters, given, catalog)


def parse_query(text: str, *, id: str, family: str, path: str = "") -> SavedQuery:
    """The query in the text of a `.sql` file. Raises InvalidInput that names the line that is wrong."""
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise _too_long(path)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    query = SavedQuery(id, family, title="", sql="", path=path)
    header, last, comments = 0, "", list[tuple[int, str]]()
    for number, line in enumerate(lines, 1):
        match, more = _LINE.fullmatch(line), _CONTINUED.fullmatch(line)
        if match:
            last = match.group(1).lower()
            query = _with_comments(query, comments)
            comments.clear()
            header = number
            if last == "statement":
                break
            query = _with_field(query, last, match.group(2), number, path)
        elif more and last == "about":
            query = replace(query, about=f"{query.about} {more.group(1)}")
            header = number
        elif line.lstrip().startswith("--"):
            comments.append((number, line))
        elif line.strip():
            break
    told = query.told + tuple(_told(number, line) for number, line in comments if _close(line))
    sql = _END.sub("", "\n".join(lines[header:])).strip()
    if not query.title:
        raise InvalidInput("The query has no title.", path=path, advice="Begin the file with “-- title: ...”.")
    found = statements(sql)
    if len(found) != 1:
        what = f"has {len(found)} statements" if found else "has no statement"
        raise InvalidInput(f"The query {what}.", path=path, advice="A question is one SELECT.")
    return replace(query, sql=sql, parameters=query.parameters + _undeclared(sql, query.parameters), told=told)


def text_of(query: SavedQuery) -> str:
    """A query as the text of a `.sql` file, from which :func:`parse_query` makes the same query."""
    lines = [f"-- title: {_one_line(query.title)}", *query.remarks]
    if query.about:
        lines.append(f"-- about: {_one_line(query.about)}")
    if query.needs.names:
        lines.append(f"-- needs: {', '.join(query.needs.names)}")
    lines += [f"-- param: {_parameter_text(parameter)}" for parameter in query.parameters]
    if query.parts:
        lines.append(f"-- parts: {', '.join(query.parts)}")
    lines.append(f"-- show: {query.show}")
    if query.chart is not None:
        lines.append(f"-- chart: {chart_text(query.chart)}")
    if query.time:
        lines.append(f"-- time: {query.time}")
    sql = _END.sub("", query.sql).strip()
    if sql.startswith("--"):
        # its own comments are no lines of the header
        lines.append("-- statement:")
    return "\n".join([*lines, f"{sql};"]) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _with_comments(query: SavedQuery, comments: list[tuple[int, str]]) -> SavedQuery:
    """The query with comments that stand between lines of its header: kept, and told if they look like one."""
    told = tuple(_told(number, line) for number, line in comments if _LIKE_ONE.fullmatch(line))
    kept = tuple(line.rstrip() for _, line in comments)
    return replace(query, remarks=query.remarks + kept, told=query.told + told)


def _told(number: int, line: str) -> str:
    return f"Line {number} means nothing and is kept as a comment: {line.strip()}"


def _close(line: str) -> bool:
    """Whether a comment in front of a statement looks like a line of a header, misspelt."""
    match = _LIKE_ONE.fullmatch(line)
    return match is not None and bool(difflib.get_close_matches(match.group(1).lower(), _NAMES, cutoff=0.75))


def _parameter_text(parameter: Parameter) -> str:
    said = {"default": parameter.default, "picker": parameter.picker, "label": parameter.label}
    options = [option_text(name, value) for name, value in said.items() if value]
    return " ".join([parameter.name, parameter.type, *(["required"] if parameter.required else []), *options])


def _with_field(query: SavedQuery, name: str, value: str, line: int, path: str) -> SavedQuery:
    match name:
        case "title" | "time" | "chart" if getattr(query, name):
            raise InvalidInput(f"Line {line}: the {name} is said twice.", path=path, advice="Keep one of them.")
        case "title":
            return replace(query, title=value)
        case "time":
            return replace(query, time=value)
        case "about":
            return replace(query, about=f"{query.about} {value}".strip())
        case "needs":
            return replace(query, needs=Needs((*query.needs.names, *_words(value))))
        case "parts":
            return replace(query, parts=_words(value))
        case "chart":
            try:
                return replace(query, chart=read_chart(value))
            except InvalidInput as error:
                raise InvalidInput(f"Line {line}: {error.what}", path=path, advice=error.advice) from error
        case "show" if value not in get_args(Show):
            advice = f"Use {', '.join(get_args(Show)[:-1])} or {get_args(Show)[-1]}."
            raise InvalidInput(f"Line {line}: “{value}” is no way to show a result.", path=path, advice=advice)
        case "show":
            return replace(query, show=value)  # type: ignore[arg-type]
    return replace(query, parameters=(*query.parameters, _parameter(query, value, line, path)))


def _parameter(query: SavedQuery, value: str, line: int, path: str) -> Parameter:
    pieces = read_options(value)
    words = [piece.value for piece in pieces if not piece.name]
    name, type_ = words[0] if words else "", next((word for word in words[1:] if word != "required"), "any")
    options = {piece.name: piece.value for piece in pieces if piece.name}
    others = [word for word in words[1:] if word not in ("required", type_)] + [
        name for name in options if name not in ("default", "picker", "label")
    ]
    if not name or others or type_ not in get_args(ParameterType):
        what = f"{type_} is no type of a value" if name and not others else f"this parameter cannot be read: {value}"
        raise InvalidInput(f"Line {line}: {what}", path=path, advice=_PARAM_FORM)
    if any(parameter.name == name for parameter in query.parameters):
        raise InvalidInput(f"Line {line}: the parameter {name} is declared twice.", path=path, advice=_PARAM_FORM)
    return Parameter(name, type_, required="required" in words[1:], **options)  # type: ignore[arg-type]


def parameters_of(sql: str, declared: tuple[Parameter, ...] = ()) -> tuple[Parameter, ...]:
    """The parameters of a statement: those that are declared and still there, and the others that it names."""
    named = {one.name for one in asked(sql)}
    kept = tuple(parameter for parameter in declared if identifiers.names_of(parameter) & named)
    return kept + _undeclared(sql, kept)


def _undeclared(sql: str, declared: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """Parameters of the statement that its header does not name; those of the clock are not asked for."""
    known = {parameter.name for parameter in declared} | set(CLOCK_NAMES) | identifiers.derived_names(sql, declared)
    named = dict.fromkeys(one.name for one in asked(sql))
    return tuple(Parameter(name) for name in named if name not in known)


def _words(value: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[,\s]+", value) if word)


@dataclass(frozen=True)
class Library:
    """The saved questions of one family."""

    queries: tuple[SavedQuery, ...]
    """Those that could be read, the user's own first."""
    problems: tuple[str, ...] = ()
    """Files that could not, and why."""

    def get(self, id: str) -> SavedQuery | None:
        """The query of this id."""
        return next((query for query in self.queries if query.id == id), None)


def read_query(file: Path, *, id: str, family: str) -> SavedQuery:
    """The query of a file, its text exactly as it stands. Raises InvalidInput, OSError, UnicodeDecodeError."""
    if not file.is_file():
        # opening a pipe would wait for ever
        raise InvalidInput("This is no file.", path=str(file))
    if file.stat().st_size > LONGEST:
        raise _too_long(str(file))
    return parse_query(file.read_bytes().decode("utf-8"), id=id, family=family, path=str(file))


def _too_long(path: str) -> InvalidInput:
    return InvalidInput(f"The query is longer than {LONGEST:,} bytes.", path=path, advice="Keep it as a script.")


def load_library(family: str, root: Path | None = None, own: Path | None = None) -> Library:
    """The user's own questions of a family, the shipped ones, and the generic ones behind them.

    ``root`` is the ``queries`` folder of a family that brings its own resources, ``own`` the folder of the user's.
    """
    from inspector.queries.own import OwnQueries  # late: it is made of this

    mine = OwnQueries(own)
    folders = [(family, (root or resources.path("queries")) / family)]
    if family != "generic":
        folders.append(("generic", resources.path("queries", "generic")))
    own_ones = [mine.load(owner) for owner, _ in folders]
    found: list[SavedQuery] = [query for library in own_ones for query in library.queries]
    problems: list[str] = [problem for library in own_ones for problem in library.problems]
    for owner, folder in folders:
        for file in sorted(folder.glob("*.sql")) if folder.is_dir() else ():
            try:
                query = read_query(file, id=file.stem, family=owner)
            except (InvalidInput, OSError, UnicodeDecodeError) as error:
                problems.append(f"{file.name}: {error}")
            else:
                found.append(query)
                problems += [f"{file.name}: {words}" for words in query.told]
    return Library(tuple(found), tuple(problems))
