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

export type ProblemMessage = Message<KeyOf<'problem'>>;

export function refuseWith(
  status: number,
  title: Refusal['title'],
  detail: ProblemMessage,
  options: Pick<Refusal, 'errors' | 'headers'> = {},
): Refused {
  return refuse({ status, title, ...detail, ...options });
}

export function invalid(errors: readonly Fault[]): Refused {
  return refuseWith(400, 'problem.title.invalid', summaryOf(errors), { errors });
}

export function foreignCursor({ cursor }: { readonly cursor: string }): Refused {
  return invalid([faultAt('/cursor', 'fault.filter.foreign_cursor', { cursor: JSON.stringify(cursor) })]);
}

/**
 * Summarizes faults as the first one and the number of the others. If the request uses older field names,
 * names each newer form once instead of the first fault.
 */
function summaryOf(errors: readonly Fault[]): ProblemMessage {
  const olderFormFaults = errors.filter(isOlderFormFault);
  const isFirst = ({ params }: Fault, index: number) =>
    olderFormFaults.findIndex((fault) => fault.params?.newer === params?.newer) === index;
  const selection = olderFormFaults.length > 0 ? olderFormFaults.filter(isFirst) : errors.slice(0, 1);
  const [first, ...others] = selection.map(({ pointer, ...fault }) =>
    message('problem.invalid.fault_at_place', { place: pointer || message('problem.invalid.body'), fault }),
  );
  if (!first) return message('problem.invalid.unnamed');
  const summary = others.reduce<ProblemMessage>(
    (one, other) => message('problem.invalid.joined_faults', { one, other }),
    first,
  );
  const remainingCount = errors.length - selection.length;
  return remainingCount > 0
    ? message('problem.invalid.more_faults', { told: summary, count: remainingCount })
    : summary;
}

/**
 * Returns a 404 for a record that is missing or belongs to another account; both look the same
 * (specification, Authentication 8). `pointers` name the fields of the body that contain its id.
 */
export function notFound(recordName: RecordName, ...pointers: readonly string[]): Refused {
  const detail = message('problem.not_found', { what: message(`problem.thing.${recordName}`) });
  return pointers.length === 0
    ? notFoundWith(detail)
    : notFoundWith(
        detail,
        pointers.map((pointer) => ({ pointer, ...detail })),
      );
}

export function notFoundWith(detail: ProblemMessage, errors?: readonly Fault[]): Refused {
  return refuseWith(404, 'problem.title.not_found', detail, errors && { errors });
}

type NameIn<Key> = Key extends `problem.thing.${infer Name}` ? Name : never;
type RecordName = NameIn<KeyOf<'problem.thing'>>;

export function unauthorized(detail: ProblemMessage): Refused {
  return refuseWith(401, 'problem.title.unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } });
}

export function conflict(detail: ProblemMessage): Refused {
  return refuseWith(409, 'problem.title.conflict', detail);
}
