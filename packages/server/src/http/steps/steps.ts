import { ACCOUNT_TIME, type Outcome, type Refusal, refuse } from '@svc-simulator/contract';
import { accountTime } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import type { Principal, Route } from '../request-context.ts';
import type { Check, ServedCall } from '../served-call.ts';
import { when } from '../when.ts';
import { bodyLimit, validate } from './body.ts';
import { idempotency } from './idempotency.ts';
import { admission, attemptedName, attempts, chaos, largeReads, throttle } from './limits.ts';
import { otherOrigins } from './other-origins.ts';
import type { Services, Step } from './step.ts';

/**
 * Finds out who sent a request, by the credential that its operation wants. Refuses with 401, with 403 for the token of
 * another merchant and for a console token that may less than the operation, with 413 for a signed body that is too large.
 */
export const authenticate: Step = ({ credentials }, { operation: { auth, fullToken } }) => {
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
