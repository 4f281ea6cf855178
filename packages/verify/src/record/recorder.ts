import { membersOf } from '@svc-simulator/contract';
import { parsed } from '../receiver.ts';
import type { Link, RecordedExchange, Source, Timing } from './recording.ts';
import { TIMINGS } from './recording.ts';
import { type Shape, shapeOf } from './shape.ts';
import { matched, vocabulary } from './vocabulary.ts';

/** A request and its answer, as they went by. Header names are in lower case. */
export interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
    readonly tookMs: number;
  };
}

/** A text shorter than this may be the same by chance. */
const LINKED_LENGTH = 6;
/** How many values are known again; those seen first are kept. */
const KNOWN_MAX = 100_000;

/**
 * Makes shapes of exchanges. Values stay in here, for as long as it lives, to see where a later request takes one from.
 * `record` answers null for what is no operation of the contract.
 */
export function openRecorder(): { record(seen: Seen): RecordedExchange | null } {
  const words = vocabulary();
  const sources = new Map<unknown, Source>();
  let count = 0;

  const learn = (value: unknown, source: Source): void => {
    if (typeof value === 'object')
      for (const [at, inner] of placesIn(value)) learn(inner, { ...source, at: [...source.at, at] });
    else if (isTelling(value) && !sources.has(value) && sources.size < KNOWN_MAX) sources.set(value, source);
  };
  const linksIn = (value: unknown, part: Link['part'], at: Link['at']): Link[] => {
    if (typeof value === 'object')
      return placesIn(value).flatMap(([step, inner]) => linksIn(inner, part, [...at, step]));
    const name = at.findLast((step) => typeof step === 'string') ?? '';
    if (words.fields.get(name)?.has(value)) return [];
    const from = isTelling(value) ? sources.get(value) : undefined;
    return from ? [{ part, at, from }] : [];
  };
  /** Members that a recording can name. */
  const placesIn = (value: unknown): [string | number, unknown][] =>
    Array.isArray(value)
      ? [...value.slice(0, 1000).entries()]
      : Object.entries(membersOf(value)).filter(([name]) => words.fields.has(name));
  const shapeOfBody = (text: string, value: unknown): Shape | null =>
    text === '' ? null : shapeOf(value, words);

  return {
    record: (seen) => {
      const { pathname, searchParams } = new URL(seen.url, 'http://recorded.invalid');
      const found = matched(seen.method, pathname);
      if (!found) return null;
      const { operation, params } = found;
      const media = mediaOf(seen);
      const request =
        media === 'form' ? Object.fromEntries(new URLSearchParams(seen.body)) : parsed(seen.body);
      const answer = parsed(seen.answer.body);
      const exchange = count++;
      const links = [...linksIn(params, 'params', []), ...linksIn(request, 'request', [])];
      learn(params, { exchange, part: 'params', at: [] });
      learn(request, { exchange, part: 'request', at: [] });
      learn(answer, { exchange, part: 'answer', at: [] });
      return {
        operation: operation.id,
        credential: seen.headers.authorization !== undefined || seen.headers['x-pos-signature'] !== undefined,
        links,
        query: shapeOf(Object.fromEntries(searchParams), words),
        headers: namesOf(seen.headers),
        media,
        request: shapeOfBody(seen.body, request),
        answer: {
          status: seen.answer.status,
          headers: namesOf(seen.answer.headers),
          body: shapeOfBody(seen.answer.body, answer),
          timing: timingOf(seen.answer.tookMs),
        },
      };
    },
  };

  function namesOf(headers: Readonly<Record<string, unknown>>): string[] {
    return Object.keys(headers)
      .filter((name) => words.headers.has(name))
      .sort();
  }
}

/** Whether a text says by itself that it is the same as another one. */
function isTelling(value: unknown): value is string {
  return typeof value === 'string' && value.length >= LINKED_LENGTH;
}

function mediaOf({ headers, body }: Seen): RecordedExchange['media'] {
  if (body === '') return 'none';
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('application/json')) return 'json';
  return type.startsWith('application/x-www-form-urlencoded') ? 'form' : 'other';
}

function timingOf(tookMs: number): Timing {
  if (tookMs < TIMINGS.instant) return 'instant';
  if (tookMs < TIMINGS.quick) return 'quick';
  return tookMs < TIMINGS.slow ? 'slow' : 'slower';
}
