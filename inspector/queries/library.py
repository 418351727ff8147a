"""Saved questions: `.sql` files with a header in comments, found by folder, read and checked here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from inspector import resources
from inspector.db.catalog import Catalog
from inspector.db.needs import Needs
from inspector.errors import InvalidInput
from inspector.queries.parameter import CLOCK_NAMES, Parameter, ParameterType
from inspector.queries.scan import parameters

Show = Literal["table", "graph"]

_LINE = re.compile(r"^--\s*(title|about|needs|param|show|parts)\s*:\s*(.*?)\s*$", re.IGNORECASE)
_CONTINUED = re.compile(r"^--\s{2,}(\S.*?)\s*$")
_PARAM = re.compile(r"^(\w+)(?:\s+(\w+))?((?:\s+(?:required|\w+=(?:\"[^\"]*\"|\S+)))*)\s*$")
_OPTION = re.compile(r"(\w+)(?:=(?:\"([^\"]*)\"|(\S+)))?")


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

    def why_not(self, catalog: Catalog) -> str:
        """Why it cannot be asked of this database; empty if it can."""
        missing = self.needs.missing(catalog)
        return f"needs {', '.join(missing)}, which this database does not have" if missing else ""


def parse_query(text: str, *, id: str, family: str, path: str = "") -> SavedQuery:
    """The query in the text of a `.sql` file. Raises InvalidInput that names the line that is wrong."""
    query = SavedQuery(id, family, title="", sql="", path=path)
    lines = text.splitlines()
    header = 0
    last = ""
    for number, line in enumerate(lines, 1):
        match, more = _LINE.match(line), _CONTINUED.match(line)
        if match:
            last = match.group(1).lower()
            query = _with_field(query, last, match.group(2), number, path)
        elif more and last == "about":
            query = replace(query, about=f"{query.about} {more.group(1)}")
        elif line.strip() and not line.lstrip().startswith("--"):
            break
        else:
            # other comments belong to the statement
            continue
        header = number
    sql = "\n".join(lines[header:]).strip().rstrip(";").rstrip()
    if not query.title:
        raise InvalidInput("The query has no title.", path=path, advice="Begin the file with “-- title: ...”.")
    if not sql:
        raise InvalidInput("The query has no statement.", path=path)
    return replace(query, sql=sql, parameters=query.parameters + _undeclared(sql, query.parameters))


def text_of(query: SavedQuery) -> str:
    """A query as the text of a `.sql` file, from which :func:`parse_query` makes the same query."""
    lines = [f"-- title: {_one_line(query.title)}"]
    if query.about:
        lines.append(f"-- about: {_one_line(query.about)}")
    if query.needs.names:
        lines.append(f"-- needs: {', '.join(query.needs.names)}")
    lines += [f"-- param: {_parameter_text(parameter)}" for parameter in query.parameters]
    if query.parts:
        lines.append(f"-- parts: {', '.join(query.parts)}")
    lines.append(f"-- show: {query.show}")
    return "\n".join([*lines, f"{query.sql.strip().rstrip(';').rstrip()};"]) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _parameter_text(parameter: Parameter) -> str:
    said = {"default": parameter.default, "picker": parameter.picker, "label": parameter.label}
    options = [f"{name}={_quoted(value)}" for name, value in said.items() if value]
    return " ".join([parameter.name, parameter.type, *(["required"] if parameter.required else []), *options])


def _quoted(value: str) -> str:
    """In quotes where it has blanks; a quote inside cannot be written and is left out."""
    bare = _one_line(value).replace('"', "")
    return bare if bare and " " not in bare else f'"{bare}"'


def _with_field(query: SavedQuery, name: str, value: str, line: int, path: str) -> SavedQuery:
    if name == "title":
        return replace(query, title=value)
    if name == "about":
        return replace(query, about=value)
    if name == "needs":
        return replace(query, needs=Needs((*query.needs.names, *_words(value))))
    if name == "parts":
        return replace(query, parts=_words(value))
    if name == "show":
        if value not in get_args(Show):
            raise InvalidInput(
                f"Line {line}: “{value}” is no way to show a result.", path=path, advice="Use table or graph."
            )
        return replace(query, show=value)  # type: ignore[arg-type]
    return replace(query, parameters=(*query.parameters, _parameter(value, line, path)))


def _parameter(value: str, line: int, path: str) -> Parameter:
    match = _PARAM.match(value)
    type_ = (match.group(2) or "any") if match else ""
    if match is None or type_ not in get_args(ParameterType):
        raise InvalidInput(
            f"Line {line}: this parameter cannot be read: {value}",
            path=path,
            advice='Write it like “-- param: session_id text required picker=sessions label="Session"”.',
        )
    options = {m.group(1): m.group(2) or m.group(3) or "" for m in _OPTION.finditer(match.group(3))}
    return Parameter(
        name=match.group(1),
        type=type_,  # type: ignore[arg-type]
        required="required" in options,
        default=options.get("default", ""),
        picker=options.get("picker", ""),
        label=options.get("label", ""),
    )


def parameters_of(sql: str, declared: tuple[Parameter, ...] = ()) -> tuple[Parameter, ...]:
    """The parameters of a statement: those that are declared and still there, and the others that it names."""
    named = {parameter.lstrip(":@$?") for parameter in parameters(sql)}
    kept = tuple(parameter for parameter in declared if parameter.name in named)
    return kept + _undeclared(sql, kept)


def _undeclared(sql: str, declared: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """Parameters of the statement that its header does not name; those of the clock are not asked for."""
    known = {parameter.name for parameter in declared} | set(CLOCK_NAMES)
    return tuple(Parameter(name) for p in parameters(sql) if (name := p.lstrip(":@$?")) and name not in known)


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
                found.append(parse_query(file.read_text(encoding="utf-8"), id=file.stem, family=owner, path=str(file)))
            except (InvalidInput, OSError, UnicodeDecodeError) as error:
                problems.append(f"{file.name}: {error}")
    return Library(tuple(found), tuple(problems))
