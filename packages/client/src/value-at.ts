import { membersOf } from '@svc-simulator/contract';

/**
 * Returns the value at a path such as `session_payment.amount_reference` or `receiver_credits.0.status`;
 * undefined if there is no such value.
 */
export function valueAtPath(root: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const members = membersOf(value);
    return Object.hasOwn(members, name) ? members[name] : undefined;
  }, root);
}
