import type { Family, Operation, Outcome, Refusal } from '@svc-simulator/contract';
import { membersOf } from '@svc-simulator/contract';
import type { Context } from 'hono';
import type { Env } from './env.ts';
import type { Translate } from './phrasebook.ts';
import { translated } from './problem-language.ts';
import type { Rendered, Reply } from './reply.ts';
import { TextAnswer } from './text-answer.ts';

const JSON_TYPE = 'application/json; charset=UTF-8';
const PROBLEM_TYPE = 'application/problem+json';

/** Families whose envelopes also carry `success` and `message`, as integrations in the field read them (contract section 1). */
function carriesSuccess(family: Family): boolean {
  return family === 'session' || family === 'control';
}

/** An outcome as it is sent. */
export function render(operation: Operation, outcome: Outcome<Reply>): Rendered {
  if (!outcome.ok) return { refusal: outcome.refusal };
  const { value } = outcome;
  return { status: value.status ?? operation.status, text: textOf(operation, value), replayed: false };
}

/** What stands before the data of a success, as text by status: it is the same for every answer of an operation. */
const heads = new WeakMap<Operation, Map<number, string>>();

/** The success envelope of an operation's reply. The text is what an `Idempotency-Key` keeps. */
function textOf(operation: Operation, reply: Reply): string {
  const data = reply.dataJson ?? JSON.stringify(reply.data);
  if (operation.bare) return data;
  const status = reply.status ?? operation.status;
  if (operation.flat)
    return JSON.stringify({ ...membersOf(reply.data), ...headOf(operation, status), data: reply.data });
  const cursor = operation.paged ? `,"next_cursor":${JSON.stringify(reply.nextCursor ?? null)}` : '';
  const total = operation.counted ? `,"total":${reply.total ?? 0}` : '';
  return `${headTextOf(operation, status)}${cursor}${total},"data":${data}}`;
}

/** Without its last brace. */
function headTextOf(operation: Operation, status: number): string {
  const texts = heads.get(operation) ?? new Map<number, string>();
  heads.set(operation, texts);
  const known = texts.get(status);
  if (known !== undefined) return known;
  const text = JSON.stringify(headOf(operation, status)).slice(0, -1);
  texts.set(status, text);
  return text;
}

function headOf({ family, title }: Operation, status: number): object {
  return carriesSuccess(family) ? { success: true, message: title, status, title } : { status, title };
}

/** The answer of an operation. */
export function enveloped(c: Context<Env>, { simHeader }: Operation, rendered: Rendered): TextAnswer {
  if ('refusal' in rendered) return problem(c, rendered.refusal);
  const headers: Record<string, string> = {
    'content-type': JSON_TYPE,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  if (simHeader) headers['x-svc-sim'] = simHeader;
  if (rendered.replayed) headers['idempotent-replayed'] = 'true';
  return new TextAnswer(rendered.status, headers, rendered.text);
}

/** The problem that a request is refused with. */
export function problem(
  c: Context<Env>,
  refusal: Refusal,
  family: Family = c.get('operation')?.family ?? 'public',
): TextAnswer {
  return problemResponse(family, c.get('requestId'), refusal, c.get('translate'));
}

/** Turns a refusal into `application/problem+json` (RFC 9457), in English or translated; the only place that does. */
export function problemResponse(
  family: Family,
  requestId: string,
  said: Refusal,
  translate?: Translate,
): TextAnswer {
  const refusal = translate ? translated(said, translate) : said;
  const problem: Record<string, unknown> = {
    type: 'about:blank',
    title: refusal.title,
    status: refusal.status,
    ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
    message: refusal.detail ?? refusal.title,
    instance: `urn:uuid:${requestId}`,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
  };
  if (carriesSuccess(family)) problem.success = false;
  const headers = {
    'content-type': PROBLEM_TYPE,
    'content-language': translate ? 'es' : 'en',
    vary: 'accept-language',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...refusal.headers,
  };
  return new TextAnswer(refusal.status, headers, JSON.stringify(problem));
}
