import { t } from '@svc-simulator/core';
import { InvalidArgumentError } from 'commander';
import type { Declare } from '../command.ts';
import { takesConnection } from '../connection/connection.ts';
import { EnvOption } from '../connection/env-option.ts';
import { type DoctorOptions, doctor } from '../doctor/doctor.ts';

export const declareDoctor: Declare = (command, context) => {
  command
    .argument('<url>', 'of the receiver, such as http://localhost:3000/webhooks', parseReceiverUrl)
    .addOption(
      new EnvOption(
        '--secret <secret>',
        'the webhook_secret that the receiver verifies with',
        'SIM_WEBHOOK_SECRET',
      ).default(undefined, "the demo account's"),
    )
    .addOption(
      new EnvOption('--agreement <id>', 'agreement of the sessions', 'SIM_AGREEMENT_ID').default(
        undefined,
        "the demo account's, or a new one",
      ),
    )
    .option('--junit <file>', 'write the result as JUnit XML, too')
    .addHelpText(
      'after',
      t`
It opens sessions whose webhooks go to the receiver, and sends it some that misbehave. Let it be one for tests: what it
is sent looks like real payments, and one check would end a receiver that any stranger could end.

Where no simulator runs, or none with that secret, it starts one for itself and keeps nothing.

Exit code 0: nothing is wrong; 1: a check failed; 2: the secret is missing.

Example: ${context.program} doctor http://localhost:3000/webhooks --secret "$WEBHOOK_SECRET" --junit doctor.xml`,
    );
  takesConnection(command)
    .option('--json', 'print {"url","simulator","healthy","checks"}')
    .action((url: string, options: DoctorOptions) => doctor(context, url, options));
};

function parseReceiverUrl(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError(t`It must be an address such as http://localhost:3000/webhooks.`);
}
