package com.example;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.servlet.ResultActions;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class PaymentWebhookControllerTest {
    private static final String SECRET = "whsec_of_the_test";
    private static final String BODY = "{\"event\": \"payment_session.paid\", \"session_payment\": {\"id\": \"a session\"}}";

    private ResultActions send(String body) throws Exception {
        String timestamp = Instant.now().toString();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] signature = mac.doFinal((timestamp + "." + BODY).getBytes(StandardCharsets.UTF_8));
        return MockMvcBuilders.standaloneSetup(new PaymentWebhookController(SECRET)).build()
            .perform(post("/webhooks/payments")
                .contentType("application/json")
                .header("svc-timestamp", timestamp)
                .header("svc-signature", HexFormat.of().formatHex(signature))
                .header("idempotency-key", "6a0f3c5e-0f0d-4c53-9d0e-0a3a3a3a3a3a")
                .content(body));
    }

    @Test
    void acceptsASignedWebhook() throws Exception {
        send(BODY).andExpect(status().isOk());
    }

    @Test
    void rejectsAForgedWebhook() throws Exception {
        send(BODY + " ").andExpect(status().isUnauthorized());
    }
}
