"""Every page of a running server in pictures, so that people can look at what they built.

A crawl by links, as a visitor and signed in; of each kind of page (route, game) the first that is met is kept.
A page that is wider than its window, or whose script fails, is a fault. Called by `manage.py pictures`.
"""

from __future__ import annotations

import html
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urldefrag, urljoin, urlsplit

from django.urls import Resolver404, resolve

from games.registry import SYSTEMS

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
SIZES = {"phone": (390, 844), "laptop": (1280, 800), "projector": (1920, 1080)}
LANGUAGES = ("en", "ru")
TALLEST = 20_000
"""Pixels of a picture's height: more cannot be looked at, and the browser cuts it off by itself."""
LINKS = """() => [...document.querySelectorAll('a[href]:not([download])')].map(one => one.href)"""
TEXT = "() => document.querySelector('main')?.innerText ?? ''"
OVER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
TRIES = 12
"""Pages of one route that are opened to find each game's."""
SETTLED = 150
"""Milliseconds after which fonts and live parts stand."""
SIGNING = ("sign-out", "sign-in")


@dataclass(frozen=True)
class Page:
    """One kind of page: its route, the game that it shows, if any, and the address of the one that was met first."""

    route: str
    game: str
    path: str

    @property
    def name(self) -> str:
        return "-".join(part for part in (self.route.replace(":", "-"), self.game) if part)


@dataclass
class Album:
    """What was seen: the pages, their pictures by name below `folder`, and what is wrong with them."""

    folder: Path
    pages: list[tuple[str, Page]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def index(self) -> Path:
        """Writes the page that shows all pictures side by side."""
        rows = [
            f"<h2>{html.escape(who)}: {html.escape(page.name)} <small>{html.escape(page.path)}</small></h2><p>"
            + "".join(
                f'<a href="{name}"><img loading="lazy" height="420" src="{name}" alt="{name}"></a> '
                for name in (_file(who, page, language, size) for language in LANGUAGES for size in SIZES)
            )
            + "</p>"
            for who, page in self.pages
        ]
        faults = "".join(f"<li>{html.escape(fault)}</li>" for fault in self.faults)
        file = self.folder / "index.html"
        file.write_text(
            f"<!doctype html><meta charset=utf-8><ul>{faults}</ul>{''.join(rows)}", encoding="utf-8"
        )
        return file


def _file(who: str, page: Page, language: str, size: str) -> str:
    return f"{who}-{page.name}-{language}-{size}.png"


def take(browser: Any, address: str, album: Album, who: str, cookies: list[Any], most: int) -> Iterator[Page]:
    """Pictures of every kind of page that `who` reaches by links from the front page, at most `most` kinds."""
    album.folder.mkdir(parents=True, exist_ok=True)
    seats = {
        (language, size): seat_of(browser, address, language, size, cookies)
        for language in LANGUAGES
        for size in SIZES
    }
    first = seats["en", "laptop"]
    scripts: list[str] = []
    for seat in seats.values():
        seat.on("pageerror", lambda error: scripts.append(str(error)))
    for page in crawl(first, address, most):
        for (language, size), seat in seats.items():
            if seat is not first:
                seat.goto(address + page.path, wait_until="load")
            seat.wait_for_timeout(SETTLED)
            seat.screenshot(path=album.folder / _file(who, page, language, size), full_page=_fits(seat))
            if (over := seat.evaluate(OVER)) > 0:
                album.faults.append(f"{who}, {page.path}: {over} px too wide ({language}, {size})")
        album.faults += [f"{who}, {page.path}: {error}" for error in scripts]
        scripts.clear()
        album.pages.append((who, page))
        yield page
    for seat in seats.values():
        seat.context.close()


def seat_of(browser: Any, address: str, language: str, size: str, cookies: list[Any]) -> Any:
    """A window of that size, in that language, of whoever has these cookies."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=size == "phone",
        locale="ru-RU" if language == "ru" else "en-GB",
        service_workers="block",
    )
    context.add_cookies(cookies)
    return context.new_page()


def _fits(seat: Any) -> bool:
    return bool(seat.evaluate("() => document.documentElement.scrollHeight") < TALLEST)


def _is_file(parts: SplitResult) -> bool:
    """A download, which is no page to be looked at."""
    return "." in parts.path.rpartition("/")[2]


def crawl(seat: Any, address: str, most: int) -> Iterator[Page]:
    """Kinds of pages in the order in which they are met; when one is given, `seat` shows it."""
    waiting, met, kinds = deque(["/"]), {"/"}, set[tuple[str, str]]()
    tried: dict[str, int] = {}
    while waiting and len(kinds) < most:
        path = waiting.popleft()
        asked = "?" in path
        route = _route(path.partition("?")[0])
        if route is None or route.rpartition(":")[2] in SIGNING:
            continue
        # A page that links reach with a question alone is met by it; the many answers of one page are one kind.
        if tried.get(route, 0) >= (1 if asked else TRIES):
            continue
        tried[route] = tried.get(route, 0) + 1
        answer = seat.goto(address + path, wait_until="load")
        if (
            answer is None
            or "text/html" not in answer.headers.get("content-type", "")
            or answer.status != 200
        ):
            continue
        for link in seat.evaluate(LINKS):
            found, _fragment = urldefrag(urljoin(address, link))
            parts = urlsplit(found)
            reached = found.removeprefix(address)
            if found.startswith(address + "/") and reached not in met and not _is_file(parts):
                met.add(reached)
                waiting.append(reached)
        kind = (route, _game(seat.evaluate(TEXT)))
        if kind not in kinds:
            kinds.add(kind)
            yield Page(*kind, path)


def _game(text: str) -> str:
    """The one game that the page speaks of; nothing where it speaks of several or of none."""
    spoken = [key for key, system in SYSTEMS.items() if system.tables.name.en in text]
    return spoken[0] if len(spoken) == 1 else ""


def _route(path: str) -> str | None:
    """The name of the page at `path`; None for what is no page of people."""
    try:
        found = resolve(path)
    except Resolver404:
        return None
    return None if path.startswith("/api/") else found.view_name
