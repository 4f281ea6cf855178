import { readsMuch } from '../limits/large-reads.ts';
import type { Step } from './step.ts';

/** Lets whoever asks for much wait for their turn, hosted. Whoever follows something live holds a connection, and no large answer. */
export const largeReads: Step = ({ admission: { reads } }, { operation }) => {
  if (!reads || !readsMuch(operation)) return undefined;
  return (call) => {
    const { account, outgoing } = call;
    if (account && !call.header('accept')?.includes('text/event-stream'))
      call.inTurn = (work) => reads.run(account.id, outgoing, work);
    return undefined;
  };
};
