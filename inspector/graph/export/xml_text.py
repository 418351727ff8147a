"""How does text from a database stand in XML, whatever it holds?"""

from __future__ import annotations

import html


def xml_text(text: str) -> str:
    """``text`` for element content: special characters escaped, those that XML may not hold replaced by U+FFFD."""
    allowed = "".join(c if _is_allowed(c) else "\ufffd" for c in text)
    return html.escape(allowed, quote=True)


def xml_attribute(text: str) -> str:
    """``text`` for a quoted attribute: line breaks and tabs as references, which a reader would else turn into
    blanks."""
    return xml_text(text).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")


def _is_allowed(c: str) -> bool:
    return c in "\t\n\r" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
