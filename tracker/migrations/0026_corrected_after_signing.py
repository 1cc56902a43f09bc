"""Rows of a campaign's matches name whom a correction concerns who had signed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tracker", "0025_one_person_one_place")]
    operations = [migrations.AddField("chroniclematchrow", "corrected", models.JSONField(default=list))]
