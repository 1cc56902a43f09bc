"""The pictures of the guides: which page of the demo each shows, to whom, and at which size.

`manage.py pictures --docs` takes them anew into `docs/images`, in both languages: NAME.png and NAME.ru.png.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tracker import env
from tracker.tests.pictures import LANGUAGES, SETTLED, crawl, seat_of

IMAGES = env.CHECKOUT / "docs" / "images"
VISITOR, ORGANISER = "visitor", "organiser"


class Shown(NamedTuple):
    """A picture: the route of its page, and who looks at it on what. `game`: of several such pages the one of it."""

    name: str
    who: str
    route: str
    size: str = "laptop"
    game: str = ""


SHOWN = (
    Shown("standings", VISITOR, "pages:standings"),
    Shown("hall", VISITOR, "pages:hall"),
    Shown("ratings", VISITOR, "pages:ratings"),
    Shown("statistics", VISITOR, "pages:statistics"),
    Shown("campaign", VISITOR, "pages:chronicle"),
    Shown("event-day-hall", VISITOR, "pages:day-hall"),
    Shown("console", ORGANISER, "pages:console"),
    Shown("event-day-console", ORGANISER, "pages:day-console"),
    Shown("pad", ORGANISER, "pages:score-pad", "phone"),
)


def file(one: Shown, language: str, folder: Path = IMAGES) -> Path:
    return folder / (f"{one.name}.png" if language == "en" else f"{one.name}.{language}.png")


def take(browser: Any, address: str, who: str, cookies: list[Any], folder: Path = IMAGES) -> Iterator[Shown]:
    """Looks for the pages by links from the front page, and takes what a window shows of them."""
    wanted = [one for one in SHOWN if one.who == who]
    first = seat_of(browser, address, "en", "laptop", cookies)
    for page in crawl(first, address, 200):
        for one in [one for one in wanted if page.route == one.route and one.game in ("", page.game)]:
            for language in LANGUAGES:
                seat = seat_of(browser, address, language, one.size, cookies)
                seat.goto(address + page.path, wait_until="load")
                seat.wait_for_timeout(4 * SETTLED)
                seat.screenshot(path=file(one, language, folder))
                seat.context.close()
            wanted.remove(one)
            yield one
        if not wanted:
            break
    first.context.close()
    if wanted:
        raise LookupError(f"no page of the demo is {', '.join(one.route for one in wanted)}")
