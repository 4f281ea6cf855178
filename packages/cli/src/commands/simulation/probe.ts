import type { DataOf } from '@svc-simulator/client';
import { probeKinds, sendProbe } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { exitCodes, ToldFailure } from '../../failures.ts';
import { plainCommand } from '../../plain-command.ts';
import type { Colours } from '../../rendering/colours.ts';
import { spinWhile } from '../../rendering/spinner.ts';
import { plain } from '../../rendering/text.ts';

type Probe = DataOf<typeof sendProbe>;

/** Long enough for every text of a verdict. */
const TEXT_LIMIT = 1000;

export const declare = plainCommand({
  takes: {
    '<session>': 'id of a session whose receiver has answered a webhook with 2xx',
    '--kind <kind>': { text: 'what is wrong with the webhook', choices: probeKinds, required: true },
  },
  json: "print the verdict as the API's JSON",
  help: () => t`
A receiver should refuse bad_signature and stale_timestamp with 4xx, and take duplicate, unknown_event and
extra_fields with 2xx. Exit code 0: it did; 1: it did not, or the probe was refused; 4: no verdict came in time.`,
  call: ({ connection, given, context }) => {
    const body = { session_id: given.session, kind: given.kind };
    const sending = connection.api().call(sendProbe, { body });
    return spinWhile(context, given, t`waiting for the receiver`, sending);
  },
  lines: linesOf,
  next: ({ passed }) => {
    if (passed) return undefined;
    throw new ToldFailure(passed === null ? exitCodes.timeout : exitCodes.refused);
  },
});

function linesOf({ kind, expected, status, error, passed, why, mend }: Probe, colours: Colours): string[] {
  const verdict =
    passed === null ? colours.yellow(t`waits`) : passed ? colours.green(t`passed`) : colours.red(t`failed`);
  const answer = passed === null ? t`no answer yet` : t`answered ${status ?? plain(error)}`;
  return [
    t`${verdict}  ${kind}  expected ${expected}, ${answer}`,
    plain(why, TEXT_LIMIT),
    ...(mend === null ? [] : [colours.bold(plain(mend, TEXT_LIMIT))]),
  ];
}
