import { hash } from 'node:crypto';
import { type AccountRecord, REPLAY_MS } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { problem } from '../envelope.ts';
import type { RenderedCommit } from '../reply.ts';
import type { Step } from './step.ts';

interface Keyed {
  readonly key: string;
  readonly account: AccountRecord;
  readonly now: number;
  /** What the request was: method, path and body. */
  readonly method: string;
  readonly path: string;
  readonly text: string;
}

/** The longest `Idempotency-Key` that is taken. */
const KEY_LIMIT = 255;

/** Takes the optional `Idempotency-Key` (contract section 3). */
export const idempotency: Step = (_services, { operation }) => {
  if (!operation.idempotent) return undefined;
  return async (c, next) => {
    const key = c.req.header('idempotency-key');
    const account = c.get('account');
    if (!key || !account) return next();
    if (key.length > KEY_LIMIT) return problem(c, keyTooLong);
    const { method, path } = c.req;
    const text = c.get('text') ?? '';
    c.set('replay', (commit) => withReplay(commit, { key, account, now: c.get('now'), method, path, text }));
    return next();
  };
};

/**
 * Makes a commit answer an `Idempotency-Key` (contract section 3): the same key with the same request within 24 h gets
 * the kept answer, with another request 409. The answer is kept in the very commit that it describes, under a lock on
 * the key, so two that arrive at once happen once. Refusals change nothing and are not kept.
 */
function withReplay(
  commit: RenderedCommit,
  { key, account, method, path, text, now }: Keyed,
): RenderedCommit {
  const id = `${account.id}:${key}`;
  const fingerprint = hash('sha256', `${method} ${path}\n${canonical(text)}`, 'hex');
  return {
    scope: { ...commit.scope, lock: [...(commit.scope.lock ?? []), ref('replay', id)] },
    decide: (view) => {
      const kept = view.get('replay', id);
      if (kept && kept.createdAt + REPLAY_MS > now) {
        if (kept.fingerprint !== fingerprint) return { result: { refusal: otherRequest } };
        return { result: { status: kept.status, text: kept.body, replayed: true } };
      }
      const change = commit.decide(view);
      if ('refusal' in change.result) return change;
      const { status, text: body } = change.result;
      const record = { accountId: account.id, fingerprint, status, body, createdAt: now };
      return { ...change, puts: [...(change.puts ?? []), put('replay', id, record)] };
    },
  };
}

/** The same text for the same JSON value, however its members are ordered and spaced (contract section 10). */
function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    );
  } catch {
    return text;
  }
}

const keyTooLong = {
  status: 400,
  title: 'Invalid request',
  detail: `An Idempotency-Key may have at most ${KEY_LIMIT} characters.`,
};

const otherRequest = {
  status: 409,
  title: 'Conflict',
  detail:
    'This Idempotency-Key was used within the last 24 hours for another request; send a new key with a new request.',
};
