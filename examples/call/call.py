# Creates a payment session using only Python: python3 call.py, after eval "$(npx sim env)".
import json, os, urllib.request

body = {
    "agreement_id": os.environ["SIM_AGREEMENT_ID"],
    "amount_reference": 10,
    "currency_reference": "USD",
    "identifier": "A-1001",
}
request = urllib.request.Request(
    os.environ["SIM_URL"] + "/api/v1/ext/payment-sessions/request",
    data=json.dumps(body).encode(),
    headers={"Authorization": "Bearer " + os.environ["SIM_TOKEN"], "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request))["data"]["payment_url"])
