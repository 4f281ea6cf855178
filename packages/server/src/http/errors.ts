import type { Refusal } from '@svc-simulator/contract';
import { BrokenStoreError } from '@svc-simulator/store/integrity.ts';
import { InvalidCursorError, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import type { ErrorHandler } from 'hono';
import type { Runtime } from '../runtime.ts';
import type { Env } from './env.ts';
import { problem } from './envelope.ts';
import { brokenInside, invalid, outOfOrder, unavailable } from './refusals.ts';

/** Maps what was thrown on a request's way to the problem that it is answered with. */
export function problemOfError({ log }: Pick<Runtime, 'log'>): ErrorHandler<Env> {
  return (error, c) => {
    const requestId = c.get('requestId');
    const refused = (): Refusal => {
      if (error instanceof InvalidCursorError)
        return invalid([{ pointer: '/cursor', detail: error.message }]).refusal;
      if (error instanceof StoreUnavailableError) {
        log('error', 'the store could not write', { requestId, cause: String(error.cause ?? error) });
        return unavailable().refusal;
      }
      if (error instanceof BrokenStoreError) return outOfOrder(error).refusal;
      const what = c.get('operation')?.id ?? `${c.req.method} ${c.req.path}`;
      log('error', `${what} failed`, { requestId, stack: error.stack });
      return brokenInside().refusal;
    };
    return problem(c, refused());
  };
}
