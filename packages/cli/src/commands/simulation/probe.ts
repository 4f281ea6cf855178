import type { DataOf } from '@svc-simulator/client';
import { type ProbeKind, probeKinds, sendProbe } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../../connection/connection.ts';
import { exitCodes, ToldFailure } from '../../failures.ts';
import type { Colours } from '../../rendering/colours.ts';
import { type ReportOptions, report } from '../../rendering/report.ts';
import { spinWhile } from '../../rendering/spinner.ts';
import { plain } from '../../rendering/text.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly kind: ProbeKind;
}

type Probe = DataOf<typeof sendProbe>;

/** Long enough for every text of a verdict. */
const TEXT_LIMIT = 1000;

export const declareProbe: Declare = (command, context) => {
  command
    .argument('<session>', 'id of a session whose receiver has answered a webhook with 2xx')
    .addOption(
      new Option('--kind <kind>', 'what is wrong with the webhook').choices(probeKinds).makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      t`
A receiver should refuse bad_signature and stale_timestamp with 4xx, and take duplicate, unknown_event and
extra_fields with 2xx. Exit code 0: it did; 1: it did not, or the probe was refused; 4: no verdict came in time.`,
    );
  takesConnection(command)
    .option('--json', "print the verdict as the API's JSON")
    .action((session: string, options: Options) => probe(context, session, options));
};

async function probe(context: CliContext, session: string, options: Options): Promise<void> {
  const connection = await connect(context, options);
  const sending = connection.api().call(sendProbe, {
    body: { session_id: session, kind: options.kind },
  });
  const { data } = await spinWhile(context, options, t`waiting for the receiver`, sending);
  report(context, options, data, (colours) => linesOf(data, colours));
  if (data.passed === null) throw new ToldFailure(exitCodes.timeout);
  if (!data.passed) throw new ToldFailure(exitCodes.refused);
}

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
