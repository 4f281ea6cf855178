package com.example;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class PaymentEvents {
    private static final Logger LOG = LoggerFactory.getLogger(PaymentEvents.class);

    // In production, use a table with a unique key and write it in the same transaction as the event's changes.
    private final Set<String> claimed = ConcurrentHashMap.newKeySet();

    // Claims the key before the work, and releases the key if the work fails.
    void take(String json, String idempotencyKey) {
        if (!claimed.add(idempotencyKey)) return;
        try {
            handle(json);
        } catch (Throwable failure) {
            claimed.remove(idempotencyKey);
            throw failure;
        }
    }

    // Your part: what the program does when money moves. If your part throws an error, the webhook is sent again.
    private void handle(String json) {
        LOG.info("{}", json);
    }
}
