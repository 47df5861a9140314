"""Mail on a machine that has no mail server."""

from django.core.mail import EmailMessage
from django.core.mail.backends import console


class EmailBackend(console.EmailBackend):
    """Writes mails out as people read them: as they are sent, a long link is broken in two."""

    def write_message(self, message: EmailMessage) -> None:
        self.stream.write(f"To: {', '.join(message.to)}\nSubject: {message.subject}\n\n{message.body}\n{'-' * 79}\n")
