"""Clients of a real server, over HTTP: a program with a token, and a browser without script."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import Any, NamedTuple

SECONDS = 120.0


class Answer(NamedTuple):
    status: int
    headers: Any
    body: bytes
    url: str

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """Keeps cookies; follows redirects; an error's answer is an answer too."""

    def __init__(self, address: str, **headers: str) -> None:
        self.address, self.headers = address, headers
        self.jar = CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), urllib.request.ProxyHandler({})
        )

    def send(self, path: str, body: bytes | None = None, method: str | None = None, **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in {**self.headers, **headers}.items()}
        request = urllib.request.Request(self.address + path, body, named, method=method)
        try:
            with self._opener.open(request, timeout=SECONDS) as found:
                return Answer(found.status, found.headers, found.read(), found.url)
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read(), error.url)


class Program(Client):
    """REST with a token: paths below `/api/v1/`, JSON both ways. `done` insists on success."""

    def __init__(self, address: str, token: str) -> None:
        super().__init__(f"{address}/api/v1/", Authorization=f"Bearer {token}")

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        return self.send(path, json.dumps(body).encode(), Content_Type="application/json", **headers)

    def get(self, path: str, **headers: str) -> Answer:
        return self.send(path, None, None, **headers)

    def done(self, path: str, body: Any, **headers: str) -> Any:
        answer = self.post(path, body, **headers)
        assert answer.status == 201, f"POST {path}: {answer.status} {answer.text}"
        return answer.json()

    def read(self, path: str) -> Any:
        answer = self.get(path)
        assert answer.status == 200, f"GET {path}: {answer.status} {answer.text}"
        return answer.json()


class Form:
    """A form of a page: where it goes, what it holds as it stands and the names of all that it asks for; `buttons` are
    where its own buttons send it instead."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.fields: list[tuple[str, str]] = []
        self.names: set[str] = set()
        self.buttons: list[str] = []


class _Forms(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._open = Form(found.get("action", ""))
            self.forms.append(self._open)
        elif self._open and tag == "button" and "formaction" in found:
            self._open.buttons.append(found["formaction"])
        elif self._open and tag in ("select", "input") and "name" in found:
            self._open.names.add(found["name"])
            if tag == "select" or _is_sent(found):
                self._open.fields.append((found["name"], found.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None


def _is_sent(field: Mapping[str, str]) -> bool:
    return field.get("type") not in ("radio", "checkbox") or "checked" in field


class Browser(Client):
    """Opens pages and sends their forms as they stand, filled in by the caller."""

    def open(self, path: str) -> Answer:
        answer = self.send(path)
        assert answer.status == 200, f"GET {path}: {answer.status} {answer.text[:3000]}"
        return answer

    def submit(self, page: Answer, to: str = "", /, **filled: str) -> Answer:
        """Sends the page's form for the address with `to` in it, `filled` in; the page that follows."""
        form, action = self._form(page, to, filled)
        told = [(name, value) for name, value in form.fields if name not in filled] + list(filled.items())
        target = urllib.parse.urljoin(page.url, action).removeprefix(self.address)
        answer = self.send(target, urllib.parse.urlencode(told).encode(), Referer=page.url)
        assert answer.status == 200, f"POST {target}: {answer.status} {answer.text[:3000]}"
        return answer

    @staticmethod
    def _form(page: Answer, to: str, filled: Mapping[str, str]) -> tuple[Form, str]:
        for form in _Forms(page.text).forms:
            for action in (form.action, *form.buttons):
                if to in action and "csrfmiddlewaretoken" in form.names and (to or set(filled) & form.names):
                    return form, action
        raise AssertionError(f"no form for {to!r} with {sorted(filled)} on {page.url}")

    def sign_in(self, name: str, password: str) -> Answer:
        return self.submit(self.open("/sign-in/"), username=name, password=password)

    def token(self) -> str:
        """A token of every scope, made with the session."""
        csrf = next(cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        body = json.dumps({"name": "desk", "scopes": ["read", "play", "organise"]}).encode()
        headers = {"Content_Type": "application/json", "X_CSRFToken": csrf or ""}
        answer = self.send("/api/v1/tokens/", body, **headers)
        assert answer.status == 201, answer.text
        return str(answer.json()["secret"])


def soon(found: Callable[[], Any], what: str, seconds: float = 180) -> Any:
    """The first true answer of `found`, asked again and again. Fails when there is none within `seconds`."""
    limit = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < limit, f"{what} did not come within {seconds:.0f} s"
        time.sleep(0.1)
    return answer
