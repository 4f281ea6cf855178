import {
  type ForcedOutcome,
  failureReasons,
  forceOutcome,
  isOneOf,
  legOutcomes,
  outcomes,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { plainCommand } from '../../plain-command.ts';
import { sessionLines } from '../../rendering/session-lines.ts';

export const declare = plainCommand({
  takes: {
    '<session>': 'id of the session',
    '--outcome <outcome>': { text: 'what to force', choices: outcomes, required: true },
    '--leg <leg>': { text: 'default: the leg that has this outcome', choices: ['1', '2'] },
    '--reason <reason>': { text: 'of failed; default: bank_rejected', choices: failureReasons },
  },
  help: () => t`\nLeg 1: ${legOutcomes[1].join(', ')}\nLeg 2: ${legOutcomes[2].join(', ')}`,
  call: ({ connection, given: { session: session_id, outcome, leg, reason } }) =>
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
  next: ({ id }, { given, context: { program } }) =>
    given.outcome === 'paid' ? `${program} outcome ${id} --outcome accredited` : undefined,
});

function legOf(outcome: ForcedOutcome): 1 | 2 {
  return isOneOf(legOutcomes[1], outcome) ? 1 : 2;
}
