import { lazy, type Operation, operations } from '@svc-simulator/contract';
import { z } from 'zod';
import type { AtOnceStep, Call, LaterStep, ReceivedStep, RelayStep, Want, WebhookStep } from './case.ts';

export { not } from './judge.ts';

const byId = lazy(() => new Map<string, Operation>(operations.map((operation) => [operation.id, operation])));

/**
 * Returns an operation by its id.
 * @throws TypeError for an unknown operation, which is a mistake in a case.
 */
export function operationOf(id: string): Operation {
  const operation = byId().get(id);
  if (!operation) throw new TypeError(`a case calls ${id}, which is no operation`);
  return operation;
}

type More = Omit<Call, 'call' | 'want'>;
/** The expected response, or only its status. Default status: that of the operation's success. */
export type Wanted = number | (Partial<Want> & Pick<Call, 'keep'>);
export type Fields = Readonly<Record<string, unknown>>;

const session = { session_id: '/data/id' };
const agreementId = { agreement_id: '/data/agreement_id' };
/** Values that every success of an operation keeps for later steps. */
const keptFields: Readonly<Record<string, Call['keep']>> = {
  createButtonSession: session,
  createRequestSession: session,
  createAgreement: agreementId,
  createSplitReceiptAgreement: agreementId,
  createPartner: { partner_id: '/data/partner_id' },
  pairTerminal: { code: '/data/code' },
  activateTerminal: { secret_key: '/data/secret_key' },
  createClass: { class_id: '/data/class_id', join_code: '/data/join_code' },
  listTokens: { token_id: '/data/0/token_id' },
  getSnapshot: { snapshot: '' },
};

export function call(operation: string, expectation: Wanted = {}, more: More = {}): Call {
  const { keep, ...want } = typeof expectation === 'number' ? { status: expectation } : expectation;
  const { status = operationOf(operation).status } = want;
  const names = status < 400 ? { ...keptFields[operation], ...more.keep, ...keep } : { ...keep };
  return { call: operation, ...more, keep: names, want: { ...want, status } };
}

export function send(operation: string, body: unknown, expectation: Wanted = {}): Call {
  return call(operation, expectation, { body });
}

/**
 * Returns a function that creates calls with a valid body. `change` replaces fields of the body; an undefined
 * member removes a field.
 */
export function createPostCall(operation: string, base: Fields, more: More = {}) {
  return (change: Fields = {}, expectation: Wanted = {}, further: More = {}): Call =>
    call(operation, expectation, { ...more, ...further, body: { ...base, ...change } });
}

export const frozen = call('setClock', {}, { body: { frozen: true } });
export const advanceBy = (laterMs: number): LaterStep => ({ laterMs });
/** Connects the account's relay. With `since`, also requests the webhooks after this sequence number. */
export const relay = (since = ''): RelayStep => ({ relay: since });
export const callAtOnce = (...calls: readonly Call[]): AtOnceStep => ({ atOnce: calls });

/** Waits for `payment_session.NAME`. */
export function webhook(name: string, more: Omit<WebhookStep, 'webhook'> = {}): WebhookStep {
  return { webhook: `payment_session.${name}`, ...more };
}

/** Expects exactly these webhooks of the session so far. */
export function received(...names: readonly string[]): ReceivedStep {
  return { received: names.map((name) => `payment_session.${name}`) };
}

/** Expects 400 with faults at exactly these JSON Pointers. */
export const bad = (...faults: readonly string[]) => ({ status: 400, faults });

export const instant = z.iso.datetime({ offset: true });
export const text = z.string().min(1);
export const some = z.array(z.unknown()).min(1);

/** Reads a list of exactly two items in two pages of one item each. */
export const listInTwoPages = (operation: string, first: object) => [
  call(operation, { keep: { cursor: '/next_cursor' }, data: [first] }, { query: { limit: 1 } }),
  call(operation, { data: [{}], body: { next_cursor: null } }, { query: { limit: 1, cursor: '{cursor}' } }),
];
