<?php

namespace Tests\Feature;

use Tests\TestCase;

class PaymentWebhookTest extends TestCase
{
    private const BODY = '{"event": "payment_session.paid", "session_payment": {"id": "a session"}}';

    private function send(string $body): int
    {
        config(['payments.webhook_secret' => 'whsec_of_the_test']);
        $timestamp = gmdate('Y-m-d\TH:i:s\Z');
        $server = [
            'CONTENT_TYPE' => 'application/json',
            'HTTP_SVC_TIMESTAMP' => $timestamp,
            'HTTP_SVC_SIGNATURE' => hash_hmac('sha256', "$timestamp." . self::BODY, 'whsec_of_the_test'),
            'HTTP_IDEMPOTENCY_KEY' => '6a0f3c5e-0f0d-4c53-9d0e-0a3a3a3a3a3a',
        ];
        return $this->call('POST', '/webhooks/payments', [], [], [], $server, $body)->getStatusCode();
    }

    public function test_accepts_a_signed_webhook(): void
    {
        $this->assertSame(200, $this->send(self::BODY));
    }

    public function test_rejects_a_forged_webhook(): void
    {
        $this->assertSame(401, $this->send(self::BODY . ' '));
    }
}
