"""Every kind of refusal: its code, HTTP status, title and sentence in both languages.

The codes are part of the interface and never change. Read by `api.errors`; listed in the OpenAPI description.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rulebook import Text
from tracker import fitting


class Kind(NamedTuple):
    """`detail` may hold {placeholders}; a missing value leaves them empty."""

    status: int
    title: Text
    detail: Text
    known_as: str = ""
    """The code that clients see, where several sentences share one."""


def _kind(status: int, title: tuple[str, str], detail: tuple[str, str]) -> Kind:
    return Kind(status, Text(*title), Text(*detail))


KINDS: dict[str, Kind] = {
    "malformed": _kind(
        400,
        ("Malformed request", "Неверная запись запроса"),
        ("The body cannot be read: {what}", "Тело запроса не читается: {what}"),
    ),
    "invalid": _kind(
        400,
        ("Wrong value", "Неверное значение"),
        ("{where}: {what}", "{where}: {what}"),
    ),
    "bad_event": _kind(
        400,
        ("Wrong event", "Неверная запись"),
        ("{what}", "{what}"),
    ),
    "illegible": _kind(
        400,
        ("Unreadable text", "Нечитаемый текст"),
        ("A text holds the character U+0000.", "В тексте есть символ U+0000."),
    ),
    "unauthenticated": _kind(
        401,
        ("Sign in first", "Сначала войдите"),
        ("This needs a signed-in user or a token.", "Нужен вход или ключ доступа."),
    ),
    "bad_token": _kind(
        401,
        ("Unknown token", "Неизвестный ключ доступа"),
        ("The token is wrong or was revoked.", "Ключ доступа неверен или отозван."),
    ),
    "bad_code": _kind(
        400,
        ("Unknown code", "Неизвестный код"),
        ("No player has this code.", "Ни у одного игрока нет такого кода."),
    ),
    "csrf": _kind(
        403,
        ("Forged request", "Поддельный запрос"),
        ("A browser session must send its CSRF token.", "Сеанс браузера должен передать свой CSRF-ключ."),
    ),
    "forbidden": _kind(
        403,
        ("Not allowed", "Нет права"),
        ("This needs: {needed}.", "Это может только: {needed}."),
    ),
    "not_found": _kind(
        404,
        ("Not found", "Не найдено"),
        ("There is nothing here for you.", "Здесь для вас ничего нет."),
    ),
    "no_address": Kind(
        404,
        Text("No such address", "Нет такого адреса"),
        Text(
            "{path} is no address of this interface. /api/v1/ lists where to begin, /api/v1/docs/ all of them.",
            "{path}: такого адреса здесь нет. С чего начать, говорит /api/v1/, все адреса: /api/v1/docs/.",
        ),
        "not_found",
    ),
    "no_slash": Kind(
        404,
        Text("No such address", "Нет такого адреса"),
        Text("Addresses end with a slash: {path}/", "Адреса кончаются косой чертой: {path}/"),
        "not_found",
    ),
    "no_round": Kind(
        404,
        Text("No such round", "Нет такого тура"),
        Text(
            "There is no round {round} to see; the rounds so far: {rounds}.",
            "Тура {round} не видно; туры на сейчас: {rounds}.",
        ),
        "not_found",
    ),
    "other_kind": Kind(
        404,
        Text("Not found here", "Не здесь"),
        Text("This id is not of this kind; read {url}", "Этот id другого рода; читайте {url}"),
        "not_found",
    ),
    "method": _kind(
        405,
        ("Wrong method", "Неверный метод"),
        (
            "{method} is not answered here; these are: {allowed}.",
            "{method} здесь не принимают; принимают: {allowed}.",
        ),
    ),
    "slow": _kind(
        408,
        ("Too slow", "Слишком медленно"),
        ("The body did not come in time.", "Тело запроса не пришло вовремя."),
    ),
    "not_over": _kind(
        409,
        ("The result is not confirmed", "Результат не подтверждён"),
        (
            "Secrets are opened once the result is confirmed.",
            "Тайное открывают, когда результат подтверждён.",
        ),
    ),
    "stale": _kind(
        409,
        ("Someone was faster", "Кто-то успел раньше"),
        (
            "The log stands at version {version}, not at {expected}; `missed` is what you have not seen.",
            "Журнал уже на версии {version}, а не {expected}; в `missed` то, чего вы не видели.",
        ),
    ),
    "key_reused": _kind(
        409,
        ("Idempotency key used before", "Ключ повторной отправки уже занят"),
        (
            "This key stands for another request already; take a new one.",
            "Этим ключом уже помечен другой запрос; возьмите новый.",
        ),
    ),
    "length_required": _kind(
        411,
        ("Length unknown", "Длина неизвестна"),
        ("Send the body with its Content-Length.", "Пришлите тело запроса с заголовком Content-Length."),
    ),
    "too_large": _kind(
        413,
        ("Too large", "Слишком большой запрос"),
        ("The body may hold {limit} bytes at most.", "В теле запроса может быть не больше {limit} байт."),
    ),
    "media_type": _kind(
        415,
        ("Wrong kind of body", "Неверный вид тела запроса"),
        ("Send application/json, not {sent}.", "Пришлите application/json, а не {sent}."),
    ),
    "rejected": _kind(
        422,
        ("The rules refuse this", "Правила этого не допускают"),
        ("{message}", "{message}"),
    ),
    "throttled": _kind(
        429,
        ("Too many requests", "Слишком много запросов"),
        ("Try again in {seconds} s.", "Повторите через {seconds} с."),
    ),
    "internal": _kind(
        500,
        ("Our fault", "Наша ошибка"),
        (
            "Something went wrong on our side; nothing was stored by this request unless the log shows it.",
            "Что-то сломалось у нас; этот запрос ничего не записал, если этого нет в журнале.",
        ),
    ),
    "unavailable": _kind(
        503,
        ("Away for a moment", "Временно недоступно"),
        (
            "The database or the disk is away. Try again in {seconds} s, with the same Idempotency-Key.",
            "База данных или диск сейчас недоступны. Повторите через {seconds} с с тем же Idempotency-Key.",
        ),
    ),
    "busy": _kind(
        503,
        ("Too many at once", "Слишком много сразу"),
        (
            "Every place of the server is taken. Try again in {seconds} s, with the same Idempotency-Key.",
            "Все места сервера заняты. Повторите через {seconds} с с тем же Idempotency-Key.",
        ),
    ),
    "misfit": Kind(503, fitting.TITLE, Text("{what}", "{what}")),
}
