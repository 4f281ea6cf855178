import { membersOf, type Operation } from '@svc-simulator/contract';
import type { Context } from 'hono';
import type { ExecutionResult, Reply } from '../route.ts';
import type { Env } from './env.ts';
import { hasSuccessMember, problem } from './problem.ts';

export function respondToCall(
  c: Context<Env>,
  operation: Operation,
  execution: ExecutionResult,
): Response | Promise<Response> {
  if (execution instanceof Response) return execution;
  if (!execution.ok) return problem(c, execution.refusal);
  const { simHeader } = operation;
  const {
    status = operation.status,
    isReplayed,
    text = envelopeText(operation, execution.value),
  } = execution.value;
  c.set('responseBody', { text });
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=UTF-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  if (simHeader) headers['x-svc-sim'] = simHeader;
  if (isReplayed) headers['idempotent-replayed'] = 'true';
  return new Response(text, { status, headers });
}

/** Returns the success envelope of a reply. The record of an `Idempotency-Key` stores this text. */
export function envelopeText(operation: Operation, reply: Reply): string {
  const { data, dataJson, status = operation.status, nextCursor = null, total } = reply;
  const { family, title } = operation;
  if (operation.bare) return dataJson ?? JSON.stringify(data);
  const envelope: Record<string, unknown> = operation.flat ? Object.assign({}, membersOf(data)) : {};
  if (hasSuccessMember(family)) {
    envelope.success = true;
    envelope.message = title;
  }
  envelope.status = status;
  envelope.title = title;
  if (operation.paged) envelope.next_cursor = nextCursor;
  if (operation.counted === true || total !== undefined) envelope.total = total ?? 0;
  if (dataJson !== undefined) return `${JSON.stringify(envelope).slice(0, -1)},"data":${dataJson}}`;
  envelope.data = data;
  return JSON.stringify(envelope);
}
