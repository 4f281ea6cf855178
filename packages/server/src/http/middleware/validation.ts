import { setImmediate } from 'node:timers/promises';
import { accept, type Operation, type Outcome, queryValues } from '@svc-simulator/contract';
import { sleep } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { validate } from '../../execute.ts';
import type { ValidInput } from '../../input.ts';
import { invalid } from '../../refusals.ts';
import type { Runtime } from '../../runtime.ts';
import { decodeBodyText, incompleteBody, isJsonType, parseJson, SMALL_BODY_BYTES } from '../body.ts';
import type { Env } from '../env.ts';
import { unsupportedMedia } from '../http-refusals.ts';
import { FairQueue } from '../limits/fair-queue.ts';
import { queues } from '../limits/limit-table.ts';
import { problem } from '../problem.ts';

/** Shared by all simulators of the process, so a turn of the event loop parses at most one long body. */
const parsingQueue = new FairQueue(queues.parsing);
const MAX_PAUSE_MS = 100;

/**
 * Checks body and query against the operation's schemas: 415, 400. hono's `validator` doesn't say where JSON
 * is invalid, doesn't limit its depth, and doesn't remove nulls.
 */
export const validation = (operation: Operation, runtime: Runtime) =>
  createMiddleware<Env>(async (c, next) => {
    const isLong = operation.body !== undefined && (c.get('bodyBytes')?.length ?? 0) > SMALL_BODY_BYTES;
    const valid = await (isLong ? readInTurn(c, operation, runtime) : readInput(c, operation));
    if (!valid.ok) return problem(c, valid.refusal);
    c.set('valid', valid.value);
    await next();
  });

function readInput(c: Context<Env>, operation: Operation): Outcome<ValidInput> {
  const bytes = c.get('bodyBytes');
  const hasBody = operation.body && bytes && !(operation.bodyOptional && bytes.length === 0);
  const body = hasBody ? parseRequestBody(c, operation, bytes) : accept(undefined);
  if (!body.ok) return body;
  const query = queryValues(operation.query ? c.req.queries() : {});
  if (query.faults.length > 0) return invalid(query.faults);
  return validate(operation, { query: query.values, body: body.value });
}

/** Parses a body as JSON; 415 if its headers declare another type. */
function parseRequestBody(c: Context<Env>, { keepsNulls }: Operation, bytes: Uint8Array): Outcome<unknown> {
  const type = c.req.header('content-type');
  const text = decodeBodyText(bytes, type);
  if (text.ok) c.set('bodyText', text.value);
  const encoding = c.req.header('content-encoding') ?? 'identity';
  if (!/^\s*identity\s*$/i.test(encoding))
    return unsupportedMedia(message('problem.body.encoded', { encoding }));
  if (!type) return unsupportedMedia(message('problem.body.content_type_missing'));
  if (!isJsonType(type)) return unsupportedMedia(message('problem.body.content_type_not_json', { type }));
  return text.ok ? parseJson(text.value, keepsNulls) : text;
}

/**
 * Parses long bodies one after another. A hosted simulator then pauses for as long as parsing took, so half
 * of the time remains for other requests.
 */
function readInTurn(
  c: Context<Env>,
  operation: Operation,
  { clock, settings }: Runtime,
): Promise<Outcome<ValidInput>> {
  const work = async () => {
    const startedAtMs = clock.elapsed();
    const valid = readInput(c, operation);
    await setImmediate();
    const pauseMs = settings.hosted ? Math.min(clock.elapsed() - startedAtMs, MAX_PAUSE_MS) : 0;
    if (pauseMs > 0) await sleep(clock, pauseMs);
    return valid;
  };
  const request = { outgoing: c.env.outgoing, gone: incompleteBody };
  return parsingQueue.runForRequest<Outcome<ValidInput>>(request, work, c.get('principal')?.account?.id);
}
