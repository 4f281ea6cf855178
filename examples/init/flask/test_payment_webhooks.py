import hashlib
import hmac
import os
import unittest
from datetime import datetime, timezone

from flask import Flask

from payment_webhooks import payment_webhooks

BODY = b'{"event": "payment_session.paid", "session_payment": {"id": "a session"}}'


class PaymentWebhooks(unittest.TestCase):
    def send(self, body):
        os.environ["WEBHOOK_SECRET"] = "whsec_of_the_test"
        timestamp = datetime.now(timezone.utc).isoformat()
        signed = timestamp.encode() + b"." + BODY
        headers = {
            "svc-timestamp": timestamp,
            "svc-signature": hmac.new(b"whsec_of_the_test", signed, hashlib.sha256).hexdigest(),
            "idempotency-key": "6a0f3c5e-0f0d-4c53-9d0e-0a3a3a3a3a3a",
        }
        app = Flask(__name__)
        app.register_blueprint(payment_webhooks)
        return app.test_client().post("/webhooks/payments", data=body, headers=headers).status_code

    def test_accepts_a_signed_webhook(self):
        self.assertEqual(self.send(BODY), 200)

    def test_rejects_a_forged_webhook(self):
        self.assertEqual(self.send(BODY + b" "), 401)
