import { words } from '@svc-simulator/test-support/problems/words.ts';
import { describe, expect, it } from 'vitest';
import { sampleContext } from '../../test/samples.ts';
import { commands, states } from '../../test/session-cases.ts';
import type { SessionRecord } from '../records.ts';
import { decideSession, type SessionCommand } from './session-machine.ts';

/**
 * Summarizes a decision, such as `paid/scheduled, paid, →paid` (state, trace event, webhook), or a refusal.
 */
function summaryOf(before: SessionRecord, command: SessionCommand): string {
  const outcome = decideSession(before, command, sampleContext());
  const change = outcome.ok ? outcome.value : outcome.change;
  const effects = change
    ? [
        ...change.effects.events.map(({ type }) => type.replace('session.', '')),
        ...change.effects.emissions.map(short),
      ]
    : [];
  const state =
    change && change.session !== before ? `${change.session.status}/${change.session.accreditation}` : 'same';
  const refusal = outcome.ok ? [] : [`${outcome.refusal.status} ${words(outcome.refusal)}`];
  return [state, ...effects, ...refusal].join(', ');
}
const short = (emission: string) => `→${emission.replace('payment_session.', '')}`;

const unpaidLegTwoSummaries = {
  'force accredited': 'same, control.outcome, 500 leg 2 requires status paid',
  'force not accredited': 'same, control.outcome, 500 leg 2 requires status paid',
};
const conflictText = (status: string) =>
  `409 The session is ${status}; only a pending session can be paid. Create a new session.`;
const overdueSummaries = {
  pay: `expired/none, expired, ${conflictText('expired')}`,
  'pay, refused': `expired/none, expired, ${conflictText('expired')}`,
  'force paid': `expired/none, expired, control.outcome, 500 leg 1 invalid from state expired`,
  'force failed': `expired/none, expired, control.outcome, 500 leg 1 invalid from state expired`,
  'force expired': `expired/none, expired, control.outcome, 500 leg 1 invalid from state expired`,
  'force accredited': `expired/none, expired, control.outcome, 500 leg 2 requires status paid`,
  'force not accredited': `expired/none, expired, control.outcome, 500 leg 2 requires status paid`,
  expire: 'expired/none, expired',
  timer: 'expired/none, expired',
};
const refusedSummaries = (status: string) => ({
  pay: `same, ${conflictText(status)}`,
  'pay, refused': `same, ${conflictText(status)}`,
  'force paid': `same, control.outcome, 500 leg 1 invalid from state ${status}`,
  'force failed': `same, control.outcome, 500 leg 1 invalid from state ${status}`,
  'force expired': `same, control.outcome, 500 leg 1 invalid from state ${status}`,
  ...unpaidLegTwoSummaries,
  expire: 'same',
  timer: 'same',
});
const settledSummaries = {
  ...refusedSummaries('paid'),
  expire: "same, 422 A paid session can't expire; only a pending session can.",
};
const openSummaries = {
  'force paid': 'paid/none, control.outcome, paid, →paid',
  'force failed': 'failed/none, control.outcome, failed',
  'force expired': 'expired/none, control.outcome, expired',
  ...unpaidLegTwoSummaries,
  expire: 'expired/none, expired',
  timer: 'same',
};

/** The tables of the specification (States and transitions) and of contract sections 3, 5 and 9. */
const table: Record<keyof typeof states, Record<keyof typeof commands, string>> = {
  button: {
    ...openSummaries,
    pay: 'paid/scheduled, paid, →paid',
    'pay, refused': 'failed/none, payment_failed, failed',
  },
  request: {
    ...openSummaries,
    pay: 'paid/scheduled, paid, →paid',
    'pay, refused': 'pending/none, payment_failed',
  },
  'overdue button': overdueSummaries,
  'overdue request': overdueSummaries,
  paid: {
    ...settledSummaries,
    'force accredited': 'paid/accredited, control.outcome, accredited, →accredited',
    'force not accredited':
      'paid/failed, control.outcome, accreditation_failed, →accreditation_to_recipient_failed',
  },
  scheduled: {
    ...settledSummaries,
    'force accredited': 'paid/accredited, control.outcome, accredited, →accredited',
    'force not accredited':
      'paid/failed, control.outcome, accreditation_failed, →accreditation_to_recipient_failed',
  },
  'due accreditation': {
    ...settledSummaries,
    'force accredited': 'paid/accredited, control.outcome, accredited, →accredited',
    'force not accredited':
      'paid/failed, control.outcome, accreditation_failed, →accreditation_to_recipient_failed',
    timer: 'paid/accredited, accredited, →accredited',
  },
  'due failure': {
    ...settledSummaries,
    'force accredited': 'paid/accredited, control.outcome, accredited, →accredited',
    'force not accredited':
      'paid/failed, control.outcome, accreditation_failed, →accreditation_to_recipient_failed',
    timer: 'paid/failed, accreditation_failed, →accreditation_to_recipient_failed',
  },
  accredited: {
    ...settledSummaries,
    'force accredited': 'same, control.outcome, 500 leg 2 invalid from accreditation accredited',
    'force not accredited': 'same, control.outcome, 500 leg 2 invalid from accreditation accredited',
  },
  'accreditation failed': {
    ...settledSummaries,
    'force accredited': 'paid/accredited, control.outcome, accredited, →accredited',
    'force not accredited': 'same, control.outcome, 500 leg 2 invalid from accreditation failed',
  },
  failed: refusedSummaries('failed'),
  expired: refusedSummaries('expired'),
};

describe('every command in every state', () => {
  const cells = Object.keys(states).flatMap((state) =>
    Object.keys(commands).map((command) => [state, command]),
  );
  it.each(cells as [keyof typeof states, keyof typeof commands][])('decides %s: %s', (state, command) => {
    expect(summaryOf(states[state], commands[command])).toBe(table[state][command]);
  });

  it('leaves the given record unchanged', () => {
    for (const [name, before] of Object.entries(states)) {
      const copy = structuredClone(before);
      for (const command of Object.values(commands)) decideSession(before, command, sampleContext());
      expect(before, name).toEqual(copy);
    }
  });
});
