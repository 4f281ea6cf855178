import type { Operation } from '@svc-simulator/contract';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import { acceptsStream } from '../event-stream.ts';
import type { LargeReads } from '../limits/large-reads.ts';
import { problem } from '../problem.ts';

/** Queues large reads by account. A read ends when its response is serialized. Only for hosted simulators. */
export const largeReads = (reads: LargeReads, operation: Operation) =>
  createMiddleware<Env>(async (c, next) => {
    const account = c.get('principal')?.account;
    // Streams aren't queued, because they have a limit of their own and hold no large response in memory.
    if (!account || acceptsStream(operation, c.req.header('accept'))) return next();
    const respond = async () => {
      await next();
      return { text: c.get('responseBody')?.text ?? '' };
    };
    const result = await reads.run(account.id, c.env.outgoing, respond);
    if ('busy' in result) return problem(c, result.busy);
  });
