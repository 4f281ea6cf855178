import {
  type FailureReason,
  type ForcedOutcome,
  failureReasons,
  forceOutcome,
  isOneOf,
  legOutcomes,
  outcomes,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import { type Call, plainCommand } from '../../plain-command.ts';
import { sessionLines } from '../../rendering/session-lines.ts';

interface Options {
  readonly leg?: '1' | '2';
  readonly outcome: ForcedOutcome;
  readonly reason?: FailureReason;
}

export const declareOutcome = plainCommand({
  takes: (command) =>
    command
      .argument('<session>', 'id of the session')
      .addOption(new Option('--outcome <outcome>', 'what to force').choices(outcomes).makeOptionMandatory())
      .addOption(new Option('--leg <leg>', 'default: the leg that has this outcome').choices(['1', '2']))
      .addOption(new Option('--reason <reason>', 'of failed; default: bank_rejected').choices(failureReasons))
      .addHelpText('after', t`\nLeg 1: ${legOutcomes[1].join(', ')}\nLeg 2: ${legOutcomes[2].join(', ')}`),
  call: ({ connection, options: { outcome, leg, reason } }: Call<Options>, session_id) =>
    connection.api().call(forceOutcome, {
      params: { session_id },
      body: {
        leg: leg === undefined ? legOf(outcome) : leg === '1' ? 1 : 2,
        outcome,
        ...(reason && { reason }),
      },
    }),
  lines: sessionLines,
  // A forced payment schedules no accreditation (specification, Simulator forced outcomes).
  next: ({ id }, { options, context: { program } }) =>
    options.outcome === 'paid' ? `${program} outcome ${id} --outcome accredited` : undefined,
});

function legOf(outcome: ForcedOutcome): 1 | 2 {
  return isOneOf(legOutcomes[1], outcome) ? 1 : 2;
}
