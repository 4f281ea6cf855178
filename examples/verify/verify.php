<?php
// Verifies a webhook with the standard library only; run this file to test it against vectors.json.

// $headers: by lowercase name (array_change_key_case(getallheaders())).
// $body: the raw bytes (file_get_contents('php://input'), Laravel: $request->getContent()).
// $now: in seconds, as returned by time(); $mode: the account's webhook_signature setting.
function is_genuine(array $headers, string $body, string $secret, int $now, string $mode = 'timestamp', int $tolerance_s = 300): bool
{
    $timestamp = $headers['svc-timestamp'] ?? '';
    $digits = hash_hmac('sha256', $mode === 'timestamp' ? "$timestamp.$body" : $body, $secret);
    $expected = $mode === 'sha256' ? "sha256=$digits" : $digits;
    if (!hash_equals($expected, $headers['svc-signature'] ?? '')) {
        return false;
    }
    // strtotime also accepts words such as "yesterday".
    $sent = preg_match('/^\d{4}-\d\d-\d\dT/', $timestamp) ? strtotime($timestamp) : false;
    return $sent !== false && abs($now - $sent) <= $tolerance_s;
}

if (realpath($_SERVER['SCRIPT_FILENAME'] ?? '') === __FILE__) {
    $vectors = json_decode(file_get_contents($argv[1] ?? __DIR__ . '/vectors.json'), true);
    $wrong = [];
    foreach ($vectors as $vector) {
        $headers = ['svc-signature' => $vector['signature'], 'svc-timestamp' => $vector['timestamp']];
        $genuine = is_genuine($headers, base64_decode($vector['body']), $vector['secret'], (int) $vector['now'], $vector['mode']);
        if ($genuine !== ($vector['genuine'] === 'yes')) {
            $wrong[] = "wrong: {$vector['name']}";
        }
    }
    echo implode("\n", [count($vectors) . ' vectors', ...$wrong]), "\n";
    exit($wrong || !$vectors ? 1 : 0);
}
