import datetime
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_rated_and_voided'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ClockEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('ply', models.PositiveIntegerField(verbose_name='decisions before it')),
                ('kind', models.CharField(choices=[('pause', 'all clocks stand still'), ('resume', 'all clocks go on'), ('away', 'on vacation'), ('back', 'back from vacation'), ('given', 'time given')], max_length=6, verbose_name='what happened')),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
                ('giver', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='given by the seat')),
                ('amount', models.DurationField(blank=True, null=True, verbose_name='how much was given, or how long he is away')),
                ('at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'clock event',
                'verbose_name_plural': 'clock events',
                'ordering': ('game', 'number'),
            },
        ),
        migrations.CreateModel(
            name='ConditionalTurn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('heading', models.CharField(blank=True, choices=[('', 'whatever the heading'), ('N', 'north'), ('E', 'east'), ('S', 'south'), ('W', 'west')], max_length=1, verbose_name='if Assam heads')),
                ('side', models.CharField(choices=[('L', 'turn left'), ('S', 'straight on'), ('R', 'turn right')], max_length=1, verbose_name='then')),
            ],
            options={
                'verbose_name': 'conditional turn',
                'verbose_name_plural': 'conditional turns',
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'heartbeat',
                'verbose_name_plural': 'heartbeats',
            },
        ),
        migrations.CreateModel(
            name='Pause',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cause', models.CharField(choices=[('maintenance', 'maintenance'), ('outage', 'the site was down')], max_length=12, verbose_name='cause')),
                ('begins_at', models.DateTimeField(verbose_name='begins')),
                ('ends_at', models.DateTimeField(blank=True, null=True, verbose_name='ends')),
                ('told', models.BooleanField(default=False, editable=False, verbose_name='entered in all running games')),
            ],
            options={
                'verbose_name': 'pause of all clocks',
                'verbose_name_plural': 'pauses of all clocks',
                'ordering': ('begins_at',),
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begins_at', models.DateTimeField(verbose_name='begins')),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
            ],
            options={
                'verbose_name': 'vacation',
                'verbose_name_plural': 'vacations',
                'ordering': ('user', 'begins_at'),
            },
        ),
        migrations.AddField(
            model_name='game',
            name='cap',
            field=models.DurationField(blank=True, null=True, verbose_name='most time in the bank'),
        ),
        migrations.AddField(
            model_name='game',
            name='clock_at',
            field=models.DateTimeField(editable=False, null=True, verbose_name='time counted up to'),
        ),
        migrations.AddField(
            model_name='game',
            name='clock_paused',
            field=models.BooleanField(default=False, editable=False, verbose_name='all clocks stand still'),
        ),
        migrations.AddField(
            model_name='game',
            name='increment',
            field=models.DurationField(default=datetime.timedelta(0), verbose_name='time added for a turn'),
        ),
        migrations.AddField(
            model_name='game',
            name='pace',
            field=models.CharField(choices=[('none', 'no clock'), ('per move', 'days for each turn'), ('bank', 'a bank of days'), ('live', 'minutes, all at once')], default='none', max_length=8, verbose_name='clock'),
        ),
        migrations.AddField(
            model_name='game',
            name='time',
            field=models.DurationField(default=datetime.timedelta(0), verbose_name='time to begin with, or for each turn'),
        ),
        migrations.AddField(
            model_name='seat',
            name='away_until',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='on vacation until'),
        ),
        migrations.AddField(
            model_name='seat',
            name='deadline',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='out of time after'),
        ),
        migrations.AddField(
            model_name='seat',
            name='time_left',
            field=models.DurationField(default=datetime.timedelta(0), editable=False, verbose_name='time left when it was last counted'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('deadline__isnull', False)), fields=['deadline'], name='seat_deadline'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('cap', None), ('increment', datetime.timedelta(0)), ('pace', 'none'), ('time', datetime.timedelta(0))), models.Q(('cap', None), ('increment', datetime.timedelta(0)), ('pace', 'per move'), ('time__gt', datetime.timedelta(0))), models.Q(('cap__gte', models.F('time')), ('cap__isnull', False), ('increment__gte', datetime.timedelta(0)), ('pace', 'bank'), ('time__gt', datetime.timedelta(0))), models.Q(('cap', None), ('increment__gte', datetime.timedelta(0)), ('pace', 'live'), ('time__gt', datetime.timedelta(0))), _connector='OR'), name='game_time_control'),
        ),
        migrations.AddField(
            model_name='clockevent',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clock_events', to='games.game', verbose_name='game'),
        ),
        migrations.AddField(
            model_name='conditionalturn',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conditional_turns', to='games.seat', verbose_name='seat'),
        ),
        migrations.AddConstraint(
            model_name='pause',
            constraint=models.UniqueConstraint(fields=('cause', 'begins_at'), name='pause_once'),
        ),
        migrations.AddConstraint(
            model_name='pause',
            constraint=models.UniqueConstraint(condition=models.Q(('ends_at', None)), fields=('cause',), name='pause_one_open'),
        ),
        migrations.AddField(
            model_name='vacation',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddConstraint(
            model_name='clockevent',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='clock_event_once'),
        ),
        migrations.AddConstraint(
            model_name='clockevent',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'given')), fields=('game', 'ply', 'seat', 'giver'), name='clock_gift_once'),
        ),
        migrations.AddConstraint(
            model_name='clockevent',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('amount', None), ('giver', None), ('kind__in', ['pause', 'resume']), ('seat', None)), models.Q(('amount__isnull', False), ('giver', None), ('kind', 'away'), ('seat__isnull', False)), models.Q(('amount', None), ('giver', None), ('kind', 'back'), ('seat__isnull', False)), models.Q(('amount__gt', datetime.timedelta(0)), ('amount__isnull', False), ('giver__isnull', False), ('kind', 'given'), ('seat__isnull', False)), _connector='OR'), name='clock_event_whole'),
        ),
        migrations.AddConstraint(
            model_name='conditionalturn',
            constraint=models.UniqueConstraint(fields=('seat', 'heading'), name='conditional_turn_once'),
        ),
        migrations.AddIndex(
            model_name='vacation',
            index=models.Index(fields=['user', 'ends_at'], name='vacation_user_ends'),
        ),
        migrations.AddConstraint(
            model_name='vacation',
            constraint=models.UniqueConstraint(fields=('user', 'begins_at'), name='vacation_once'),
        ),
        migrations.AddConstraint(
            model_name='vacation',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__gte', models.F('begins_at'))), name='vacation_in_order'),
        ),
    ]
