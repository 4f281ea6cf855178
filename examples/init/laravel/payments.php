<?php

return [
    // `sim env` writes the webhook secret of the simulator's account as SIM_WEBHOOK_SECRET.
    'webhook_secret' => env('WEBHOOK_SECRET') ?: env('SIM_WEBHOOK_SECRET'),
];
