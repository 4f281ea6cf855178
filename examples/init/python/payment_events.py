# In production: a table with a unique key, written in the same transaction as what the event changes.
handled = set()


# Your part: what the program does when money moves. A webhook may come twice; nothing is done twice.
def take_event(event, idempotency_key):
    if idempotency_key in handled:
        return
    session = event["session_payment"]["id"]
    if event["event"] == "payment_session.paid":
        print(f"{session}: paid, ship the order")
    elif event["event"] == "payment_session.accredited":
        print(f"{session}: the money is in the account, close the books")
    elif event["event"] == "payment_session.accreditation_to_recipient_failed":
        print(f"{session}: the money did not arrive, call the bank")
    else:
        # New events may come: answer 200 to those that you do not need.
        print(f"{session}: {event['event']}")
    handled.add(idempotency_key)
