import type { Operation } from '@svc-simulator/contract';
import { BODY_LIMIT_BYTES, readBody } from '../body-reading.ts';
import { when } from '../when.ts';
import type { Step } from './step.ts';

/** Hosted, of a body that comes without a credential. */
const STRANGERS_BYTES = 64 * 1024;

/** Reads the body, up to the operation's limit. */
export const bodyLimit: Step = ({ runtime }, { operation }) => {
  if (operation.method === 'GET') return undefined;
  const limitBytes = limitOf(operation, runtime.settings.hosted ? 'hosted' : 'local');
  return (call) => {
    // A signature is over the body, so that one that was signed has been read.
    if (call.received) return undefined;
    return when(readBody(call.incoming, limitBytes), (body) => {
      if (!body.ok) return body.refusal;
      call.received = body.value;
      return undefined;
    });
  };
};

/** Forms and credentials of strangers are smaller; only to a receiver may anybody send more. */
function limitOf({ auth, rawBody, bodyLimitBytes }: Operation, place: 'local' | 'hosted'): number {
  if (bodyLimitBytes) return bodyLimitBytes[place];
  return place === 'hosted' && auth === 'none' && !rawBody ? STRANGERS_BYTES : BODY_LIMIT_BYTES;
}
