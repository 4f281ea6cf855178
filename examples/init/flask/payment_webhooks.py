import json
import os
from datetime import datetime, timezone

from flask import Blueprint, request

from payment_events import take_event
from verify_webhook import is_genuine

payment_webhooks = Blueprint("payment_webhooks", __name__)


@payment_webhooks.post("/webhooks/payments")
def take_webhook():
    # `sim env` writes the webhook secret of the simulator's account as SIM_WEBHOOK_SECRET.
    secret = os.environ.get("WEBHOOK_SECRET") or os.environ["SIM_WEBHOOK_SECRET"]
    headers = {name.lower(): value for name, value in request.headers.items()}
    # The raw bytes of the body; parsed JSON can't be verified.
    body = request.get_data()
    if not is_genuine(headers, body, secret, datetime.now(timezone.utc)):
        return "wrong signature, or too old", 401
    take_event(json.loads(body), headers["idempotency-key"])
    return "ok"
