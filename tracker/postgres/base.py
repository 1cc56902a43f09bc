"""The database backend as Django looks for it: `tracker.postgres`."""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks a kept connection `SELECT 1` before a request only when the server has sent something meanwhile.

    A server that ends, restarts or throws somebody out closes the connection or says so, and then there is something to
    read; while nothing is, the connection is as good as an answered question would show. That question took a quarter
    of what a page from memory asks of the database.
    """

    def is_usable(self) -> bool:
        return _is_quiet(self.connection) or super().is_usable()


def _is_quiet(connection: Any) -> bool:
    """Whether an open connection stands between two statements, outside transactions, and has nothing to read.

    False also where the system cannot say.
    """
    if connection is None or connection.closed or not hasattr(select, "poll"):
        return False
    if connection.info.transaction_status != TransactionStatus.IDLE:
        return False
    asked = select.poll()  # unlike select(), it takes files of any number
    asked.register(connection.fileno(), select.POLLIN)
    return not asked.poll(0)
