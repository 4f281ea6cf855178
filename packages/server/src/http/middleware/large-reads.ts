import type { Operation } from '@svc-simulator/contract';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import { wantsStream } from '../event-stream.ts';
import type { LargeReads } from '../limits/large-reads.ts';
import { problem } from '../problem.ts';

/** Hosted, queues large reads per account until the response is serialized. */
export const largeReads = (reads: LargeReads, operation: Operation) =>
  createMiddleware<Env>(async (c, next) => {
    const account = c.get('principal')?.account;
    // An open stream holds a connection, but no large response.
    if (!account || wantsStream(operation, c.req.header('accept'))) return next();
    const answer = async () => {
      await next();
      return { text: c.get('answered')?.text ?? '' };
    };
    const read = await reads.run(account.id, c.env.outgoing, answer);
    if ('busy' in read) return problem(c, read.busy);
  });
