import type { IncomingMessage } from 'node:http';
import type { Outcome } from '@svc-simulator/contract';
import { parseForm, readBody } from '../http/body.ts';

/** Reads the form that a page has sent; 413 if it is larger than `maxBytes`. */
export async function formReader(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Outcome<URLSearchParams>> {
  const bytes = await readBody(incoming, maxBytes);
  return bytes.ok ? parseForm(bytes.value, incoming.headers['content-type']) : bytes;
}
