import { PAIRING_CODE_MS, PAIRING_TRIES } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { sampleTerminal } from '../../test/pos-samples.ts';
import { NOW } from '../../test/samples.ts';
import type { TerminalRecord } from './pos-records.ts';
import { decideTerminal, type TerminalCommand } from './terminal-machine.ts';

const code = { code: '123456', expiresAt: NOW + 1, wrongTries: 0 };
const secretKey = 'ab'.repeat(32);

const states = {
  unlinked: sampleTerminal(),
  pairing: sampleTerminal({ state: 'pairing', code }),
  'last try': sampleTerminal({ state: 'pairing', code: { ...code, wrongTries: PAIRING_TRIES - 1 } }),
  expired: sampleTerminal({ state: 'pairing', code: { ...code, expiresAt: NOW } }),
  linked: sampleTerminal({ state: 'linked', secretKey }),
} satisfies Record<string, TerminalRecord>;

const commands = {
  request_code: { type: 'request_code', code: '654321' },
  activate: { type: 'activate', code: '123456', secretKey },
  'activate, wrong': { type: 'activate', code: '000000', secretKey },
  unpair: { type: 'unpair' },
} satisfies Record<string, TerminalCommand>;

/** The new state with what goes with it, and the trace events, or a refusal. */
function told(before: TerminalRecord, command: TerminalCommand): string {
  const outcome = decideTerminal(before, command, NOW);
  const change = outcome.ok ? outcome.value : outcome.change;
  const { state, code: out, secretKey: key } = change?.terminal ?? before;
  const holds = `${out ? ` ${out.code} tried ${out.wrongTries}` : ''}${key ? ' secret' : ''}`;
  const events = change?.events.map(({ type }) => type) ?? [];
  const refusal = outcome.ok ? [] : [outcome.refusal.status, outcome.refusal.errors?.[0]?.pointer ?? ''];
  return [`${change ? state : 'same'}${change ? holds : ''}`, ...events, ...refusal].join(', ').trim();
}

const none = 'same, 400, /code';
const closed = {
  request_code: 'pairing 654321 tried 0, pos.pairing_requested',
  activate: none,
  'activate, wrong': none,
  unpair: 'same, 404,',
};

/** Contract section 6, cell by cell. */
const table: Record<keyof typeof states, Record<keyof typeof commands, string>> = {
  unlinked: closed,
  pairing: {
    request_code: 'pairing 654321 tried 0, pos.pairing_requested',
    activate: 'linked secret, pos.paired',
    'activate, wrong': 'pairing 123456 tried 1, pos.pairing_refused, 400, /code',
    unpair: 'unlinked, pos.unpaired',
  },
  'last try': {
    request_code: 'pairing 654321 tried 0, pos.pairing_requested',
    activate: 'linked secret, pos.paired',
    'activate, wrong': 'unlinked, pos.pairing_refused, 400, /code',
    unpair: 'unlinked, pos.unpaired',
  },
  expired: closed,
  linked: {
    request_code: 'same, 400, /serial',
    activate: none,
    'activate, wrong': none,
    unpair: 'unlinked, pos.unpaired',
  },
};

describe('a terminal: every state by every command', () => {
  const cells = Object.keys(states).flatMap((state) =>
    Object.keys(commands).map((command) => [state, command]),
  );
  it.each(cells as [keyof typeof states, keyof typeof commands][])('%s: %s', (state, command) => {
    expect(told(states[state], commands[command])).toBe(table[state][command]);
  });

  it('leaves the record that it was given alone', () => {
    for (const before of Object.values(states)) {
      const copy = structuredClone(before);
      for (const command of Object.values(commands)) decideTerminal(before, command, NOW);
      expect(before).toEqual(copy);
    }
  });
});

describe('a pairing code', () => {
  it('lives ten minutes', () => {
    const made = decideTerminal(states.unlinked, commands.request_code, NOW);
    expect(made.ok && made.value.terminal.code?.expiresAt).toBe(NOW + 600_000);
    expect(PAIRING_CODE_MS).toBe(600_000);
  });

  it('is refused in one and the same way, whatever is wrong', () => {
    const refusals = (['unlinked', 'expired', 'linked', 'pairing'] as const).map((state) => {
      const outcome = decideTerminal(states[state], commands['activate, wrong'], NOW);
      return outcome.ok ? null : outcome.refusal;
    });
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
  });
});
