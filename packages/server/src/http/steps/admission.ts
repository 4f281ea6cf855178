import { bearer } from '../credentials.ts';
import { endWithToken } from '../limits/stream-rights.ts';
import type { Step } from './step.ts';

/** Refuses what is more than an account may have, and counts its streams while they are open. */
export const admission: Step = ({ admission, runtime }, { operation }) => {
  const mayStream = operation.media?.includes('text/event-stream');
  if (operation.auth === 'none' || (!admission.quotas && !mayStream)) return undefined;
  return (call) => {
    const { account, outgoing } = call;
    if (!account) return undefined;
    const full = admission.refusalOf(operation, account.id, call.header('accept'));
    if (full || !mayStream) return full;
    call.onAnswer((answer) => {
      if (!(answer instanceof Response)) return;
      admission.streams.hold(answer, account.id, outgoing);
      const token = bearer(call.header('authorization'));
      endWithToken(runtime, answer, outgoing, { accountId: account.id, token });
    });
    return undefined;
  };
};
