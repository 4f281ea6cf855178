<?php
// Receivers in PHP, each with one mistake, at POST /NAME. Prints its port.
$secret = getenv('WEBHOOK_SECRET');
$receivers = [
    'pretty' => fn ($timestamp, $body) =>
        hash_hmac('sha256', "$timestamp." . json_encode(json_decode($body), JSON_PRETTY_PRINT), $secret),
    'strtotime' => fn ($timestamp, $body) => hash_hmac('sha256', strtotime($timestamp) . ".$body", $secret),
    'base64' => fn ($timestamp, $body) => base64_encode(hash_hmac('sha256', "$timestamp.$body", $secret, true)),
    'no_hmac' => fn ($timestamp, $body) => hash('sha256', "$secret$timestamp.$body"),
    'post' => fn ($timestamp, $body) => hash_hmac('sha256', "$timestamp." . http_build_query($_POST), $secret),
];

$server = stream_socket_server('tcp://127.0.0.1:0');
echo explode(':', stream_socket_get_name($server, false))[1], "\n";
while (true) {
    $client = @stream_socket_accept($server, 3600);
    if (!$client) continue;
    [, $path] = explode(' ', fgets($client));
    $headers = [];
    while (($line = trim(fgets($client))) !== '') {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    $body = stream_get_contents($client, (int) $headers['content-length']);
    $expected = $receivers[substr($path, 1)]($headers['svc-timestamp'] ?? '', $body);
    $status = hash_equals($expected, $headers['svc-signature'] ?? '') ? '200 OK' : '401 Unauthorized';
    fwrite($client, "HTTP/1.1 $status\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    fclose($client);
}
