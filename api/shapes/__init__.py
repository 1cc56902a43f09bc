"""What clients send and get, as structs: encoded and decoded by msgspec, described in the OpenAPI document.

`logs` for streams, `matches`, `tournaments`, `people`, `systems`, and `pages` for lists.
"""
