import { setImmediate } from 'node:timers/promises';
import {
  accept,
  faultsOf,
  membersOf,
  type Operation,
  type Outcome,
  type Refusal,
  refuse,
} from '@svc-simulator/contract';
import type { Context } from 'hono';
import type { z } from 'zod';
import type { Env } from '../env.ts';
import { problem } from '../envelope.ts';
import { Turns } from '../limits/turns.ts';
import { invalid } from '../refusals.ts';
import { bodyText } from './body-text.ts';
import { isJsonType, parseJson } from './json-body.ts';
import type { Step } from './step.ts';

/** Bytes that take no time worth mentioning to parse and to check. */
const SMALL = 64 * 1024;
/** Longer ones are parsed one in each turn of the event loop, which all simulators of the process share. */
const turns = new Turns(1);

/**
 * Checks body and query by the operation's schemas: `c.req.valid('json')` and `c.req.valid('query')`. hono's own validators
 * drop what is wrong with a JSON text, and know nothing of depth and of nulls that count as absent.
 */
export const validate: Step = (_services, { operation }) => {
  const hasBody = operation.body !== undefined && operation.method !== 'GET';
  if (!hasBody && !operation.query) return undefined;
  return async (c, next) => {
    if (hasBody) {
      const body = await bodyOf(c, operation);
      if (!body.ok) return problem(c, body.refusal);
      c.req.addValidatedData('json', membersOf(body.value));
    }
    const query = operation.query?.().safeParse(c.req.query());
    if (query && !query.success) return problem(c, invalid(faultsOf(query.error)).refusal);
    if (query) c.req.addValidatedData('query', membersOf(query.data));
    return next();
  };
};

async function bodyOf(c: Context<Env>, operation: Operation): Promise<Outcome<unknown>> {
  const schema = operation.body?.();
  if (!schema) return accept(undefined);
  const bytes = c.get('bytes') ?? new Uint8Array();
  const type = c.req.header('content-type');
  const text = bodyText(bytes, type);
  if (text.ok) c.set('text', text.value);
  if (operation.bodyOptional && bytes.length === 0) return accept(schema.parse({}));
  if (!isJsonType(type)) return refuse(notJson(type));
  if (!text.ok) return text;
  if (bytes.length <= SMALL) return parsed(schema, operation, text.value);
  return turns.take(async () => {
    const body = parsed(schema, operation, text.value);
    await setImmediate();
    return body;
  }, c.get('account')?.id);
}

function parsed(schema: z.ZodType, { keepsNulls }: Operation, text: string): Outcome<unknown> {
  const json = parseJson(text, keepsNulls);
  if (!json.ok) return json;
  const valid = schema.safeParse(json.value);
  return valid.success ? accept(valid.data) : invalid(faultsOf(valid.error));
}

function notJson(contentType: string | undefined): Refusal {
  return {
    status: 415,
    title: 'Unsupported media type',
    detail: contentType
      ? `This operation needs JSON: send "Content-Type: application/json" instead of "${contentType}".`
      : 'This operation needs JSON: send "Content-Type: application/json".',
  };
}
