import type { IncomingMessage } from 'node:http';
import type { Family, Operation, Outcome, Refusal } from '@svc-simulator/contract';
import { membersOf } from '@svc-simulator/contract';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language, Texts } from '@svc-simulator/texts/texts.ts';
import { problemTexts, toldRefusal } from './problem-words.ts';
import type { Rendered, Reply } from './reply.ts';
import type { ServedCall } from './served-call.ts';
import { TextAnswer } from './served-call.ts';
import { type Eventual, when } from './when.ts';

const JSON_TYPE = 'application/json; charset=UTF-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

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
  const { data, dataJson, status = operation.status, nextCursor = null, total } = reply;
  const { family, title } = operation;
  if (operation.bare) return dataJson ?? JSON.stringify(data);
  const envelope: Record<string, unknown> = operation.flat ? { ...membersOf(data) } : {};
  if (carriesSuccess(family)) {
    envelope.success = true;
    envelope.message = title;
  }
  envelope.status = status;
  envelope.title = title;
  if (operation.paged) envelope.next_cursor = nextCursor;
  if (operation.counted === true || total !== undefined) envelope.total = total ?? 0;
  // What is stored as JSON text is sent as that.
  if (dataJson !== undefined) return `${JSON.stringify(envelope).slice(0, -1)},"data":${dataJson}}`;
  envelope.data = data;
  return JSON.stringify(envelope);
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
    return new TextAnswer(status, { ...answerHeaders, ...headers }, content, refusal);
  });
}

/** The problem that a request is refused with, in the language that it asks for: English where its headers were not read. */
export function problem(
  {
    incoming,
    requestId,
  }: { readonly incoming?: Pick<IncomingMessage, 'headers'>; readonly requestId: string },
  refusal: Refusal,
  family: Family = 'public',
): Eventual<TextAnswer> {
  return when(problemTexts(problemLanguage(incoming?.headers['accept-language'])), (t) =>
    problemResponse(family, requestId, refusal, t),
  );
}

/** The language of what programs get: English, unless another one is asked for. */
export function problemLanguage(acceptLanguage: string | undefined): Language {
  return acceptLanguage === undefined ? 'en' : pickLanguage(acceptLanguage, null, 'en');
}

/** Turns a refusal into `application/problem+json` (RFC 9457); the only place that does. */
function problemResponse(family: Family, requestId: string, refusal: Refusal, t: Texts): TextAnswer {
  const { title, detail, errors } = toldRefusal(t, refusal);
  const problem: Record<string, unknown> = {
    type: 'about:blank',
    title,
    status: refusal.status,
    detail,
    message: detail,
    instance: `urn:uuid:${requestId}`,
    ...(errors && { errors }),
  };
  if (carriesSuccess(family)) problem.success = false;
  const headers = {
    'content-type': PROBLEM_TYPE,
    'content-language': t.lang,
    vary: 'accept-language',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...refusal.headers,
  };
  return new TextAnswer(refusal.status, headers, JSON.stringify(problem), refusal);
}
