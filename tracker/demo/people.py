"""Who plays at the demo events: all invented. Read by the games' parts of the demo."""

from __future__ import annotations

NAMES = (
    "Anna Sokolova",
    "Ben Carter",
    "Вера Лебедева",
    "Dmitri Orlov",
    "Elena Marsh",
    "Фёдор Громов",
    "Grace Lin",
    "Hugo Brandt",
    "Ирина Волкова",
    "Jack Doyle",
    "Кирилл Зимин",
    "Lena Fischer",
    "Mark Novak",
    "Нина Белова",
    "Oscar Reyes",
    "Полина Рощина",
    "Quentin Hale",
    "Роман Седов",
    "Sofia Berg",
)
CLUBS = ("Northgate", "Старый порт", "Dice & Steel", "Белая башня")
