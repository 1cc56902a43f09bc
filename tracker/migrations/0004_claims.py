"""Claims as rows, so that they can end; who made a player; seasons of clubs."""

import django.db.models.deletion
import django.utils.timezone
import tracker.ids
import tracker.models.people
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('tracker', '0003_bound_snapshots'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SeasonKeeper',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('club', models.CharField(blank=True, max_length=80)),
            ],
        ),
        migrations.AddField(
            model_name='player',
            name='made_at',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tracker.stream'),
        ),
        migrations.AddField(
            model_name='player',
            name='made_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players_made', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='seasonrow',
            name='club',
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name='seasonrow',
            name='opened',
            field=models.DateTimeField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='player',
            name='claim_code',
            field=models.CharField(default=tracker.models.people.new_claim_code, max_length=16, null=True, unique=True),
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.UUIDField(default=tracker.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('device', models.CharField(blank=True, max_length=80)),
                ('key', models.CharField(max_length=64, null=True, unique=True)),
                ('claimed_at', models.DateTimeField(auto_now_add=True)),
                ('last_used_at', models.DateTimeField(null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='tracker.player')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddField(
            model_name='apitoken',
            name='claim',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='tracker.claim'),
        ),
    ]
