<?php

return [
    // `sim env` calls the secret of the simulator's account SIM_WEBHOOK_SECRET.
    'webhook_secret' => env('WEBHOOK_SECRET') ?: env('SIM_WEBHOOK_SECRET'),
];
