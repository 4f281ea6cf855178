from threading import Lock


# Your part: what the program does when money moves. If your part throws an error, the webhook is sent again.
def handle_event(event):
    session = event["session_payment"]["id"]
    if event["event"] == "payment_session.paid":
        print(f"{session}: paid: ship the order")
    elif event["event"] == "payment_session.accredited":
        print(f"{session}: the money is in the account: record the income")
    elif event["event"] == "payment_session.accreditation_to_recipient_failed":
        print(f"{session}: the money didn't arrive: contact the bank")
    else:
        # The provider can add events: respond with 200 to events that you don't need.
        print(f"{session}: {event['event']}")


# In production, use a table with a unique key and write it in the same transaction as the event's changes.
claimed = set()
lock = Lock()


# Claims the key before the work, and releases the key if the work fails.
def take_event(event, idempotency_key):
    with lock:
        if idempotency_key in claimed:
            return
        claimed.add(idempotency_key)
    try:
        handle_event(event)
    except BaseException:
        claimed.discard(idempotency_key)
        raise
