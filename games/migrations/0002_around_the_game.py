import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models
from games import rules


def end_seats(apps, schema_editor):
    """Let the seats of ended games and closed tables know when that was."""
    Game, Seat = (apps.get_model('games', name) for name in ('Game', 'Seat'))
    ended = Game.objects.filter(pk=models.OuterRef('game')).values('ended_at')
    Seat.objects.filter(game__ended_at__isnull=False).update(ended_at=models.Subquery(ended))


def tell_who_stayed(apps, schema_editor):
    """Let the seats of games that are over know who stayed: who neither ran out of time nor resigned early.

    It counts in all of them: there were no house players yet.
    """
    Game, Move, Seat = (apps.get_model('games', name) for name in ('Game', 'Move', 'Seat'))
    over = Game.objects.filter(status='over')
    Seat.objects.filter(game__in=over).update(stayed=True)
    departures = Move.objects.filter(game=models.OuterRef('pk'), action__startswith='leave')
    for game in over.filter(models.Exists(departures)).order_by('pk').iterator(chunk_size=100):
        moves = Move.objects.filter(game=game).order_by('ply')
        Seat.objects.filter(game=game, index__in=who_left_early(game, moves)).update(stayed=False)


def who_left_early(game, moves):
    """The seats that ran out of time, or resigned in the first third of a full game's turns; from the game's log."""
    options = ('players', 'turning', 'colours', 'dirhams', 'own_cover')
    variant = rules.Variant(**{option: getattr(game, option) for option in options})
    position = rules.Position.start(variant, first=game.first)
    left = set()
    for text in [*game.opening.split(), *(text for move in moves for text in (move.action, *move.chance.split()))]:
        action = rules.action_from_text(text)
        if isinstance(action, rules.Leave):
            is_late = 3 * position.turn > variant.players * variant.rugs_each
            if action.why != 'resigned' or not is_late:
                left.add(action.seat)
        position = position.play(action)
    return left


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='game',
            name='game_status_ended',
        ),
        migrations.AddField(
            model_name='game',
            name='least_reliability',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(100)], verbose_name='reliability asked of joiners, in percent'),
        ),
        migrations.AddField(
            model_name='seat',
            name='chat_off',
            field=models.BooleanField(default=False, verbose_name='no chat in this game'),
        ),
        migrations.AddField(
            model_name='seat',
            name='ended_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='game ended'),
        ),
        migrations.AddField(
            model_name='seat',
            name='read_messages',
            field=models.PositiveIntegerField(default=0, verbose_name='messages read'),
        ),
        migrations.AddField(
            model_name='seat',
            name='stayed',
            field=models.BooleanField(blank=True, null=True, verbose_name='neither ran out of time nor resigned early'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['status', '-started_at', '-id'], name='game_status_started'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['status', '-ended_at', '-id'], name='game_status_ended'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('first__isnull', False)), fields=['-ended_at', '-id'], name='game_played_out'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('first__isnull', False)), fields=['players', '-ended_at', '-id'], name='game_players_played_out'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('first__isnull', False)), fields=['turning', '-ended_at', '-id'], name='game_turning_played_out'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('first__isnull', False)), fields=['colours', '-ended_at', '-id'], name='game_colours_played_out'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('first__isnull', False)), fields=['dirhams', '-ended_at', '-id'], name='game_dirhams_played_out'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('first__isnull', False), ('own_cover', True)), fields=['-ended_at', '-id'], name='game_own_cover_played_out'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['user'], name='seat_user_going_on'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['user', '-ended_at', '-id'], name='seat_user_ended'),
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('form', models.CharField(editable=False, max_length=64, verbose_name='mark of the form it was sent by')),
                ('at', models.DateTimeField(verbose_name='arrived')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
                'ordering': ('game', 'number'),
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'number'), name='message_once'),
                    models.UniqueConstraint(fields=('game', 'form'), name='message_form_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=5000, verbose_name='text')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.game', verbose_name='game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'note',
                'verbose_name_plural': 'notes',
                'constraints': [models.UniqueConstraint(fields=('game', 'user'), name='note_once')],
            },
        ),
        migrations.CreateModel(
            name='SavedRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.models.new_code, editable=False, max_length=16, unique=True, verbose_name='code')),
                ('text', models.TextField(verbose_name='text')),
                ('saved_at', models.DateTimeField(verbose_name='saved')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='saved_records', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'saved record',
                'verbose_name_plural': 'saved records',
                'indexes': [models.Index(fields=['owner', '-saved_at'], name='record_owner_saved')],
            },
        ),
        migrations.RunPython(end_seats, migrations.RunPython.noop),
        migrations.RunPython(tell_who_stayed, migrations.RunPython.noop),
    ]
