import { t } from '@svc-simulator/core';
import { doctor, doctorTakes } from '../doctor/doctor.ts';
import { runCommand } from '../plain-command.ts';

export const declare = runCommand({
  takes: doctorTakes,
  json: 'print {"url","simulator","healthy","checks"}',
  help: ({ program }) => t`
It opens sessions whose webhooks go to the receiver, and sends it some that misbehave. Let it be one for tests: what it
is sent looks like real payments, and one check crashes a receiver that any stranger could crash.

Where no simulator runs, or none with that secret, it starts one for itself and keeps nothing.

Exit code 0: nothing is wrong; 1: a check failed; 2: the secret is missing.

Example: ${program} doctor http://localhost:3000/webhooks --secret "$WEBHOOK_SECRET" --junit doctor.xml`,
  run: doctor,
});
