<?php
// Creates a payment session using only PHP: php call.php, after eval "$(npx sim env)".
$body = [
    'agreement_id' => getenv('SIM_AGREEMENT_ID'),
    'amount_reference' => 10,
    'currency_reference' => 'USD',
    'identifier' => 'A-1001',
];
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Authorization: Bearer ' . getenv('SIM_TOKEN'), 'Content-Type: application/json'],
    'content' => json_encode($body),
]]);
$answer = file_get_contents(getenv('SIM_URL') . '/api/v1/ext/payment-sessions/request', false, $context);
echo json_decode($answer)->data->payment_url, "\n";
