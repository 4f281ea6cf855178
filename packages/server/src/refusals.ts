import {
  type Fault,
  faultAt,
  isOlderFormFault,
  type Refusal,
  type Refused,
  refuse,
} from '@svc-simulator/contract';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';

export type Why = Message<KeyOf<'problem'>>;

export function refuseWith(
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

/** Summarizes the faults: the first one, or one per deprecated form, and the number of the others. */
function summaryOf(errors: readonly Fault[]): Why {
  const older = errors.filter(isOlderFormFault);
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
