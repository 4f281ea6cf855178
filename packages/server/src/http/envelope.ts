import type { Family, Operation, Refusal } from '@svc-simulator/contract';
import type { Reply } from './call.ts';

const JSON_TYPE = 'application/json; charset=UTF-8';
const PROBLEM_TYPE = 'application/problem+json';

/** Families whose envelopes also carry `success` and `message`, as integrations in the field read them (contract section 1). */
function carriesSuccess(family: Family): boolean {
  return family === 'session' || family === 'control';
}

/** Renders the success envelope of an operation's reply. The text is what an `Idempotency-Key` keeps. */
export function renderReply(operation: Operation, reply: Reply): string {
  if (operation.bare) return reply.dataJson ?? JSON.stringify(reply.data);
  const status = reply.status ?? operation.status;
  const envelope: Record<string, unknown> = operation.flat ? { ...(reply.data as object) } : {};
  if (carriesSuccess(operation.family)) {
    envelope.success = true;
    envelope.message = operation.title;
  }
  envelope.status = status;
  envelope.title = operation.title;
  if (operation.paged) envelope.next_cursor = reply.nextCursor ?? null;
  if (reply.dataJson !== undefined)
    return `${JSON.stringify(envelope).slice(0, -1)},"data":${reply.dataJson}}`;
  envelope.data = reply.data;
  return JSON.stringify(envelope);
}

/** Dresses a rendered success text. */
export function successResponse(
  operation: Operation,
  requestId: string,
  status: number,
  text: string,
  more?: Readonly<Record<string, string>>,
): Response {
  const headers: Record<string, string> = { 'content-type': JSON_TYPE, 'x-request-id': requestId };
  if (operation.simHeader) headers['x-svc-sim'] = operation.simHeader;
  if (more) Object.assign(headers, more);
  return new Response(text, { status, headers });
}

/** Turns a refusal into `application/problem+json` (RFC 9457); the only place that does. */
export function problemResponse(
  family: Family,
  requestId: string,
  refusal: Refusal,
  more?: Readonly<Record<string, string>>,
): Response {
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
  const headers = { 'content-type': PROBLEM_TYPE, 'x-request-id': requestId, ...more, ...refusal.headers };
  return new Response(JSON.stringify(problem), { status: refusal.status, headers });
}
