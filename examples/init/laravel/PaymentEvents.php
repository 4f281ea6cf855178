<?php

namespace App\Payments;

use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Log;

class PaymentEvents
{
    // Your part: what the program does when money moves. A webhook may come twice; nothing is done twice.
    public function take(array $event, string $idempotencyKey): void
    {
        // In production: a table with a unique key, written in the same transaction as what the event changes.
        if (! Cache::add("payment-webhook-$idempotencyKey", true, now()->addDays(14))) {
            return;
        }
        $session = $event['session_payment']['id'];
        match ($event['event']) {
            'payment_session.paid' => Log::info("$session: paid, ship the order"),
            'payment_session.accredited' => Log::info("$session: the money is in the account, close the books"),
            'payment_session.accreditation_to_recipient_failed' => Log::info("$session: the money did not arrive, call the bank"),
            // New events may come: answer 200 to those that you do not need.
            default => Log::info("$session: {$event['event']}"),
        };
    }
}
