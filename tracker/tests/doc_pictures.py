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
    """A picture: the route of its page, of which the first that links lead to is taken, or its address; and who looks
    at it on what. `below`: what is shown lies there below it."""

    name: str
    who: str
    route: str
    size: str = "laptop"
    below: str = ""


SHOWN = (
    Shown("standings", VISITOR, "pages:standings"),
    Shown("hall", VISITOR, "pages:pairings", below="hall/"),
    Shown("ratings", VISITOR, "/ratings/last_battle/"),
    Shown("statistics", VISITOR, "/statistics/last_battle/"),
    Shown("campaign", VISITOR, "pages:chronicle"),
    Shown("event-day-hall", VISITOR, "pages:day-hall"),
    Shown("console", ORGANISER, "pages:console"),
    Shown("event-day-console", ORGANISER, "pages:day-console"),
    Shown("pad", ORGANISER, "pages:score-pad", "phone"),
)


def file(one: Shown, language: str) -> Path:
    return IMAGES / (f"{one.name}.png" if language == "en" else f"{one.name}.{language}.png")


def take(browser: Any, address: str, who: str, cookies: list[Any], names: list[str]) -> Iterator[Shown]:
    """Looks for the pages by links from the front page, and takes what a window shows of them. No `names`: of all."""
    wanted = [one for one in SHOWN if one.who == who and (not names or one.name in names)]
    if not wanted:
        return
    for one in [one for one in wanted if one.route.startswith("/")]:
        _take(browser, address + one.route, one, cookies)
        wanted.remove(one)
        yield one
    first = seat_of(browser, address, "en", "laptop", cookies)
    for page in crawl(first, address, 200) if wanted else ():
        for one in [one for one in wanted if page.route == one.route]:
            _take(browser, address + page.path + one.below, one, cookies)
            wanted.remove(one)
            yield one
        if not wanted:
            break
    first.context.close()
    if wanted:
        raise LookupError(f"no page of the demo is {', '.join(one.route for one in wanted)}")


def _take(browser: Any, address: str, one: Shown, cookies: list[Any]) -> None:
    for language in LANGUAGES:
        seat = seat_of(browser, address, language, one.size, cookies)
        seat.goto(address, wait_until="load")
        seat.wait_for_timeout(4 * SETTLED)
        seat.screenshot(path=file(one, language))
        seat.context.close()
