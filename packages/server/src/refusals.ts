import type { Fault, Refusal, Refused } from '@svc-simulator/contract';
import {
  faultAt,
  isOfOlderForm,
  newerPathOf,
  RELAY_PATH,
  refuse,
  suggestPath,
} from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';

type Why = Message<KeyOf<'problem'>>;

function refuseWith(
  status: number,
  title: Refusal['title'],
  why: Why,
  more: Pick<Refusal, 'errors' | 'headers'> = {},
): Refused {
  return refuse({ status, title, ...why, ...more });
}

export function invalid(errors: readonly Fault[]): Refused {
  return refuseWith(400, 'problem.title.invalid', summaryOf(errors), { errors });
}

export function foreignCursor({ cursor }: { readonly cursor: string }): Refused {
  return invalid([faultAt('/cursor', 'fault.filter.foreign_cursor', { cursor: JSON.stringify(cursor) })]);
}

/** Summarizes the faults: the first one, or each new form of a deprecated one, and the number of the rest. */
function summaryOf(errors: readonly Fault[]): Why {
  const older = errors.filter(isOfOlderForm);
  const isFirst = ({ params }: Fault, at: number) =>
    older.findIndex((one) => one.params?.newer === params?.newer) === at;
  const selection = older.length > 0 ? older.filter(isFirst) : errors.slice(0, 1);
  const [first, ...others] = selection.map(({ pointer, ...fault }) =>
    message('problem.invalid.at', { place: pointer || message('problem.invalid.body'), fault }),
  );
  if (!first) return message('problem.invalid.unnamed');
  const all = others.reduce<Why>((one, other) => message('problem.invalid.and', { one, other }), first);
  const more = errors.length - selection.length;
  return more > 0 ? message('problem.invalid.more', { told: all, count: more }) : all;
}

/**
 * Returns the same 404 for a missing record and for another account's (specification, Authentication 8);
 * `pointers` name its fields in the body.
 */
export function notFound(what: Thing, ...pointers: readonly string[]): Refused {
  const why = message('problem.not_found', { what: message(`problem.thing.${what}`) });
  return pointers.length === 0
    ? missing(why)
    : missing(
        why,
        pointers.map((pointer) => ({ pointer, ...why })),
      );
}

export function missing(why: Why, errors?: readonly Fault[]): Refused {
  return refuseWith(404, 'problem.title.not_found', why, errors && { errors });
}

type NameIn<Key> = Key extends `problem.thing.${infer Name}` ? Name : never;
type Thing = NameIn<KeyOf<'problem.thing'>>;

export function unauthorized(why: Why): Refused {
  return refuseWith(401, 'problem.title.unauthorized', why, { headers: { 'www-authenticate': 'Bearer' } });
}

export function conflict(why: Why): Refused {
  return refuseWith(409, 'problem.title.conflict', why);
}

export function malformed(title: Refusal['title'], why: Why): Refusal {
  return { status: 400, title, ...why, errors: [{ pointer: '', ...why }] };
}

export function throttled({ settings }: AccountRecord): Refused {
  const limit = settings.throttle_per_minute ?? 0;
  return refuseWith(429, 'problem.title.too_many_requests', message('problem.limit.throttle', { limit }));
}

export function methodNotAllowed(method: string, allowedMethods: string): Refused {
  return refuseWith(
    405,
    'problem.title.method_not_allowed',
    message('problem.method', { method, allowed: allowedMethods }),
    { headers: { allow: allowedMethods } },
  );
}

export function noSuchPath(path: string): Refused {
  if (path === RELAY_PATH) return upgradeRequired(message('problem.relay.no_upgrade'));
  const code = path.startsWith('/api/svcpagos/') ? 'problem.path.sdk' : 'problem.path.unknown';
  return nearlyRightPath(path) ?? missing(message(code, { path }));
}

export function upgradeRequired(why: Why): Refused {
  return refuseWith(426, 'problem.title.upgrade_required', why, {
    headers: { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' },
  });
}

/** Returns a 404 that suggests the operation for a former or misspelled path. */
export function nearlyRightPath(path: string): Refused | undefined {
  const newer = newerPathOf(path);
  if (newer !== undefined) return missing(message('problem.path.older', { path, newer }));
  const near = suggestPath(path);
  return near === undefined ? undefined : missing(message('problem.path.near', { path, near }));
}

export function unavailable(store: 'database' | 'disk'): Refused {
  return refuseWith(503, 'problem.title.store_unavailable', message('problem.store.unavailable', { store }), {
    headers: { 'retry-after': '1' },
  });
}

export function notHttp(why: string): Refused {
  return badRequest(message('problem.http.no_request', { why }));
}

export function badRequest(why: Why): Refused {
  return refuseWith(400, 'problem.title.bad_request', why);
}

/** Returns the 421 of a local simulator (contract section 13, Host). */
export function unknownHost(host: string): Refused {
  return refuseWith(421, 'problem.title.unknown_host', message('problem.http.unknown_host', { host }));
}

export function severalHosts(): Refused {
  return refuseWith(400, 'problem.title.bad_request', message('problem.http.several_hosts'));
}

export function tooSlow(): Refused {
  return refuseWith(408, 'problem.title.timeout', message('problem.http.too_slow'));
}

export function expectationFailed(expected = ''): Refused {
  return refuseWith(417, 'problem.title.expectation', message('problem.http.expectation', { expected }));
}

export function headersTooLarge(): Refused {
  return refuseWith(431, 'problem.title.headers_too_large', message('problem.http.headers_too_large'));
}

/** Refuses everything, because the data of a broken store can't be trusted. */
export function outOfOrder(error: Error): Refused {
  return refuseWith(500, 'problem.title.out_of_order', brokenStore(error));
}

export function brokenStore({ cause }: Error): Message<'problem.store.broken'> {
  return message('problem.store.broken', { why: messageOf(cause) });
}

export function failedOnPurpose(status: number, receiver: string, eventId: number): Refused {
  const why = message('problem.on_purpose', { receiver, event: eventId });
  return refuseWith(status, 'problem.title.on_purpose', why);
}

export function brokenInside(): Refused {
  return refuseWith(500, 'problem.title.internal', message('problem.internal'));
}

export function noAuthority(): Refused {
  return missing(message('problem.no_authority'));
}
