"""Ids that stand in examples: of a player or a stream, whatever the example needs. Read by the games' `requests`."""

ID, ANOTHER = "0190163d-8694-739b-aea5-966c26f8ad91", "0190163d-9a10-7c41-8f52-1d5a2b7c9e02"
