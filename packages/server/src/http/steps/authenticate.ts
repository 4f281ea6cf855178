import { ACCOUNT_TIME, type Outcome, type Refusal, refuse } from '@svc-simulator/contract';
import { accountTime } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import type { Principal } from '../request-context.ts';
import type { ServedCall } from '../served-call.ts';
import { when } from '../when.ts';
import type { Step } from './step.ts';

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
  const { account, token, merchant, terminal } = found.value;
  if (needsFull && token?.limited) return needsFullToken.refusal;
  call.account = account;
  call.merchant = merchant;
  call.terminal = terminal;
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
