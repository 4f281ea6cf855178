import json
import os
from datetime import datetime, timezone

from django.http import HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from payment_events import take_event
from verify_webhook import is_genuine


@csrf_exempt
@require_POST
def take_webhook(request):
    # `sim env` writes the webhook secret of the simulator's account as SIM_WEBHOOK_SECRET.
    secret = os.environ.get("WEBHOOK_SECRET") or os.environ["SIM_WEBHOOK_SECRET"]
    headers = {name.lower(): value for name, value in request.headers.items()}
    # The raw bytes of the body; parsed JSON can't be verified.
    if not is_genuine(headers, request.body, secret, datetime.now(timezone.utc)):
        return HttpResponse("wrong signature, or too old", status=401)
    take_event(json.loads(request.body), headers["idempotency-key"])
    return HttpResponse("ok")
