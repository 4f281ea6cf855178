import { setMaxListeners } from 'node:events';
import { membersOf } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import type { Answer } from './comparator.ts';
import { parsed } from './receiver.ts';
import type { Outgoing } from './request.ts';

/** Sends a request and reads its whole answer; redirects are not followed. */
export type Exchange = (request: Outgoing) => Promise<Answer>;

/** Exchanges by `fetch`, at most `rate` a second (undefined: as fast as it goes). A target that does not answer is status 0. */
export function exchangeBy(
  fetchWith: typeof fetch,
  clock: Clock,
  { rate, signal }: { readonly rate?: number | undefined; readonly signal?: AbortSignal | undefined },
): Exchange {
  // As many as there are requests at once.
  if (signal) setMaxListeners(0, signal);
  let nextMs = 0;
  const turn = async () => {
    if (rate === undefined) return;
    const atMs = Math.max(clock.now(), nextMs);
    nextMs = atMs + 1000 / rate;
    await new Promise<void>((resolve) => clock.at(atMs, resolve));
  };
  const attempt = async ({ url, method, headers, body }: Outgoing, isFirst: boolean): Promise<Answer> => {
    await turn();
    const beganMs = clock.now();
    // One controller for both: what `AbortSignal.any` makes may be collected before it has told anybody.
    const ending = new AbortController();
    const end = () => ending.abort();
    const cancel = clock.after(ANSWER_WITHIN_MS, end);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
    const exchanged = async () => {
      const response = await fetchWith(url, {
        method,
        headers,
        redirect: 'manual',
        signal: ending.signal,
        ...(body !== undefined && { body }),
      });
      const text = await textOf(response);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: parsed(text),
        tookMs: clock.now() - beganMs,
      };
    };
    try {
      return await Promise.race([exchanged(), aborted(ending.signal)]);
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      // The target may close an idle connection just as it is used again.
      if (isFirst && CLOSED.includes(String(membersOf(cause).code)))
        return attempt({ url, method, headers, body }, false);
      return { status: 0, headers: {}, body: String(cause) };
    } finally {
      cancel();
      signal?.removeEventListener('abort', end);
    }
  };
  return (request) => attempt(request, true);
}

/** Rejects when it is aborted. Node's `fetch` at times never settles then, while its body is being read. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

/** The text of an answer; of a stream of events, which does not end, what has come with the first of them. */
async function textOf(response: Response): Promise<string> {
  const { headers, body } = response;
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (/^data:.*\n\n/m.test(text)) break;
  }
  return text;
}

const CLOSED = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** How long a target may take to answer a request. */
const ANSWER_WITHIN_MS = 30_000;
