"""Querysets whose SQL is put together once: a page asks the same questions each time, with other values, and Django
takes longer to write such a question anew than the database to answer it.

    MATCH = Kept(lambda stream: MatchRow.objects.filter(stream_id=stream), UUIDField())
    MATCH(stream)  # as a new queryset that can be iterated, and nothing else

For questions that every page or every append asks; see also `hot_queries`, for those that no queryset can say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache
from typing import Any, Generic, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.sql import Query

M = TypeVar("M", bound=Model)


class Slot(Expression):
    """The place of the `at`-th value in a question."""

    def __init__(self, at: int, field: Field[Any, Any]) -> None:
        super().__init__(output_field=field)
        self.at = at

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]

    def filled(self, values: tuple[Any, ...], connection: Any) -> Any:
        return self.output_field.get_db_prep_value(values[self.at], connection)


class Slots(Expression):
    """The place of a list of values, behind `__in`."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        super().__init__()
        self.slots = slots

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return f"({', '.join(['%s'] * len(self.slots))})", [*self.slots]


class Kept(Generic[M]):
    """`rows`: makes the queryset of places for values; `fields`: of which kind each value is."""

    def __init__(self, rows: Callable[..., QuerySet[M, Any]], *fields: Field[Any, Any]) -> None:
        self._rows, self._fields = rows, fields
        self._written = cache(self._write)

    def __call__(self, *values: Any) -> QuerySet[M, Any]:
        rows, compiler, sql, params = self._written(connections[DEFAULT_DB_ALIAS].vendor)
        asked: Any = _Asked(rows.query, compiler, sql, params, values)
        made: Any = QuerySet(rows.model, query=asked)
        made._iterable_class, made._fields = rows._iterable_class, rows._fields
        return made

    def first(self, *values: Any) -> M | None:
        """For questions that have at most one answer."""
        return next(iter(self(*values)), None)

    def _write(self, _vendor: str) -> tuple[Any, Any, str, tuple[Any, ...]]:
        """What does not depend on the values, for a kind of database."""
        rows = self._rows(*(Slot(at, field) for at, field in enumerate(self._fields)))
        compiler = rows.query.get_compiler(using=DEFAULT_DB_ALIAS)
        try:
            sql, params = compiler.as_sql()
        except EmptyResultSet:
            sql, params = "", ()
        return rows, compiler, sql, params


class KeptOfMany(Generic[M]):
    """The same for a question about several values of one kind, written once for each number of them up to `MOST`.

    `rows` makes the queryset of what stands behind `__in`, and of one more place for each of the other fields.
    """

    MOST = 256

    def __init__(
        self, rows: Callable[..., QuerySet[M, Any]], field: Field[Any, Any], *others: Field[Any, Any]
    ) -> None:
        self._rows, self._field, self._others = rows, field, others
        self._written = cache(self._write)

    def __call__(self, values: Iterable[Any], *others: Any) -> QuerySet[M, Any]:
        many = tuple(values)
        if not 0 < len(many) <= self.MOST:
            return self._rows(many, *others)
        return self._written(len(many))(*others, *many)

    def _write(self, many: int) -> Kept[M]:
        first = len(self._others)

        def rows(*slots: Slot) -> QuerySet[M, Any]:
            return self._rows(Slots(slots[first:]), *slots[:first])

        return Kept(rows, *self._others, *[self._field] * many)


class _Asked:
    """A query whose compiler has its SQL already; everything else is the query's."""

    def __init__(
        self, query: Query, compiler: Any, sql: str, params: tuple[Any, ...], values: tuple[Any, ...]
    ) -> None:
        self._query, self._compiler, self._sql, self._params, self._values = (
            query,
            compiler,
            sql,
            params,
            values,
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self._query, name)

    def get_compiler(self, using: str, *_: Any, **__: Any) -> Any:
        connection = connections[using]
        params = [
            one.filled(self._values, connection) if isinstance(one, Slot) else one for one in self._params
        ]
        compiler = copy(self._compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *_, **__: (self._sql, params)
        return compiler
