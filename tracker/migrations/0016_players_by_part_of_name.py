"""An index by which PostgreSQL finds players by any part of their name.

Of all parts of three letters, made by a function of our own: the extension pg_trgm sees no letters but Latin ones in a database of
the locale C, and is not everywhere.
"""

from django.db import migrations

FUNCTION = """
    CREATE FUNCTION warledger_parts(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT coalesce(array_agg(DISTINCT substr($1, part, 3)), '{}')
        FROM generate_series(1, greatest(length($1) - 2, 0)) AS part
    $$
"""
INDEX = """
    CREATE INDEX players_by_part_of_name ON tracker_player
    USING gin (warledger_parts(LOWER(name COLLATE "und-x-icu")))
"""


def make(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(FUNCTION)
        schema_editor.execute(INDEX)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX players_by_part_of_name")
        schema_editor.execute("DROP FUNCTION warledger_parts(text)")


class Migration(migrations.Migration):
    dependencies = [("tracker", "0015_revision_key")]
    operations = [migrations.RunPython(make, drop)]
