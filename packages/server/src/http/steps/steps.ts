import { hash } from 'node:crypto';
import { ACCOUNT_TIME, type Outcome, type Refusal, refuse } from '@svc-simulator/contract';
import { accountTime, REPLAY_MS } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { render } from '../envelope.ts';
import type { Commit, KeyedCommit } from '../reply.ts';
import type { Principal, Route } from '../request-context.ts';
import type { Check, ServedCall } from '../served-call.ts';
import { when } from '../when.ts';
import { bodyLimit, validate } from './body.ts';
import { admission, attemptedName, attempts, chaos, largeReads, throttle } from './limits.ts';
import { otherOrigins } from './other-origins.ts';
import type { Services, Step } from './step.ts';

/** The longest `Idempotency-Key` that is taken. */
const KEY_LIMIT = 255;

/** Takes the optional `Idempotency-Key` (contract section 3). */
const idempotency: Step = (_services, { operation }) => {
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

/**
 * Finds out who sent a request, by the credential that its operation wants. Refuses with 401, with 403 for the token of
 * another merchant and for a console token that may less than the operation, with 413 for a signed body that is too large.
 */
const authenticate: Step = ({ credentials }, { operation: { auth, fullToken } }) => {
  if (auth === 'none') return undefined;
  const find = credentials[auth];
  return (call) => when(find(call), (found) => admitted(call, found, fullToken));
};

function admitted(call: ServedCall, found: Outcome<Principal>, needsFull = false): Refusal | undefined {
  if (!found.ok) return found.refusal;
  const { account, token, merchant, terminal, madeWith } = found.value;
  if (needsFull && token?.limited) return needsFullToken.refusal;
  call.account = account;
  call.merchant = merchant;
  call.terminal = terminal;
  call.madeWith = madeWith;
  if (!account.clock) return undefined;
  call.now = accountTime(account.clock, call.now);
  call.answerHeaders[ACCOUNT_TIME] = new Date(call.now).toISOString();
  return undefined;
}

const needsFullToken = refuse({
  status: 403,
  title: 'problem.title.forbidden',
  ...message('problem.token.not_full'),
});

/**
 * What a request of an operation passes on its way to the handler, which then refuses with 404, 409, 422 or 500; `refuses`
 * has the statuses that the contract puts in an order (section 9), which is the order of this list.
 */
export const steps = [
  { name: 'otherOrigins', refuses: [], step: otherOrigins },
  { name: 'authenticate', refuses: [401, 403], step: authenticate },
  { name: 'throttle', refuses: [429], step: throttle },
  { name: 'chaos', refuses: [], step: chaos },
  { name: 'admission', refuses: [429], step: admission },
  { name: 'attempts', refuses: [429], step: attempts },
  { name: 'early', refuses: [429], step: (_services, { early }) => early },
  { name: 'bodyLimit', refuses: [413], step: bodyLimit },
  { name: 'validate', refuses: [415, 400], step: validate },
  // The name to count by stands in the body.
  { name: 'attemptedName', refuses: [429], step: attemptedName },
  { name: 'largeReads', refuses: [], step: largeReads },
  { name: 'idempotency', refuses: [400], step: idempotency },
] as const satisfies readonly { name: string; refuses: readonly number[]; step: Step }[];

/** The steps that requests of an operation have in this process. */
export function stepsOf(services: Services, route: Route): readonly Check[] {
  return steps.flatMap(({ step }) => step(services, route) ?? []);
}
