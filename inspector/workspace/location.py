"""The address of everything that can be shown: ``PATH#view?key=value``, copied, kept in history, opened again."""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote_to_bytes, urlencode

_ERRORS = "surrogateescape"


@dataclass(frozen=True)
class Location:
    """A place in a source."""

    path: str
    """What was opened: a file or a folder; bytes that are not UTF-8 are surrogates."""
    view: str = "overview"
    """Which view: ``overview``, ``table``, ``graph``, ``search``, ``queries``, ``health``, ..."""
    params: tuple[tuple[str, str], ...] = ()
    """What it shows: ``(("table", "nodes"), ("key", "17"))``."""

    def get(self, name: str, otherwise: str = "") -> str:
        """The value of a parameter."""
        return dict(self.params).get(name, otherwise)

    def with_params(self, **params: str) -> Location:
        """The same place with parameters set; an empty value removes one."""
        merged = {**dict(self.params), **params}
        return Location(self.path, self.view, tuple((k, v) for k, v in merged.items() if v))

    def link(self) -> str:
        """As one text: ``/path/graph.db#table?table=nodes&key=17``."""
        query = urlencode(self.params, errors=_ERRORS)
        place = quote(self.view) + ("?" + query if query else "")
        return quote(self.path, safe="/\\:~ ", errors=_ERRORS) + "#" + place


def location(path: str, view: str = "overview", **params: str) -> Location:
    """Short for ``Location(path, view, (("a", "1"), ...))``."""
    return Location(path, view, tuple(params.items()))


def parse_location(text: str) -> Location:
    """The place that a link or a plain path names.

    A text that is the path of something that exists is that path, whatever characters it has; only else is the part
    behind the last ``#`` a place. ``#table=nodes&row=3`` is read as ``#table?table=nodes&row=3``.
    """
    if os.path.exists(text) or "#" not in text:
        return Location(text)
    quoted, _, place = text.rpartition("#")
    path = unquote_to_bytes(quoted.encode("utf-8", _ERRORS)).decode("utf-8", _ERRORS)
    if os.path.exists(quoted):
        path = quoted
    view, mark, query = place.partition("?")
    if not mark and "=" in view:
        view, query = view.partition("=")[0], view
    return Location(path, view or "overview", tuple(parse_qsl(query, errors=_ERRORS)))
