<?php

namespace App\Http\Controllers;

use App\Payments\PaymentEvents;
use Illuminate\Http\Request;
use Illuminate\Http\Response;

require_once __DIR__ . '/../../Payments/verify.php';

class PaymentWebhookController
{
    public function __invoke(Request $request, PaymentEvents $events): Response
    {
        $headers = array_map(fn (array $values) => $values[0], $request->headers->all());
        // The raw bytes of the body; parsed JSON can't be verified.
        $body = $request->getContent();
        if (! \is_genuine($headers, $body, config('payments.webhook_secret'), time())) {
            return new Response('wrong signature, or too old', 401);
        }
        $events->take(json_decode($body, true), $headers['idempotency-key']);
        return new Response('ok');
    }
}
