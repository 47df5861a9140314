from django.conf import settings
from django.db import migrations, models


def end_seats(apps, schema_editor):
    """Let the seats of ended games know when that was."""
    Game, Seat = (apps.get_model('games', name) for name in ('Game', 'Seat'))
    ended = Game.objects.filter(pk=models.OuterRef('game')).values('ended_at')
    Seat.objects.filter(game__first__isnull=False).update(ended_at=models.Subquery(ended))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_around_the_game'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='game',
            name='game_status_ended',
        ),
        migrations.RemoveIndex(
            model_name='seat',
            name='seat_user_ended',
        ),
        migrations.AddField(
            model_name='message',
            name='form',
            field=models.CharField(default='', editable=False, max_length=64, verbose_name='mark of the form it was sent by'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='seat',
            name='ended_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='game ended'),
        ),
        migrations.RunPython(end_seats, migrations.RunPython.noop),
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
            model_name='seat',
            index=models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['user'], name='seat_user_going_on'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['user', '-ended_at', '-id'], name='seat_user_ended'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(fields=('game', 'form'), name='message_form_once'),
        ),
    ]
