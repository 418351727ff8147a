"""Which texts are secrets, by column, by JSON key and by the known form of keys; and what is shown instead.

Everything that leaves a file for a view, copy, search hit or export passes through a :class:`Redactor`. What it cannot
know (a password in prose, a key of unknown form) it cannot hide; the help page on secrets says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MASK = "•••• redacted"
"""What stands in the place of a secret."""

SECRET_KEYS = re.compile(
    r"(?:api[_-]?key|secret(?:[_-]?key)?|token|passw(?:or)?d|passphrase|credential|auth(?:orization)?|bearer|cookie"
    r"|(?:private|access|session|signing|encryption|master|service[_-]?role)[_-]?key|webhook[_-]?url|[_-]pass|[_-]pwd)s?$",
    re.IGNORECASE,
)
"""JSON keys and environment variable names whose values are secrets; matched at the end of the name."""

_NO_SECRETS = re.compile(
    r"(?:(?:max|min|num|total|input|output|prompt|completion|cache(?:_\w+)?|used|budget|context)[_-]?tokens?"
    r"|tokens?[_-]?(?:count|usage|limit|budget)|(?:is|has|needs)[_-]?auth)$",
    re.IGNORECASE,
)
"""Names that end like secrets and are counts of tokens."""

_FORMS = re.compile(
    r"""
    \b(?:
      sk-(?:ant-|proj-|or-|live-|test-|sample-)?[A-Za-z0-9_-]{12,}   # model providers, payment keys
    | (?:rk|pk|sk)_(?:live|test)_[A-Za-z0-9]{12,}
    | gh[pousr]_[A-Za-z0-9]{20,} | github_pat_[A-Za-z0-9_]{20,} | glpat-[A-Za-z0-9_-]{16,}
    | xox[abeprs]-[A-Za-z0-9-]{10,} | xapp-[A-Za-z0-9-]{10,}
    | AKIA[0-9A-Z]{16} | ASIA[0-9A-Z]{16} | AIza[0-9A-Za-z_-]{30,}
    | eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}    # JSON web tokens
    | npm_[A-Za-z0-9]{30,} | pypi-[A-Za-z0-9_-]{30,} | hf_[A-Za-z0-9]{20,}
    | [0-9]{8,10}:AA[A-Za-z0-9_-]{30,}                              # chat bots
    )
    | (?<=://)[^\s/:@"']{1,64}:[^\s/@"']{1,128}(?=@)                # user:password in a URL
    | (?<=Bearer\ )[A-Za-z0-9._~+/-]{12,}=*
    | -----BEGIN\ [A-Z ]*PRIVATE\ KEY-----.*?(?:-----END\ [A-Z ]*PRIVATE\ KEY-----|\Z)
    """,
    re.VERBOSE | re.DOTALL,
)

_CUT = re.compile(
    r"""
    \b(?:
      (?:sk-(?:ant|proj|or|live)-|(?:rk|pk|sk)_(?:live|test)_|gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|xapp-)[\w-]+
    | (?:AKIA|ASIA|AIza)[\w-]{4,}
    | eyJ[\w-]{8,}(?:\.[\w-]*){0,2}
    )\Z
    | (?<=://)[^\s/:@"'.]{1,64}:(?!\d+\Z)[^\s/@"'\\]{1,128}\Z
    """,
    re.VERBOSE | re.ASCII,
)
"""The beginning of a secret at the very end: long texts are shown as their beginnings, and a part tells too much."""

_KNOWN_COLUMNS = 10_000
"""Columns of which a redactor remembers whether they are secret: it is asked for every cell."""

_LONGEST_CUT = 1_200
"""Characters before the end among which such a beginning is looked for."""

_JSON_PAIR = re.compile(
    r'(\\*")((?:[^"\\]|\\[^"])*?)\1(\s*:\s*)(?:(\\*")((?:(?!\4)[^\\]|\\.)*)(?:\4|\Z)|(-?[0-9][^\s,}\]]*))', re.DOTALL
)
"""``"key": "value"`` and ``"key": number``, also inside a JSON text that is itself a JSON string (escaped quotes)."""

_NESTED = re.compile(r'(\\*)"((?:[^"\\]|\\[^"])*?)\1"\s*:\s*[{\[]')
"""``"key": {`` or ``"key": [``: everything below a secret name is secret too."""

_STEP = re.compile(r'(\\*)"|[{}\[\]]')
"""What ends or begins a string, object or array."""

_COLON = re.compile(r"\s*:")

_QUOTED = r"(\\*[\"'])(?:(?!\{quote}).){{0,4096}}?(?:\{quote}|\Z)"
"""A text in quotes, escaped as in JSON or not; cut off or whole."""

_ASSIGNMENT = re.compile(
    r"\b([A-Za-z_][A-Za-z0-9_-]{0,99})=(?!=)(?:" + _QUOTED.format(quote=2) + r"|[^\s\"'\\;&|•][^\s\"'\\;&|]*)",
    re.DOTALL,
)
"""``NAME=value`` as in an environment or a command line."""

_OPTION = re.compile(
    r"(?<![\w-])--([A-Za-z][A-Za-z0-9_-]{0,99})((?:\\*[\"']\s*,\s*(?=\\*[\"'])|[ \t]+)(?!--))"
    r"(?:" + _QUOTED.format(quote=3) + r"|[^\s\"'\\;&|•][^\s\"'\\;&|]*)",
    re.DOTALL,
)
"""``--name value`` of a command line, or ``"--name", "value"`` of a list of arguments."""

_HEADER = re.compile(
    r"(?<![\w-])([a-z0-9_-]{0,40}(?:authorization|cookie|api[_-]?key|passw(?:or)?d|auth[_-]?token|secret[_-]?key))"
    r"(:[ \t]*(?:(?:basic|bearer|token|digest)[ \t]+)?)[^\s\"'`\\,;•][^\s\"'`\\,;]{5,}",
    re.IGNORECASE,
)
"""``Name: value`` as in the head of a request or a file of settings."""

_HEADS = ("authorization:", "cookie:", "key:", "password:", "passwd:", "token:")
"""How the names of :data:`_HEADER` end: looking for these first is quick."""

_SUSPECT = re.compile(
    r"""
      "(?=\s*:)                                                         # a key of JSON
    | =(?<=[A-Za-z]=)                                                   # NAME=value
    | -(?:(?=-[A-Za-z])                                                 # --name, and the -----BEGIN of a private key
        | (?<=(?a:\b)sk-) | (?<=(?a:\b)xox[abeprs]-) | (?<=(?a:\b)(?:xapp|pypi)-) | (?<=(?a:\b)glpat-))
    | _(?:(?<=(?a:\b)[rps]k_)(?=live|test)
        | (?<=(?a:\b)gh[pousr]_) | (?<=(?a:\b)github_pat_) | (?<=(?a:\b)npm_) | (?<=(?a:\b)hf_))
    | :(?:(?=//(?a:[^\s/:@"']){1,64}:) | (?=AA[A-Za-z0-9_-])             # user: of a URL; the key of a chat bot
        | (?i:(?<=authorization:) | (?<=cookie:) | (?<=key:) | (?<=password:) | (?<=passwd:) | (?<=token:)))
    | A(?<=(?a:\b)A)(?:KIA|SIA|Iza)
    | J(?<=(?a:\b)eyJ)
    | B(?=earer\ )
    """,
    re.VERBOSE,
)
"""What every text holds that is changed by any of the patterns above: where this is not found, none need be tried.

Each branch begins with one rare character, so that a text without it is passed over at once. The word boundary is that
of ASCII, which is there wherever that of Unicode is.
"""

_NAME_WORDS = (
    "key",
    "token",
    "passw",
    "passphrase",
    "credential",
    "auth",
    "bearer",
    "cookie",
    "url",
    "pwd",
    "secret",
    "pass",
)
"""Of which every name has one that :data:`SECRET_KEYS` knows; looking for these first is quick."""

_NAMED = re.compile(
    r"(?:key|token|passw(?:or)?d|passphrase|credential|auth(?:orization)?|bearer|cookie|url|pass|pwd|secret)s?\\*\"\s*:",
    re.IGNORECASE,
)
"""The end of such a name as a key of JSON."""


@dataclass(frozen=True)
class SecretRule:
    """A column that holds secrets."""

    table: str
    """Table name."""
    column: str
    """Column name."""
    keys: tuple[str, ...] | None = None
    """None: the whole value is secret. Else it is JSON, and the values under these keys are, beside the known ones."""


def is_secret_name(name: str) -> bool:
    """Whether values under this JSON key or variable name are secrets."""
    return bool(SECRET_KEYS.search(name)) and not _NO_SECRETS.search(name)


class Redactor:
    """Replaces secrets by :data:`MASK`, by the rules of one family."""

    def __init__(self, rules: Iterable[SecretRule] = (), *, reveal: bool = False) -> None:
        self._rules = {(rule.table.lower(), rule.column.lower()): rule for rule in rules}
        self._extra = frozenset(key.lower() for rule in self._rules.values() for key in rule.keys or ())
        self._whole: dict[tuple[str, str], bool] = {}
        self.reveal = reveal
        """Whether the person asked to see secrets: nothing is masked then."""

    def revealing(self, reveal: bool = True) -> Redactor:
        """The same rules, masking nothing; or masking again."""
        return Redactor(self._rules.values(), reveal=reveal)

    def is_whole(self, table: str, column: str) -> bool:
        """Whether every text of this column is a secret: by its rule, or by its name where it has none."""
        whole = self._whole.get((table, column))
        if whole is None:
            rule = self._rules.get((table.lower(), column.lower()))
            whole = is_secret_name(column) if rule is None else rule.keys is None
            if len(self._whole) < _KNOWN_COLUMNS:
                self._whole[table, column] = whole
        return whole

    def has_rule(self, table: str, column: str) -> bool:
        """Whether this column is known to hold secrets."""
        return (table.lower(), column.lower()) in self._rules

    def cell(self, text: str, table: str = "", column: str = "") -> str:
        """``text`` of a cell of this column (both empty: of an expression), secrets masked."""
        if self.reveal or not text:
            return text
        if self.is_whole(table, column):
            return MASK
        return self.text(text)

    def text(self, text: str) -> str:
        """Any text, with secrets of known form and values under secret names masked."""
        return text if self.reveal or len(text) < 8 or _SUSPECT.search(text) is None else self._masked(text)

    def names_secrets(self, text: str) -> bool:
        """Whether JSON may hold a value that is secret by its name alone: what is told of it without that name must be
        made of the masked text. Any other secret is known by its form, wherever it is told."""
        if self.reveal or '"' not in text:
            return False
        low = text.lower()
        return (any(word in low for word in _NAME_WORDS) and _NAMED.search(text) is not None) or any(
            key in low for key in self._extra
        )

    def texts(self, texts: Iterable[str]) -> list[str]:
        """:meth:`text` of each."""
        if self.reveal:
            return list(texts)
        suspect, masked = _SUSPECT.search, self._masked
        return [text if len(text) < 8 or suspect(text) is None else masked(text) for text in texts]

    def _masked(self, text: str) -> str:
        masked = _JSON_PAIR.sub(self._pair, self._nested(text)) if '"' in text else text
        masked = _ASSIGNMENT.sub(_assignment, masked) if "=" in masked else masked
        masked = _OPTION.sub(_option, masked) if "--" in masked else masked
        low = masked.lower()
        if any(head in low for head in _HEADS):
            masked = _HEADER.sub(rf"\1\2{MASK}", masked)
        masked = _FORMS.sub(MASK, masked)
        cut = _CUT.search(masked, len(masked) - _LONGEST_CUT if len(masked) > _LONGEST_CUT else 0)
        return masked[: cut.start()] + MASK if cut else masked

    def _nested(self, text: str) -> str:
        """``text`` with every string below a secret name masked, names kept."""
        parts: list[str] = []
        done = 0
        for match in _NESTED.finditer(text):
            key = match.group(2)
            if match.start() >= done and (key.lower() in self._extra or is_secret_name(key)):
                for start, end in _strings_below(text, match.end(), len(match.group(1))):
                    parts += [text[done:start], MASK]
                    done = end
        return "".join((*parts, text[done:]))

    def _pair(self, match: re.Match[str]) -> str:
        quote, key, colon, value_quote, _, number = match.groups()
        if not is_secret_name(key) and key.lower() not in self._extra:
            return match.group(0)
        if number is not None:
            return match.group(0)
        end = value_quote if match.group(0).endswith(value_quote) else ""
        return f"{quote}{key}{quote}{colon}{value_quote}{MASK}{end}"


def _assignment(match: re.Match[str]) -> str:
    name, quote = match.groups()
    return f"{name}={_in_quotes(match, quote)}" if is_secret_name(name) else match.group(0)


def _option(match: re.Match[str]) -> str:
    name, between, quote = match.groups()
    return f"--{name}{between}{_in_quotes(match, quote)}" if is_secret_name(name) else match.group(0)


def _in_quotes(match: re.Match[str], quote: str | None) -> str:
    """The mask, in the quotes of what it stands for: JSON around it stays JSON."""
    if not quote:
        return MASK
    return f"{quote}{MASK}{quote if match.group(0).endswith(quote) else ''}"


def _strings_below(text: str, position: int, escapes: int) -> Iterator[tuple[int, int]]:
    """Where each string value stands inside the object or array that begins before ``position``.

    ``escapes`` is the number of backslashes before its quotes: 0, or 1, 3, ... for JSON inside a JSON string.
    """
    depth = 1
    begun: int | None = None
    for step in _STEP.finditer(text, position):
        run = step.group(1)
        if run is not None:
            if (len(run) - escapes) % (2 * (escapes + 1)):
                if len(run) < escapes:
                    break  # the string that holds this JSON ends here
            elif begun is None:
                begun = step.end()
            else:
                end = step.end() - 1 - escapes
                if not _COLON.match(text, step.end()):
                    yield begun, end
                begun = None
        elif begun is None:
            depth += 1 if step.group() in "{[" else -1
            if depth == 0:
                return
    if begun is not None:
        yield begun, len(text)
