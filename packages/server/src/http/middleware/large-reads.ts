import type { Operation } from '@svc-simulator/contract';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import { wantsStream } from '../event-stream.ts';
import type { LargeReads } from '../limits/large-reads.ts';
import { problem } from '../problem.ts';

/** Hosted, lets requests for much data wait for their account's turn, which lasts until the answer is written down. */
export const largeReads = (reads: LargeReads, operation: Operation) =>
  createMiddleware<Env>(async (c, next) => {
    const account = c.get('principal')?.account;
    // An open stream holds a connection, and no large answer.
    if (!account || wantsStream(operation, c.req.header('accept'))) return next();
    const answer = async () => {
      await next();
      return { text: c.get('answered')?.text ?? '' };
    };
    const read = await reads.run(account.id, c.env.outgoing, answer);
    if ('busy' in read) return problem(c, read.busy);
  });
