import type { IncomingMessage } from 'node:http';
import { accept, type Operation, type Outcome, type Refusal, refuse } from '@svc-simulator/contract';
import type { Context } from 'hono';
import { problem } from '../envelope.ts';
import type { Step } from './step.ts';

/** The largest body that is read (contract section 1). */
const BODY_LIMIT_BYTES = 1_048_576;
/** Hosted, of a body that comes without a credential. */
const STRANGERS_BYTES = 64 * 1024;

/** The peer broke off; whether anybody reads this answer is doubtful. */
const incomplete: Refusal = {
  status: 400,
  title: 'Incomplete body',
  detail: 'The connection ended before the body did.',
};

/** Reads the body, up to the operation's limit; what comes later has it from `c.req.arrayBuffer()`. */
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

/**
 * Reads the whole body, or refuses it with 413 without keeping more than the limit; `c.req.arrayBuffer()` has
 * it then. What the client goes on sending is dropped after the answer, by @hono/node-server for half a second at most: a connection
 * that is closed at once would take the answer with it. hono's own middleware makes a web stream of every body, and wants the global `Request` of @hono/node-server.
 */
export async function readBody(c: Context, limitBytes = BODY_LIMIT_BYTES): Promise<Outcome<Uint8Array>> {
  const declared = c.req.header('content-length');
  if (declared !== undefined && Number(declared) > limitBytes) return refuse(tooLarge(limitBytes));
  const { raw } = c.req;
  try {
    if (declared === undefined && raw.body && !raw.bodyUsed) {
      const bytes = await gathered(raw.body, limitBytes);
      if (!bytes) return refuse(tooLarge(limitBytes));
      const { method, headers, signal } = raw;
      c.req.raw = new Request(raw.url, { method, headers, signal, body: new Uint8Array(bytes) });
    }
    return accept(new Uint8Array(await c.req.arrayBuffer()));
  } catch {
    return refuse(incomplete);
  }
}

/** The body of a GET, which has none by the rules of `Request`, so that it is read where it comes in. */
export async function readBytesOfGet(incoming: IncomingMessage): Promise<Outcome<Uint8Array>> {
  const { 'content-length': declared = '0', 'transfer-encoding': encoding } = incoming.headers;
  if (Number(declared) > BODY_LIMIT_BYTES) return refuse(tooLarge(BODY_LIMIT_BYTES));
  if (Number(declared) === 0 && encoding === undefined) return accept(new Uint8Array());
  try {
    const bytes = await gathered(incoming.iterator({ destroyOnReturn: false }), BODY_LIMIT_BYTES);
    return bytes ? accept(bytes) : refuse(tooLarge(BODY_LIMIT_BYTES));
  } catch {
    return refuse(incomplete);
  }
}

/** Undefined when there is more than the limit. */
async function gathered(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limitBytes: number): Refusal {
  return {
    status: 413,
    title: 'Body too large',
    detail: `A body may have at most ${limitBytes} bytes.`,
  };
}
