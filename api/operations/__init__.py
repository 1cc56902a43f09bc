"""What every address answers: one line for each method, from which the OpenAPI document is made.

A test compares the table with the addresses, so nothing is left out and nothing is promised that is not there.
"""

from __future__ import annotations

from api.operations.clubs import CHRONICLES
from api.operations.events import CAMPAIGNS, MATCHES, TOURNAMENTS
from api.operations.games import PEOPLE, RANKED, ROSTERS, SYSTEMS
from api.operations.server import BEGIN, RULE_FIXES, STREAMS, WEBHOOKS
from api.operations.table import Key, Listed, Operation
from api.params import FIELDS, Param

__all__ = ["OPERATIONS", "Listed", "Operation", "operation_of", "query_of", "told_by"]

OPERATIONS: dict[Key, Operation] = {
    **BEGIN,
    **SYSTEMS,
    **ROSTERS,
    **MATCHES,
    **TOURNAMENTS,
    **CAMPAIGNS,
    **CHRONICLES,
    **RANKED,
    **PEOPLE,
    **RULE_FIXES,
    **WEBHOOKS,
    **STREAMS,
}


def query_of(name: str, method: str) -> dict[str, Param]:
    """The parameters that an address knows, for a method of HTTP."""
    return told_by(operation_of(name, method))


def operation_of(name: str, method: str) -> Operation | None:
    """What an address does for a method of HTTP."""
    return OPERATIONS.get((name, "get" if method == "HEAD" else method.lower()))


def told_by(operation: Operation | None) -> dict[str, Param]:
    """The parameters of an operation: of every read also which fields of its answer are wanted."""
    if operation is None:
        return {}
    return operation.query | FIELDS if operation.is_read else operation.query
