import { problem } from '../envelope.ts';
import { readsMuch } from '../limits/large-reads.ts';
import type { Step } from './step.ts';

/** Lets whoever asks for much wait for their turn, hosted. Whoever follows something live holds a connection, and no large answer. */
export const largeReads: Step = ({ admission: { reads } }, { operation }) => {
  if (!reads || !readsMuch(operation)) return undefined;
  return async (c, next) => {
    const account = c.get('account');
    if (!account || c.req.header('accept')?.includes('text/event-stream')) return next();
    const answer = async () => {
      await next();
      return c.res;
    };
    const read = await reads.run(account.id, c.env.outgoing, answer);
    if ('busy' in read) c.res = problem(c, read.busy);
  };
};
