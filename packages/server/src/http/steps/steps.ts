import type { Route } from '../request-context.ts';
import type { Check } from '../served-call.ts';
import { authenticate } from './authenticate.ts';
import { bodyLimit, validate } from './body.ts';
import { idempotency } from './idempotency.ts';
import { admission, attemptedName, attempts, chaos, largeReads, throttle } from './limits.ts';
import { otherOrigins } from './other-origins.ts';
import type { Services, Step } from './step.ts';

/**
 * What a request of an operation passes on its way to the handler, which then refuses with 404, 409, 422 or 500; `refuses`
 * has the statuses that the contract puts in an order (section 9), which is the order of this list.
 */
export const steps = [
  { name: 'otherOrigins', refuses: [], step: otherOrigins },
  { name: 'authenticate', refuses: [401, 403], step: authenticate },
  { name: 'throttle', refuses: [429], step: throttle },
  { name: 'chaos', refuses: [], step: chaos },
  { name: 'admission', refuses: [429], step: admission },
  { name: 'attempts', refuses: [429], step: attempts },
  { name: 'early', refuses: [429], step: (_services, { early }) => early },
  { name: 'bodyLimit', refuses: [413], step: bodyLimit },
  { name: 'validate', refuses: [415, 400], step: validate },
  // The name to count by stands in the body.
  { name: 'attemptedName', refuses: [429], step: attemptedName },
  { name: 'largeReads', refuses: [], step: largeReads },
  { name: 'idempotency', refuses: [400], step: idempotency },
] as const satisfies readonly { name: string; refuses: readonly number[]; step: Step }[];

/** The steps that requests of an operation have in this process. */
export function stepsOf(services: Services, route: Route): readonly Check[] {
  return steps.flatMap(({ step }) => step(services, route) ?? []);
}
