"""Webhooks into a ledger, with nothing but the standard library. Times are read as the documents write them."""
import hashlib
import hmac
import json
import os
import urllib.request
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FORM = "%Y-%m-%dT%H:%M:%SZ"
SECRET = os.environ["PAGOS_SECRET"].encode()
ledger = []


def moment(text):
    """Raises ValueError for every other form, one with a fraction of a second too."""
    return datetime.strptime(text, FORM).replace(tzinfo=timezone.utc)


def order(amount, webhook_url):
    body = {
        "amount_reference": amount, "currency_reference": "USD", "identifier_label": "Pedido", "identifier": "P-1",
        "description": "Pedido", "success_url": "https://tienda.invalid/si", "failure_url": "https://tienda.invalid/no",
        "agreement_id": os.environ["PAGOS_AGREEMENT"], "webhook_url": webhook_url,
    }
    request = urllib.request.Request(
        os.environ["PAGOS_URL"] + "/api/v1/ext/payment-sessions/buttons",
        data=json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + os.environ["PAGOS_TOKEN"], "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        data = json.load(answer)["data"]
    return {"session": data["id"], "page": data["payment_url"]}


class Receiver(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, ledger)

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/orders":
            return self.answer(200, order(json.loads(raw)["amount"], f"http://127.0.0.1:{self.server.server_port}/hook"))
        stamp = self.headers["svc-timestamp"]
        digest = hmac.new(SECRET, stamp.encode() + b"." + raw, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(digest, self.headers["svc-signature"]):
            return self.answer(401, {})
        try:
            age = datetime.now(timezone.utc) - moment(stamp)
            event = json.loads(raw)
            details = event.get("payment_details")
            paid_at = details and moment(details["action_date"]).isoformat()
        except ValueError as wrong:
            ledger.append({"refused": str(wrong)})
            return self.answer(400, {})
        if abs(age) > timedelta(minutes=5):
            return self.answer(401, {})
        ledger.append({"event": event["event"], "paid_at": paid_at})
        return self.answer(200, {})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "0"))), Receiver)
print(f"receiver on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
