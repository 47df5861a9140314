from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='chat_off',
            field=models.BooleanField(default=False, verbose_name='no chat in my games'),
        ),
        migrations.AddField(
            model_name='user',
            name='sounds',
            field=models.BooleanField(default=False, verbose_name='play sounds'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(fields=['kind', 'last_login'], name='user_kind_last_login'),
        ),
    ]
