import type { Operation } from '@svc-simulator/contract';
import { BODY_LIMIT_BYTES, readBody } from '../body-reading.ts';
import { problem } from '../envelope.ts';
import type { Step } from './step.ts';

/** Hosted, of a body that comes without a credential. */
const STRANGERS_BYTES = 64 * 1024;

/** Reads the body, up to the operation's limit; what comes later has it as `bytes`. */
export const bodyLimit: Step = ({ runtime }, { operation }) => {
  if (operation.method === 'GET') return undefined;
  const limitBytes = limitOf(operation, runtime.settings.hosted ? 'hosted' : 'local');
  return async (c, next) => {
    const body = await readBody(c, limitBytes);
    return body.ok ? next() : problem(c, body.refusal);
  };
};

/** Forms and credentials of strangers are smaller; only to a receiver may anybody send more. */
function limitOf({ auth, rawBody, bodyLimitBytes }: Operation, place: 'local' | 'hosted'): number {
  if (bodyLimitBytes) return bodyLimitBytes[place];
  return place === 'hosted' && auth === 'none' && !rawBody ? STRANGERS_BYTES : BODY_LIMIT_BYTES;
}
