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
import { message } from '@svc-simulator/texts/message.ts';
import type { z } from 'zod';
import type { Runtime } from '../../runtime.ts';
import { BODY_LIMIT_BYTES, readBody } from '../body-reading.ts';
import { Turns } from '../limits/turns.ts';
import { invalid } from '../refusals.ts';
import type { ServedCall } from '../served-call.ts';
import { type Eventual, when } from '../when.ts';
import { bodyText } from './body-text.ts';
import { isJsonType, parseJson } from './json-body.ts';
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

/** Bytes that take no time worth mentioning to parse and to check. */
const SMALL = 64 * 1024;
/**
 * Longer ones are parsed one in each turn of the event loop, which all simulators of the process share; hosted, with a rest as long as it
 * took after each, so that half of the time is for all else.
 */
const turns = new Turns(1);
const MOST_REST_MS = 100;

/**
 * Checks body and query by the operation's schemas. hono's own validators drop what is wrong with a JSON text, and know nothing
 * of depth and of nulls that count as absent.
 */
export const validate: Step = ({ runtime }, { operation }) => {
  const body = operation.method === 'GET' ? undefined : operation.body;
  const { query } = operation;
  if (!body && !query) return undefined;
  return (call) => {
    const read = body ? bodyOf(call, body(), operation, runtime) : nothing;
    return when(read, (valid) => {
      if (!valid.ok) return valid.refusal;
      call.body = valid.value;
      const asked = query?.().safeParse(call.queryParameters());
      if (asked?.error) return invalid(faultsOf(asked.error)).refusal;
      call.query = asked && membersOf(asked.data);
      return undefined;
    });
  };
};

const nothing = accept(undefined);

function bodyOf(
  call: ServedCall,
  schema: z.ZodType,
  operation: Operation,
  { clock, settings }: Runtime,
): Eventual<Outcome<unknown>> {
  const bytes = call.bytes();
  const type = call.header('content-type');
  const text = bodyText(bytes, type);
  if (text.ok) call.text = text.value;
  if (operation.bodyOptional && bytes.length === 0) return accept(schema.parse({}));
  if (!isJsonType(type)) return refuse(notJson(type));
  if (!text.ok) return text;
  if (bytes.length <= SMALL) return parsed(schema, operation, text.value);
  return turns.take(async () => {
    const begunMs = clock.elapsed();
    const body = parsed(schema, operation, text.value);
    await setImmediate();
    const restMs = settings.hosted ? Math.min(clock.elapsed() - begunMs, MOST_REST_MS) : 0;
    if (restMs > 0) await new Promise<void>((rested) => clock.after(restMs, rested));
    return body;
  }, call.account?.id);
}

function parsed(schema: z.ZodType, { keepsNulls }: Operation, text: string): Outcome<unknown> {
  const json = parseJson(text, keepsNulls);
  if (!json.ok) return json;
  const valid = schema.safeParse(json.value);
  return valid.success ? accept(membersOf(valid.data)) : invalid(faultsOf(valid.error));
}

function notJson(contentType: string | undefined): Refusal {
  return {
    status: 415,
    title: 'problem.title.media_type',
    ...(contentType
      ? message('problem.body.not_json_type', { type: contentType })
      : message('problem.body.no_type')),
  };
}
