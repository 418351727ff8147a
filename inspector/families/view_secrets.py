"""Which columns of views show secrets: a view gives what it reads names of its own, by which no rule knows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inspector.db.catalog import Catalog
from inspector.redaction import Redactor, SecretRule


def rules_with_views(rules: Iterable[SecretRule], catalogs: Iterable[Catalog]) -> tuple[SecretRule, ...]:
    """``rules``, and those of all view columns that show, or may be made of, a column that is secret as a whole."""
    known = tuple(rules)
    return (*known, *(rule for catalog in catalogs for rule in _of_views(Redactor(known), catalog)))


def _of_views(redactor: Redactor, catalog: Catalog) -> Iterator[SecretRule]:
    for view in catalog:
        for column in view.columns:
            if any(redactor.is_whole(*shown) for shown in column.shows):
                yield SecretRule(view.name, column.name)
