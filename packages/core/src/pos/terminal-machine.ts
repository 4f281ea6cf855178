import { accept, faultAt, PAIRING_CODE_MS, type Refusal, sameText } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import type { TraceDraft } from '../effects.ts';
import type { TerminalRecord, TerminalState } from './pos-records.ts';

export type TerminalCommand =
  | { readonly type: 'request_code'; readonly code: string }
  | {
      readonly type: 'activate';
      readonly code: string;
      readonly secretKey: string;
      /**
       * Number of wrong tries after which a code is invalid. Null in hosted mode: otherwise anybody who knows
       * the serial could invalidate the code.
       */
      readonly tries: number | null;
    }
  | { readonly type: 'unpair' };

/** The next state by state and command (contract section 6); a command without an entry is refused. */
export const terminalTransitions: Readonly<
  Record<TerminalState, Readonly<Partial<Record<TerminalCommand['type'], TerminalState>>>>
> = {
  unlinked: { request_code: 'pairing' },
  pairing: { request_code: 'pairing', activate: 'linked', unpair: 'unlinked' },
  linked: { unpair: 'unlinked' },
};

export interface TerminalDecision {
  readonly terminal: TerminalRecord;
  readonly events: readonly TraceDraft[];
}

/** A decision or a refusal. Refusing a wrong code also changes the terminal, because the try counts. */
export type TerminalOutcome =
  | { readonly ok: true; readonly value: TerminalDecision }
  | { readonly ok: false; readonly refusal: Refusal; readonly change: TerminalDecision | null };

/** Returns the state of a terminal at a time. A terminal whose code has expired is unlinked. */
export function terminalStateAt({ state, code }: TerminalRecord, now: number): TerminalState {
  return state === 'pairing' && (code === null || code.expiresAt <= now) ? 'unlinked' : state;
}

/**
 * Decides the effect of a command on a terminal (specification, Pairing code; contract section 6). Refusals:
 * `request_code` and `activate` 400, `unpair` 404.
 */
export function decideTerminal(
  before: TerminalRecord,
  command: TerminalCommand,
  now: number,
): TerminalOutcome {
  const state = terminalTransitions[terminalStateAt(before, now)][command.type];
  switch (command.type) {
    case 'request_code': {
      if (state === undefined) return refuseCommand(alreadyLinked(before.serial));
      const code = { code: command.code, expiresAt: now + PAIRING_CODE_MS, wrongTries: 0 };
      return acceptTerminal({ ...before, state, code }, now, 'pos.pairing_requested');
    }
    case 'activate':
      if (state === undefined || before.code === null) return refuseCommand(wrongCode);
      if (!sameText(before.code.code, command.code)) {
        return countWrongTry(before, before.code, command.tries, now);
      }
      return acceptTerminal(
        { ...before, state, code: null, secretKey: command.secretKey },
        now,
        'pos.paired',
      );
    case 'unpair':
      if (state === undefined) return refuseCommand(notPaired);
      return acceptTerminal({ ...before, state, code: null, secretKey: null }, now, 'pos.unpaired');
  }
}

function countWrongTry(
  before: TerminalRecord,
  code: NonNullable<TerminalRecord['code']>,
  tries: number | null,
  now: number,
): TerminalOutcome {
  if (tries === null) return refuseWrongTry(before, { serial: before.serial }, now);
  const wrongTries = code.wrongTries + 1;
  const triesLeft = tries - wrongTries;
  const terminal: TerminalRecord =
    triesLeft > 0
      ? { ...before, code: { ...code, wrongTries }, updatedAt: now }
      : { ...before, state: 'unlinked', code: null, updatedAt: now };
  return refuseWrongTry(terminal, { serial: before.serial, tries_left: triesLeft }, now);
}

function refuseWrongTry(terminal: TerminalRecord, data: TraceDraft['data'], now: number): TerminalOutcome {
  const events = [{ type: 'pos.pairing_refused' as const, at: now, data }];
  return { ok: false, refusal: wrongCode, change: { terminal, events } };
}

function acceptTerminal(terminal: TerminalRecord, now: number, type: TraceDraft['type']): TerminalOutcome {
  const events = [{ type, at: now, data: { serial: terminal.serial } }];
  return accept({ terminal: { ...terminal, updatedAt: now }, events });
}

function refuseCommand(refusal: Refusal): TerminalOutcome {
  return { ok: false, refusal, change: null };
}

/** One response for every reason, so that it reveals nothing about active codes. */
export const wrongCode: Refusal = {
  status: 400,
  title: 'problem.title.pairing_code',
  ...message('problem.terminal.code'),
  errors: [faultAt('/code', 'fault.terminal.code')],
};

export const notPaired: Refusal = {
  status: 404,
  title: 'problem.title.not_found',
  ...message('problem.terminal.not_paired'),
};

function alreadyLinked(serial: string): Refusal {
  return {
    status: 400,
    title: 'problem.title.linked_already',
    ...message('problem.terminal.linked', { serial }),
    errors: [faultAt('/serial', 'fault.terminal.linked')],
  };
}
