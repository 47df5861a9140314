"""Mail where there is no mail server."""

from io import StringIO

from django.core.mail import EmailMessage

from accounts.mail import EmailBackend


def test_a_link_can_be_copied_from_the_log_however_long() -> None:
    link = f"http://localhost:8000/account/confirm-email/{'x' * 90}/"
    log = StringIO()
    EmailBackend(stream=log).send_messages([EmailMessage("Hello", f"Follow\n\n{link}\n", to=["anise@example.org"])])
    assert link in log.getvalue()
    assert "anise@example.org" in log.getvalue()
