"""A process that `test_two_writers` lets loose: `python -m tracker.tests.log.writer STREAM NAME N`.

Each append carries a key and is retried on "someone was faster", as a phone would. Reads DATABASE_URL.
"""

from __future__ import annotations

import os
import sys
from uuid import UUID


def main(stream: str, name: str, times: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")
    import django

    django.setup()
    from games.registry import MATCHES
    from games.ruleset import Actor
    from tracker.handle import Command, StaleVersion, handle
    from tracker.tests.log.toy import RULES, Added

    MATCHES["toy"] = RULES
    for number in range(times):
        command = Command(
            stream=UUID(stream),
            actor=Actor("player", "a"),
            events=(Added(number=1, text=f"{name}-{number}"),),
            key=f"{name}-{number}",
        )
        while True:
            try:
                handle(command)
                break
            except StaleVersion:
                continue


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
