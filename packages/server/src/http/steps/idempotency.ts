import { hash } from 'node:crypto';
import type { Refusal } from '@svc-simulator/contract';
import { REPLAY_MS } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { render } from '../envelope.ts';
import type { Commit, KeyedCommit } from '../reply.ts';
import type { ServedCall } from '../served-call.ts';
import type { Step } from './step.ts';

/** The longest `Idempotency-Key` that is taken. */
const KEY_LIMIT = 255;

/** Takes the optional `Idempotency-Key` (contract section 3). */
export const idempotency: Step = (_services, { operation }) => {
  if (!operation.idempotent) return undefined;
  return (call) => {
    const key = call.header('idempotency-key');
    const { account } = call;
    if (!key || !account) return undefined;
    if (key.length > KEY_LIMIT) return keyTooLong;
    call.keyed = (commit) => keyed(commit, call, `${account.id}:${key}`);
    return undefined;
  };
};

/**
 * Makes a commit answer an `Idempotency-Key` (contract section 3): the same key with the same request within 24 h gets
 * the kept answer, with another request 409. The answer is kept in the very commit that it describes, under a lock on
 * the key, so two that arrive at once happen once. Refusals change nothing and are not kept.
 */
function keyed({ scope, decide }: Commit, call: ServedCall, id: string): KeyedCommit {
  const { operation, method, path, text = '', now } = call;
  const fingerprint = hash('sha256', `${method} ${path}\n${canonical(text)}`, 'hex');
  return {
    scope: { ...scope, lock: [...(scope.lock ?? []), ref('replay', id)] },
    decide: (view) => {
      const kept = view.get('replay', id);
      if (kept && kept.createdAt + REPLAY_MS > now) {
        if (kept.fingerprint !== fingerprint) return { result: { refusal: otherRequest } };
        return { result: { status: kept.status, text: kept.body, replayed: true } };
      }
      const change = decide(view);
      const result = render(operation, change.result);
      if ('refusal' in result) return { ...change, result };
      const { status, text: body } = result;
      const record = { accountId: scope.account, fingerprint, status, body, createdAt: now };
      return { ...change, result, puts: [...(change.puts ?? []), put('replay', id, record)] };
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

const keyTooLong: Refusal = {
  status: 400,
  title: 'problem.title.invalid',
  ...message('problem.idempotency.too_long', { limit: KEY_LIMIT }),
};

const otherRequest: Refusal = {
  status: 409,
  title: 'problem.title.conflict',
  ...message('problem.idempotency.other_request'),
};
