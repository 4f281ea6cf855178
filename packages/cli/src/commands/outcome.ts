import {
  type FailureReason,
  type ForcedOutcome,
  failureReasons,
  forceOutcome,
  legOutcomes,
  outcomes,
} from '@svc-simulator/contract';
import { Option } from 'commander';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { sessionLines } from '../rendering/session-lines.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly leg?: '1' | '2';
  readonly outcome: ForcedOutcome;
  readonly reason?: FailureReason;
}

export const declareOutcome: Declare = (command, surroundings) => {
  command
    .argument('<session>', 'id of the session')
    .addOption(new Option('--outcome <outcome>', 'what to force').choices(outcomes).makeOptionMandatory())
    .addOption(new Option('--leg <leg>', 'default: the leg that has this outcome').choices(['1', '2']))
    .addOption(new Option('--reason <reason>', 'of failed; default: bank_rejected').choices(failureReasons))
    .addHelpText('after', `\nLeg 1: ${legOutcomes[1].join(', ')}\nLeg 2: ${legOutcomes[2].join(', ')}`);
  takesConnection(command)
    .option('--json', "print the status as the API's JSON")
    .action((session: string, options: Options) => force(surroundings, session, options));
};

async function force(surroundings: Surroundings, session: string, options: Options): Promise<void> {
  const { outcome, leg, reason } = options;
  const connection = await connect(surroundings, options);
  const { data } = await connection.api().call(forceOutcome, {
    params: { session_id: session },
    body: {
      leg: leg === undefined ? legOf(outcome) : (Number(leg) as 1 | 2),
      outcome,
      ...(reason && { reason }),
    },
  });
  report(surroundings, options, data, (colours) => sessionLines(data, surroundings.now(), colours));
  // A forced payment schedules no accreditation (specification, Simulator forced outcomes).
  if (outcome === 'paid')
    hint(surroundings, options, `${surroundings.program} outcome ${session} --outcome accredited`);
}

function legOf(outcome: ForcedOutcome): 1 | 2 {
  return (legOutcomes[1] as readonly string[]).includes(outcome) ? 1 : 2;
}
