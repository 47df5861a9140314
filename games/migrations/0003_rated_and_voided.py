from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_around_the_game'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='rated',
            field=models.BooleanField(default=False, verbose_name='rated'),
        ),
        migrations.AddField(
            model_name='game',
            name='voided_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='voided'),
        ),
        migrations.AddField(
            model_name='game',
            name='voided_because',
            field=models.CharField(blank=True, editable=False, max_length=200, verbose_name='voided because'),
        ),
    ]
