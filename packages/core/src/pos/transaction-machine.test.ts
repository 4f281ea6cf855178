import { describe, expect, it } from 'vitest';
import { sampleTransaction } from '../../test/pos-samples.ts';
import { NOW } from '../../test/samples.ts';
import type { Confirmation, TransactionRecord } from './pos-records.ts';
import { transactionData } from './pos-view.ts';
import { decideTransaction, type TransactionCommand } from './transaction-machine.ts';

const confirmation: Confirmation = { authorizationCode: 'A1', committedAt: NOW - 1000, amountMinor: 1250 };

const states = {
  PENDING: sampleTransaction(),
  CANCELED: sampleTransaction({ status: 'CANCELED', cancelledAt: NOW - 1 }),
  PAID: sampleTransaction({ status: 'PAID', confirmation }),
  VOID_PENDING: sampleTransaction({ status: 'VOID_PENDING', confirmation }),
  VOIDED: sampleTransaction({ status: 'VOIDED', confirmation, cancelledAt: NOW - 1 }),
} satisfies Record<string, TransactionRecord>;

const commit = (authorizationCode: string, amountMinor?: number) =>
  ({ type: 'commit', serial: 'SN-1', payment: { authorizationCode, amountMinor } }) as const;
const commands = {
  cancel: { type: 'cancel' },
  'commit A1': commit('A1'),
  'commit A2': commit('A2'),
  'commit, wrong amount': commit('A1', 1249),
  commit_void: { type: 'commit_void', serial: 'SN-1' },
} satisfies Record<string, TransactionCommand>;

/** The new status, who confirmed it, whether it has a cancellation, and the trace events, or a refusal. */
function told(before: TransactionRecord, command: TransactionCommand): string {
  const outcome = decideTransaction(before, command, NOW);
  if (!outcome.ok) {
    const { status, errors } = outcome.refusal;
    return [status, ...(errors ?? []).map(({ pointer }) => pointer)].join(' ');
  }
  const { transaction, events } = outcome.value;
  if (transaction === before) return ['same', ...events.map(({ type }) => type)].join(', ');
  const cancelled = transaction.cancelledAt === null ? [] : [`at ${transaction.cancelledAt - NOW}`];
  const by = transaction.confirmation?.authorizationCode ?? 'unpaid';
  return [transaction.status, by, ...cancelled, ...events.map(({ type }) => type)].join(', ');
}

const wrong = '400 /amountReference';
/** Specification, States and transitions, with contract sections 6 and 9, cell by cell. */
const table: Record<keyof typeof states, Record<keyof typeof commands, string>> = {
  PENDING: {
    cancel: 'CANCELED, unpaid, at 0, pos.cancel_requested',
    'commit A1': 'PAID, A1, pos.committed',
    'commit A2': 'PAID, A2, pos.committed',
    'commit, wrong amount': wrong,
    commit_void: '409',
  },
  CANCELED: {
    cancel: '409',
    'commit A1': 'PAID, A1, pos.committed',
    'commit A2': 'PAID, A2, pos.committed',
    'commit, wrong amount': wrong,
    commit_void: '409',
  },
  PAID: {
    cancel: 'VOID_PENDING, A1, pos.cancel_requested',
    'commit A1': 'same',
    'commit A2': '409',
    'commit, wrong amount': wrong,
    commit_void: '409',
  },
  VOID_PENDING: {
    cancel: '409',
    'commit A1': 'same',
    'commit A2': '409',
    'commit, wrong amount': wrong,
    commit_void: 'VOIDED, A1, at 0, pos.voided',
  },
  VOIDED: {
    cancel: '409',
    'commit A1': 'same',
    'commit A2': '409',
    'commit, wrong amount': wrong,
    commit_void: 'same',
  },
};

describe('a transaction: every state by every command', () => {
  const cells = Object.keys(states).flatMap((state) =>
    Object.keys(commands).map((command) => [state, command]),
  );
  it.each(cells as [keyof typeof states, keyof typeof commands][])('%s: %s', (state, command) => {
    expect(told(states[state], commands[command])).toBe(table[state][command]);
  });

  it('leaves the record that it was given alone', () => {
    for (const before of Object.values(states)) {
      const copy = structuredClone(before);
      for (const command of Object.values(commands)) decideTransaction(before, command, NOW);
      expect(before).toEqual(copy);
    }
  });
});

describe('a confirmation', () => {
  const confirmed = (changes: Partial<TransactionRecord>, payment: Partial<Confirmation>) => {
    const command = {
      type: 'commit',
      serial: 'SN-1',
      payment: { authorizationCode: 'A1', ...payment },
    } as const;
    const outcome = decideTransaction(sampleTransaction(changes), command, NOW);
    return outcome.ok ? outcome.value : null;
  };

  it('defaults to now and to the transaction’s amount', () => {
    expect(confirmed({}, {})?.transaction.confirmation).toEqual({ ...confirmation, committedAt: NOW });
  });

  it('takes another amount only where the transaction allows it, and leaves the request’s as it is', () => {
    expect(confirmed({}, { amountMinor: 1000 })).toBeNull();
    const changed = confirmed({ allowAmountChange: true }, { amountMinor: 1000 });
    expect(changed?.transaction).toMatchObject({ amountMinor: 1250, confirmation: { amountMinor: 1000 } });
    expect(changed?.events[0]?.data).toMatchObject({ from: 'PENDING', amount_reference: 10, serial: 'SN-1' });
  });
});

describe('transactionData', () => {
  it('is what the specification shows, with its spelling', () => {
    const voided = sampleTransaction({ ...states.VOIDED, confirmation: { ...confirmation, trace: '42' } });
    expect(JSON.parse(JSON.stringify(transactionData(voided)))).toEqual({
      id: voided.id,
      orderId: voided.orderId,
      merchantId: voided.merchantId,
      status: 'VOIDED',
      amountReference: 12.5,
      currencyReference: 'USD',
      allowAmountChange: false,
      terminalSerial: 'SN-1',
      confirmData: {
        authorizationCode: 'A1',
        trace: '42',
        commitAt: '2026-11-20T21:27:59.000Z',
        amountReference: 12.5,
      },
      cancellationDara: { commitAt: '2026-11-20T21:27:59.999Z' },
      createdAt: '2026-11-20T21:27:00.000Z',
      updatedAt: '2026-11-20T21:27:00.000Z',
    });
    const pending = transactionData(sampleTransaction());
    expect([pending.confirmData, pending.cancellationDara]).toEqual([null, null]);
  });
});
