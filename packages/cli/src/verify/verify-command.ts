import { t } from '@svc-simulator/core';
import { runCommand } from '../plain-command.ts';
import { verify, verifyTakes } from './verify.ts';

export const declare = runCommand({
  isAlone: true,
  takes: verifyTakes,
  json: 'print {"url","operations","differs","not_judged"}',
  help: ({ program }) => t`
It asks each question of the suite, and compares the answer with what the specification and /fidelidad say. Without --against
it starts a simulator for itself and keeps nothing.

With --against the environment names the account: SIM_TOKEN, SIM_CONSOLE_TOKEN, SIM_WEBHOOK_SECRET, SIM_AGREEMENT_ID,
SIM_SHORT_NAME, SIM_PASSWORD, SIM_MERCHANT_EMAIL, SIM_MERCHANT_PASSWORD and, of a second account, SIM_OTHER_TOKEN. What the
target lacks, or nobody has named, is not judged, and never counts as a match.

--record keeps types, status, names of headers, and of values only those that the contract lists: no text, number or name of a
request or an answer. --replay asks whether our simulator is still as recorded, with --against whether the service still is.

Exit code 0: nothing differs; 1: something does, or nothing was judged; 3: the target cannot be reached.

Example: ${program} verify --against https://sandbox.example --rate 5 --report verify.html`,
  run: verify,
});
