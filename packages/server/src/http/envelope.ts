import type { Family, Operation, Outcome, Refusal } from '@svc-simulator/contract';
import { membersOf } from '@svc-simulator/contract';
import type { Translate } from './phrasebook.ts';
import { translated, translatorFor } from './problem-language.ts';
import type { Rendered, Reply } from './reply.ts';
import type { ServedCall } from './served-call.ts';
import { TextAnswer } from './text-answer.ts';
import { type Eventual, when } from './when.ts';

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

/** The success envelope of an operation's reply. The text is what an `Idempotency-Key` keeps. */
function textOf(operation: Operation, reply: Reply): string {
  const { data, dataJson, status = operation.status, nextCursor = null, total = 0 } = reply;
  if (operation.bare) return dataJson ?? JSON.stringify(data);
  const head = {
    ...(operation.flat && membersOf(data)),
    ...headOf(operation, status),
    ...(operation.paged && { next_cursor: nextCursor }),
    ...(operation.counted && { total }),
  };
  // What is stored as JSON text is sent as that.
  if (dataJson !== undefined) return `${JSON.stringify(head).slice(0, -1)},"data":${dataJson}}`;
  return JSON.stringify({ ...head, data });
}

function headOf({ family, title }: Operation, status: number): object {
  return carriesSuccess(family) ? { success: true, message: title, status, title } : { status, title };
}

/** The answer to a call of an operation, in the language that it asks for. */
export function enveloped(call: ServedCall, rendered: Rendered): Eventual<TextAnswer> {
  if ('refusal' in rendered) return refusedCall(call, rendered.refusal);
  const headers = call.answerHeaders;
  const { simHeader } = call.operation;
  headers['content-type'] = JSON_TYPE;
  headers['cache-control'] = 'no-store';
  headers['x-content-type-options'] = 'nosniff';
  if (simHeader) headers['x-svc-sim'] = simHeader;
  if (rendered.replayed) headers['idempotent-replayed'] = 'true';
  return new TextAnswer(rendered.status, headers, rendered.text);
}

/** The problem that a call of an operation is refused with, in the language that it asks for. */
export function refusedCall(call: ServedCall, refusal: Refusal): Eventual<TextAnswer> {
  const { answerHeaders, operation } = call;
  return when(problem(call, refusal, operation.family), ({ status, headers, content }) => {
    return new TextAnswer(status, { ...answerHeaders, ...headers }, content);
  });
}

/** The problem that a request is refused with, in the language that it asks for. */
export function problem(
  { incoming, requestId }: Pick<ServedCall, 'incoming' | 'requestId'>,
  refusal: Refusal,
  family: Family = 'public',
): Eventual<TextAnswer> {
  return when(translatorFor(incoming.headers['accept-language']), (translate) =>
    problemResponse(family, requestId, refusal, translate),
  );
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
