"""What a refusal of rights asks for, in words: `NotAllowed.needed` is the name that programs go by.

Read by `api.errors`.
"""

from __future__ import annotations

from games.rulebook import Text

SCOPE = "scope:"
NEEDED: dict[str, str] = {
    "a player or a signed-in user": "игрок или вошедший пользователь",
    "a signed-in user": "вошедший пользователь",
    "administrator": "администратор",
    "the administrator": "администратор",
    "an administrator, or an account that an administrator lets keep seasons": (
        "администратор или тот, кому он разрешил вести сезоны"
    ),
    "an API token": "ключ доступа",
    "organiser of this event": "организатор этого мероприятия",
    "organiser or judge of this event": "организатор или судья этого мероприятия",
    "player or staff of this event": "игрок, организатор или судья этого мероприятия",
    "player or staff of this match": "игрок, организатор или судья этой партии",
    "staff of where the player was entered": "организатор или судья мероприятия, на котором игрок записан",
    "the player": "сам игрок",
    "the player, or staff of where the player was entered": (
        "сам игрок, организатор или судья мероприятия, на котором он записан"
    ),
    "the player, or an arbitrator of the campaign": "сам игрок или арбитр кампании",
    "the player of the roster, or an arbitrator of the campaign": "игрок этого отряда или арбитр кампании",
    "the player, or staff of a season that the run comes into": (
        "сам игрок, организатор или судья сезона, в который попадает прохождение"
    ),
    "the player whose deck this is": "игрок, чья это колода",
    "the player whose team this is": "игрок, чья это команда",
    "the player whose warband this is": "игрок, чей это отряд",
    "the player who hands the list in": "игрок, который сдаёт список",
    "the player who checks in": "игрок, который отмечается",
    "the player who calls": "игрок, который зовёт судью",
    "the captain who tells": "капитан, который сообщает",
    "the owner of this step": "тот, чей это шаг",
    "the owner of this deck": "владелец этой колоды",
    "the owner of this team": "владелец этой команды",
    "the owner of this warband": "владелец этого отряда",
    "whoever opened this match": "тот, кто открыл эту партию",
}
"""What is needed, as the commands say it in English -> the same in Russian."""


def in_words(needed: str, language: str) -> str:
    """What is needed, in a sentence for people; an unknown name reads as it is."""
    if needed.startswith(SCOPE):
        scope = needed.removeprefix(SCOPE)
        return Text(f"a token with the scope {scope}", f"ключ доступа с правом {scope}").to(language)
    return Text(needed, NEEDED.get(needed, needed)).to(language)
