"""Dates in Russian: the month as a word in its case, and 24 hours."""

SHORT_DATE_FORMAT = "j E Y г."
SHORT_DATETIME_FORMAT = "j E Y г., H:i"
