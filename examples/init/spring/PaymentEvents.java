package com.example;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class PaymentEvents {
    private static final Logger LOG = LoggerFactory.getLogger(PaymentEvents.class);

    // In production: a table with a unique key, written in the same transaction as what the event changes.
    private final Set<String> handled = ConcurrentHashMap.newKeySet();

    // Your part: what the program does when money moves. A webhook may come twice; nothing is done twice.
    void take(String json, String idempotencyKey) {
        if (!handled.add(idempotencyKey)) return;
        LOG.info("{}: {}", idempotencyKey, json);
    }
}
