import { setTimeout as pauseFor } from 'node:timers/promises';
import { getTrace, type listCalls, type TraceEvent } from '@svc-simulator/contract';
import { type ClientOptions, createClient, errorFromResponse } from './client.ts';
import { UnexpectedAnswerError, UnreachableError } from './errors.ts';
import type { LooseRequest } from './request.ts';

interface FollowStreamOptions extends ClientOptions {
  /** The stream begins after the item with this id; 0 replays all items. Default: only new items. */
  readonly after?: number | undefined;
  /** Ends the stream without an error. */
  readonly signal?: AbortSignal;
  readonly onOpen?: () => void;
  /** Called when an open stream is lost, `waitMs` before the first attempt to reopen it. */
  readonly onLoss?: (loss: { readonly error: unknown; readonly waitMs: number }) => void;
  /** Waits before each attempt to reopen the stream; rejects if the signal is aborted. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

export interface FollowedList {
  readonly operation: typeof getTrace | typeof listCalls;
  readonly query: NonNullable<LooseRequest['query']>;
}

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

/**
 * Follows a live list of an account, and yields every item once, in order. Reopens a lost stream with
 * `Last-Event-ID` until `signal` is aborted, even if the simulator restarts. `token` must be a console token.
 * @throws UnreachableError if the first attempt gets no response.
 * @throws ProblemError if the simulator refuses to open or reopen the stream.
 */
export async function* followStream<T extends { readonly id: number }>(
  list: FollowedList,
  options: FollowStreamOptions,
): AsyncGenerator<T> {
  const { signal, onLoss, pause = (ms) => pauseFor(ms, undefined, signal && { signal }) } = options;
  // Reads the latest id before the first item arrives. Otherwise a stream that breaks before this item
  // couldn't be resumed without a gap.
  let lastId = options.after ?? (await latestIdOf(list, options));
  let hasOpened = false;
  let waitMs = FIRST_WAIT_MS;
  while (!signal?.aborted) {
    try {
      const query = { ...list.query, after: lastId };
      const stream = await openStream({ ...list, query }, options, hasOpened ? lastId : undefined);
      hasOpened = true;
      waitMs = FIRST_WAIT_MS;
      options.onOpen?.();
      for await (const data of streamDataOf(stream)) {
        const item: T = JSON.parse(data);
        if (item.id <= lastId) continue;
        lastId = item.id;
        yield item;
        if (signal?.aborted) return;
      }
      onLoss?.({ error: undefined, waitMs });
    } catch (error) {
      if (signal?.aborted) return;
      if (!hasOpened || !(error instanceof UnreachableError)) throw error;
      onLoss?.({ error, waitMs });
    }
    if (!(await endsWithoutAbort(pause(waitMs, signal)))) return;
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
  }
}

async function latestIdOf({ operation }: FollowedList, options: FollowStreamOptions): Promise<number> {
  const { data } = await createClient(options).callUnchecked(operation, {
    query: { order: 'desc', limit: 1 },
  });
  return data[0]?.id ?? 0;
}

async function openStream(
  { operation, query }: FollowedList,
  options: FollowStreamOptions,
  lastId: number | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await createClient(options).send(operation, {
    query,
    headers: {
      accept: 'text/event-stream',
      ...(lastId !== undefined && { 'last-event-id': String(lastId) }),
    },
  });
  if (!response.ok) throw await errorFromResponse(response);
  const contentType = response.headers.get('content-type');
  if (!response.body || !contentType?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    throw new UnexpectedAnswerError(response.url, response.status, contentType);
  }
  return withNetworkErrors(response.url, response.body);
}

async function* withNetworkErrors(url: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new UnreachableError(url, error);
  }
}

function endsWithoutAbort(pause: Promise<unknown>): Promise<boolean> {
  return pause.then(
    () => true,
    () => false,
  );
}

/**
 * Yields the data of each message in a `text/event-stream` (HTML Standard, Server-sent events). Lines end in
 * LF, CR or CRLF. Skips comments and messages without data, and joins several `data:` lines by LF.
 */
export async function* streamDataOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the end of a chunk can be the first half of a CRLF, so it waits for the next chunk.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield data.join('\n');
        data = [];
        continue;
      }
      const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (name === 'data') data.push(value);
    }
  }
}

export interface FollowOptions extends FollowStreamOptions {
  /** Only events of this type. */
  readonly type?: string | undefined;
  readonly sessionId?: string | undefined;
}

export function followTrace(options: FollowOptions): AsyncGenerator<TraceEvent> {
  const query = { type: options.type, session_id: options.sessionId };
  return followStream({ operation: getTrace, query }, options);
}
