"""The address of everything that can be shown: ``PATH#view?key=value``, copied, kept in history, opened again."""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, quote_from_bytes, quote_plus, unquote_to_bytes

_SHORT = {("table", "row"): "key", ("card", "row"): "key"}
"""(view, parameter) as they are written by hand -> what the parameter is called."""
_PATH_SIGNS = "/\\:~ "
"""Signs of a path that stand in a link as they are."""


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
        return Location(self.path, self.view, tuple((k, v) for k, v in merged.items() if v or k not in params))

    def link(self) -> str:
        """As one text: ``/path/graph.db#table?table=nodes&key=17``; :func:`parse_location` gives the place back."""
        query = "&".join(f"{quote_plus(_bytes(name))}={quote_plus(_bytes(value))}" for name, value in self.params)
        view = quote(_bytes(self.view), safe="").replace(".", "%2E")
        place = view + ("?" + query if query else "")
        return f"{quote_from_bytes(_bytes(self.path), safe=_PATH_SIGNS)}#{place}"


def location(path: str, view: str = "overview", **params: str) -> Location:
    """Short for ``Location(path, view, (("a", "1"), ...))``."""
    return Location(path, view, tuple(params.items()))


def parse_location(text: str) -> Location:
    """The place that a link or a plain path names.

    A text that is the path of something that exists is that path, whatever characters it has; only else is the part
    behind the last ``#`` a place. ``#table=nodes&row=3`` is read as ``#table?table=nodes&key=3``.
    """
    if "#" not in text or _exists(text):
        return Location(text)
    written, _, place = text.rpartition("#")
    path = _text(unquote_to_bytes(_bytes(written)))
    if path != written and not _exists(path) and _exists(written):
        # written by hand: nothing in it is quoted
        path = written
    if not _exists(path) and ("/" in place.partition("?")[0] or "." in place.partition("?")[0]):
        # no view is called so: the # belongs to the name of something that is not there
        return Location(text)
    view, mark, query = place.partition("?")
    if not mark and "=" in view:
        view, query = view.partition("=")[0], view
    params = parse_qsl(query, keep_blank_values=True, errors="surrogateescape")
    view = _text(unquote_to_bytes(_bytes(view))) or "overview"
    return Location(path, view, tuple((_SHORT.get((view, name), name), value) for name, value in params))


def _exists(path: str) -> bool:
    try:
        return os.path.lexists(path)
    except ValueError:
        # a surrogate that no byte stands for, or a NUL
        return False


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # half of a character, as a broken clipboard gives it: no file and no table is called so
        return text.encode("utf-8", "replace")


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
