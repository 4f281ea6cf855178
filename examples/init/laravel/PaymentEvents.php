<?php

namespace App\Payments;

use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Log;

class PaymentEvents
{
    // Claims the key before the work, and releases the key if the work fails.
    public function take(array $event, string $idempotencyKey): void
    {
        // In production, use a table with a unique key and write it in the same transaction as the event's changes.
        $claim = "payment-webhook-$idempotencyKey";
        if (! Cache::add($claim, true, now()->addDays(14))) {
            return;
        }
        try {
            $this->handle($event);
        } catch (\Throwable $failure) {
            Cache::forget($claim);
            throw $failure;
        }
    }

    // Your part: what the program does when money moves. If your part throws an error, the webhook is sent again.
    private function handle(array $event): void
    {
        $session = $event['session_payment']['id'];
        match ($event['event']) {
            'payment_session.paid' => Log::info("$session: paid: ship the order"),
            'payment_session.accredited' => Log::info("$session: the money is in the account: record the income"),
            'payment_session.accreditation_to_recipient_failed' => Log::info("$session: the money didn't arrive: contact the bank"),
            // The provider can add events: respond with 200 to events that you don't need.
            default => Log::info("$session: {$event['event']}"),
        };
    }
}
