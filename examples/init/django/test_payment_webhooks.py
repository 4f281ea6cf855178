import hashlib
import hmac
import os
from datetime import datetime, timezone

from django.test import RequestFactory, SimpleTestCase

from payment_webhooks import take_webhook

BODY = b'{"event": "payment_session.paid", "session_payment": {"id": "a session"}}'


class PaymentWebhooks(SimpleTestCase):
    def send(self, body):
        os.environ["WEBHOOK_SECRET"] = "whsec_of_the_test"
        timestamp = datetime.now(timezone.utc).isoformat()
        signed = timestamp.encode() + b"." + BODY
        headers = {
            "HTTP_SVC_TIMESTAMP": timestamp,
            "HTTP_SVC_SIGNATURE": hmac.new(b"whsec_of_the_test", signed, hashlib.sha256).hexdigest(),
            "HTTP_IDEMPOTENCY_KEY": "6a0f3c5e-0f0d-4c53-9d0e-0a3a3a3a3a3a",
        }
        request = RequestFactory().post("/webhooks/payments", body, "application/json", **headers)
        return take_webhook(request).status_code

    def test_accepts_a_signed_webhook(self):
        self.assertEqual(self.send(BODY), 200)

    def test_rejects_a_forged_webhook(self):
        self.assertEqual(self.send(BODY + b" "), 401)
