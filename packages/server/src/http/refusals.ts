import type { Fault, Refused } from '@svc-simulator/contract';
import { isOfOlderForm, newerPathOf, refuse } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';

function refused(status: number, title: string, detail: string, more: object = {}): Refused {
  return refuse({ status, title, detail, ...more });
}

/** 400 with every fault. */
export function invalid(errors: readonly Fault[]): Refused {
  const told = toldOf(errors);
  const more = errors.length - told.length;
  const detail = told.map((fault) => `${fault.pointer || 'body'}: ${fault.detail}`).join('; ');
  return refused(
    400,
    'Invalid request',
    more > 0 ? `${detail} (and ${more} more)` : detail || 'The request is not valid.',
    { errors },
  );
}

/** What the detail has room for: the first fault, or, where older forms were sent, each new one once. */
function toldOf(errors: readonly Fault[]): readonly Fault[] {
  const older = errors.filter(isOfOlderForm);
  const isFirst = ({ detail }: Fault, at: number) => older.findIndex((one) => one.detail === detail) === at;
  return older.length > 0 ? older.filter(isFirst) : errors.slice(0, 1);
}

/** 404 that is the same for what doesn't exist and for what is another account's (specification, Authentication 8). */
export function notFound(what: string): Refused {
  return refused(404, 'Not found', `There is no such ${what} in this account.`);
}

export function unauthorized(detail: string): Refused {
  return refused(401, 'Unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } });
}

export function conflict(detail: string, errors?: readonly Fault[]): Refused {
  return refused(409, 'Conflict', detail, errors ? { errors } : {});
}

export function throttled({ settings }: AccountRecord): Refused {
  return refused(
    429,
    'Too many requests',
    `The account's throttle allows ${settings.throttle_per_minute} requests a minute; wait for Retry-After seconds, or set throttle_per_minute to null in PUT /console/settings.`,
  );
}

export function methodNotAllowed(method: string, allowed: string): Refused {
  return refused(405, 'Method not allowed', `This path does not take ${method}; it takes ${allowed}.`, {
    headers: { allow: allowed },
  });
}

export function noSuchPath(path: string): Refused {
  return olderPath(path) ?? refused(404, 'Not found', noOperation(path));
}

/** 404 of a path that was called otherwise once. */
export function olderPath(path: string): Refused | undefined {
  const newer = newerPathOf(path);
  if (newer === undefined) return undefined;
  return refused(404, 'Not found', `The path ${path} is an older form, which is not taken: call ${newer}.`);
}

function noOperation(path: string): string {
  return path.startsWith('/api/svcpagos/')
    ? `No operation has the path ${path}: the checkout SDK's own API is not simulated. Below /api/svcpagos there are login and refresh-token; who pays does so at the payment_url of a session.`
    : `No operation has the path ${path}. GET /openapi.json lists them all.`;
}

export function unavailable(): Refused {
  return refused(
    503,
    'Storage unavailable',
    'The simulator cannot use its store at the moment: the disk is full, or the database is away. Try again, with the same Idempotency-Key if you sent one: a database that goes away in the middle may have stored the change.',
    { headers: { 'retry-after': '1' } },
  );
}

export function notHttp(reason: string): Refused {
  return refused(400, 'Bad request', `This is no request of HTTP/1.1: ${reason}.`);
}

export function tooSlow(): Refused {
  return refused(
    408,
    'Request timeout',
    'The request took too long to arrive. Send its headers and body at once.',
  );
}

export function expectationFailed(expected = ''): Refused {
  return refused(
    417,
    'Expectation failed',
    `Expect: ${expected} cannot be met; 100-continue can, or leave the header out.`,
  );
}

export function headersTooLarge(): Refused {
  return refused(
    431,
    'Request header fields too large',
    'The path and headers together may take 16 KiB: shorten the query, or clear the cookies of this host.',
  );
}

/** Nothing that it could say is to be relied on. */
export function outOfOrder({ message }: Error): Refused {
  return refused(500, 'Out of order', message);
}

export function failedOnPurpose(status: number, receiver: string, eventId: number): Refused {
  return refused(
    status,
    'Failed on purpose',
    `The receiver ${receiver} refuses every webhook; event ${eventId} of the trace has what came.`,
  );
}

export function brokenInside(): Refused {
  return refused(
    500,
    'Internal error',
    'The simulator failed to answer; its log says why under this request id.',
  );
}

/** 404 of a simulator whose certificate somebody else has signed, or that has none. */
export function noAuthority(): Refused {
  return refused(
    404,
    'Not found',
    'This simulator has no authority of its own; sim start --tls makes one, unless it was given a certificate with --tls-cert.',
  );
}
