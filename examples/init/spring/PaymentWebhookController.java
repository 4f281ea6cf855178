package com.example;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PaymentWebhookController {
    private final PaymentEvents events = new PaymentEvents();
    private final String secret;

    // `sim env` writes the webhook secret of the simulator's account as SIM_WEBHOOK_SECRET.
    PaymentWebhookController(@Value("${WEBHOOK_SECRET:${SIM_WEBHOOK_SECRET:}}") String secret) {
        this.secret = secret;
    }

    // The raw bytes of the body; parsed JSON can't be verified.
    @PostMapping("/webhooks/payments")
    ResponseEntity<String> take(
            @RequestHeader(name = "svc-signature", defaultValue = "") String signature,
            @RequestHeader(name = "svc-timestamp", defaultValue = "") String timestamp,
            @RequestHeader(name = "idempotency-key", defaultValue = "") String key,
            @RequestBody byte[] body) throws GeneralSecurityException {
        if (!Verify.isGenuine(signature, timestamp, body, secret, Instant.now(), "timestamp")) {
            return ResponseEntity.status(401).body("wrong signature, or too old");
        }
        events.take(new String(body, StandardCharsets.UTF_8), key);
        return ResponseEntity.ok("ok");
    }
}
