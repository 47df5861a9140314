import django.core.validators
import django.db.models.deletion
import games.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.models.new_code, editable=False, max_length=16, unique=True, verbose_name='code')),
                ('title', models.CharField(blank=True, max_length=60, verbose_name='title')),
                ('listed', models.BooleanField(default=True, verbose_name='listed')),
                ('status', models.CharField(choices=[('waiting', 'waiting for players'), ('playing', 'going on'), ('over', 'over'), ('called off', 'called off'), ('closed', 'closed before it began')], default='waiting', max_length=10, verbose_name='status')),
                ('players', models.PositiveSmallIntegerField(default=2, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(4)], verbose_name='players')),
                ('turning', models.CharField(choices=[('before', 'before the roll'), ('after', 'after laying, for the next player')], default='before', max_length=6, verbose_name='Assam is turned')),
                ('colours', models.CharField(choices=[('shuffled', 'from a shuffled pile'), ('arranged', 'in the order the opponent arranged'), ('swapped', 'swapped at each mosaic')], default='shuffled', max_length=8, verbose_name='next colour')),
                ('dirhams', models.PositiveSmallIntegerField(default=30, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(99)], verbose_name='dirhams each')),
                ('own_cover', models.BooleanField(default=False, verbose_name='own rugs may be covered whole')),
                ('commitment', models.CharField(editable=False, max_length=64, verbose_name='SHA-256 of the seed')),
                ('first', models.PositiveSmallIntegerField(editable=False, null=True, verbose_name="first player's seat")),
                ('opening', models.TextField(blank=True, editable=False, verbose_name='chance before the first move')),
                ('position', models.TextField(blank=True, editable=False, verbose_name='position')),
                ('ply', models.PositiveIntegerField(default=0, editable=False, verbose_name='decisions so far')),
                ('version', models.PositiveIntegerField(default=0, editable=False, verbose_name='version')),
                ('dice_events', models.PositiveIntegerField(default=0, editable=False, verbose_name='dice events so far')),
                ('created_at', models.DateTimeField(verbose_name='opened')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('creator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='opened by')),
                ('previous', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematches', to='games.game', verbose_name='rematch of')),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
            },
        ),
        migrations.CreateModel(
            name='Seed',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='seed', serialize=False, to='games.game')),
                ('value', models.BinaryField(max_length=32)),
            ],
            options={
                'verbose_name': 'seed',
                'verbose_name_plural': 'seeds',
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('declined_at', models.DateTimeField(blank=True, null=True, verbose_name='declined')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.game', verbose_name='game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
            },
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField(verbose_name='ply')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('action', models.CharField(max_length=120, verbose_name='action')),
                ('chance', models.CharField(blank=True, max_length=200, verbose_name='chance that followed')),
                ('at', models.DateTimeField(verbose_name='arrived')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'move',
                'verbose_name_plural': 'moves',
                'ordering': ('game', 'ply'),
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('contribution', models.CharField(max_length=64, verbose_name='contribution to the dice')),
                ('sat_down_at', models.DateTimeField(verbose_name='sat down')),
                ('to_move', models.BooleanField(default=False, verbose_name='may act now')),
                ('agrees_to_call_off', models.BooleanField(default=False, verbose_name='agrees to call off')),
                ('seen_ply', models.PositiveIntegerField(default=0, verbose_name='decisions seen')),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rank')),
                ('points', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='points')),
                ('final_dirhams', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='dirhams at the end')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game', verbose_name='game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ('game', 'index'),
            },
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['status', '-created_at'], name='game_status_created'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['status', '-ended_at'], name='game_status_ended'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'closed'), _negated=True), fields=('previous',), name='game_one_rematch'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='invitation_once'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(fields=('game', 'ply'), name='move_once'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('to_move', True)), fields=['user'], name='seat_user_to_move'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'index'), name='seat_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='seat_user_once'),
        ),
    ]
