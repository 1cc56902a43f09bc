"""Dates in English: the month as a word, so that nobody takes it for the day, and 24 hours."""

SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
