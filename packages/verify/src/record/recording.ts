import { lazy } from '@svc-simulator/contract';
import * as z from 'zod';
import type { Shape } from './shape.ts';
import { vocabulary } from './vocabulary.ts';

/** How long an answer took: upper bounds in ms of all classes but the last. */
export const TIMINGS = { instant: 100, quick: 1000, slow: 5000 } as const;
export const timings = ['instant', 'quick', 'slow', 'slower'] as const;
export type Timing = (typeof timings)[number];

/*
 * The schemas have no place for a text that is not one of the contract's words, and every line is written through them: what
 * somebody adds to the recorder later can't leak by mistake either.
 */
const field = z.string().refine((name) => vocabulary().fields.has(name));
const header = z.string().refine((name) => vocabulary().headers.has(name));
const listed = z.union([z.string(), z.number(), z.boolean(), z.null()]).refine(isListed);
const shape: z.ZodType<Shape> = z.lazy(() =>
  z.strictObject({
    type: z.enum(['string', 'number', 'boolean', 'null', 'array', 'object']).exactOptional(),
    format: z.enum(['uuid', 'date-time', 'uri']).exactOptional(),
    enum: z.array(listed).length(1).exactOptional(),
    properties: z.record(field, shape).exactOptional(),
    required: z.array(field).exactOptional(),
    additionalProperties: z.union([z.literal(false), shape]).exactOptional(),
    items: shape.exactOptional(),
    anyOf: z.array(shape).exactOptional(),
  }),
);
/** Places in lists; nothing that long is a list's place. */
const place = z.union([field, z.int().min(0).max(999)]);
const part = z.enum(['params', 'request', 'answer']);
const at = z.array(place).readonly();
const source = z.strictObject({ exchange: z.int().min(0), part, at });
const link = z.strictObject({ part, at, from: source });
const exchange = z.strictObject({
  /** Id of the operation. */
  operation: z.string().regex(/^[a-zA-Z]{3,40}$/),
  /** Whether it came with a credential. */
  credential: z.boolean(),
  links: z.array(link).readonly(),
  /** Names of the request's query. */
  query: shape,
  headers: z.array(header).readonly(),
  media: z.enum(['json', 'form', 'other', 'none']),
  request: shape.nullable(),
  answer: z.strictObject({
    status: z.int().min(100).max(599),
    headers: z.array(header).readonly(),
    /** Null: no body. A body that is no JSON is a text. */
    body: shape.nullable(),
    timing: z.enum(timings),
  }),
});
const heading = z.strictObject({
  format: z.literal(1),
  /** The day, UTC: `2026-11-22`. */
  recorded: z.iso.date(),
});

/** Where a value was seen first: the exchange, from 0, which of its parts, and the way to it. */
export type Source = z.infer<typeof source>;
/** A value of a request that was seen before. */
export type Link = z.infer<typeof link>;
/** One request and its answer, as far as a recording keeps them. */
export type RecordedExchange = z.infer<typeof exchange>;
/** The first line of a recording; one exchange follows a line. */
export type Heading = z.infer<typeof heading>;

const allListed = lazy(() => new Set([...vocabulary().fields.values()].flatMap((values) => [...values])));

function isListed(value: unknown): boolean {
  return allListed().has(value);
}

export interface Recording {
  readonly heading: Heading;
  readonly exchanges: readonly RecordedExchange[];
}

/** A line of a recording. @throws ZodError for anything that a recording has no place for */
export function lineOf(one: Heading | RecordedExchange): string {
  return `${JSON.stringify('format' in one ? heading.parse(one) : exchange.parse(one))}\n`;
}

/** @throws ZodError, SyntaxError for what is no recording */
export function parseRecording(text: string): Recording {
  const [first = '', ...lines] = text.trim().split('\n');
  return {
    heading: heading.parse(JSON.parse(first)),
    exchanges: lines.map((line) => exchange.parse(JSON.parse(line))),
  };
}
