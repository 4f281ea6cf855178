/**
 * A webhook receiver as a route handler of Next.js: put it at `app/webhooks/route.ts`, with verify.js and handle-event.js beside it,
 * and set WEBHOOK_SECRET to the webhook_secret of your account. Whatever else passes a web `Request` takes it as well.
 */
import { handleEvent } from './handle-event.js';
import { isGenuine, runOnce } from './verify.js';

/** Far more than a webhook has; a stranger can't fill the memory. */
const MAX_BYTES = 1024 * 1024;

/** The signature is computed with node:crypto, which the edge runtime has not. */
export const runtime = 'nodejs';

export async function POST(request: Request): Promise<Response> {
  const { WEBHOOK_SECRET } = process.env;
  if (!WEBHOOK_SECRET) throw new Error('set WEBHOOK_SECRET to the webhook_secret of your account');

  // The bytes as they came. `request.json()` would lose them, and the signature is over nothing else.
  const rawBody = await bytesOf(request);
  if (rawBody === null) return new Response(null, { status: 413 });

  const headers = Object.fromEntries(request.headers);
  if (!isGenuine(headers, rawBody, WEBHOOK_SECRET)) {
    return new Response('wrong signature, or too old', { status: 401 });
  }
  try {
    const key = headers['idempotency-key'] as string;
    await runOnce(key, () => handleEvent(JSON.parse(new TextDecoder().decode(rawBody))));
    return new Response('ok');
  } catch (error) {
    // Anything but 2xx makes the sender try again.
    console.error(error);
    return new Response(null, { status: 500 });
  }
}

/** The whole body; null when it is too large. */
async function bytesOf(request: Request): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    size += read.value.length;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      return null;
    }
    parts.push(read.value);
  }
  return Buffer.concat(parts);
}
