import { bearer } from '../credentials.ts';
import { problem } from '../envelope.ts';
import { endWithToken } from '../limits/stream-rights.ts';
import type { Step } from './step.ts';

/** Refuses what is more than an account may have, and counts its streams while they are open. */
export const admission: Step = ({ admission, runtime }, { operation }) => {
  const mayStream = operation.media?.includes('text/event-stream');
  if (operation.auth === 'none' || (!admission.quotas && !mayStream)) return undefined;
  return async (c, next) => {
    const account = c.get('account');
    const accept = c.req.header('accept');
    const full = account && admission.refusalOf(operation, account.id, accept);
    if (full) return problem(c, full);
    await next();
    if (!account || !mayStream) return;
    admission.holdStream(c.res, account.id, c);
    const token = bearer(c.req.header('authorization'));
    endWithToken(runtime, c.res, c.env?.outgoing, { accountId: account.id, token });
  };
};
