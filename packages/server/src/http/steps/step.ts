import type { Auth, Outcome } from '@svc-simulator/contract';
import type { Runtime } from '../../runtime.ts';
import type { CallChaos } from '../call-chaos.ts';
import type { Admission } from '../limits/admission.ts';
import type { Throttle } from '../limits/throttle.ts';
import type { Principal, Route } from '../request-context.ts';
import type { Answer, Check, ServedCall } from '../served-call.ts';
import type { Eventual } from '../when.ts';

/** Finds out who sent a request, by a credential of one kind. */
export type Authenticate = (call: ServedCall) => Eventual<Outcome<Principal>>;

/** Counts the requests of one operation; some of them are timed. */
export interface RequestMeter {
  /** In ms, for `add`; null: this one is not timed. */
  begin(): number | null;
  add(status: number, beganMs?: number | null): void;
}

/** What the steps of one simulator share. */
export interface Services {
  readonly runtime: Runtime;
  readonly credentials: Readonly<Record<Exclude<Auth, 'none'>, Authenticate>>;
  readonly throttle: Throttle;
  readonly chaos: CallChaos;
  readonly admission: Admission;
  /** By the operation's id, or `chaos` for what chaos upset, or `none` for what no operation takes. */
  readonly meterOf: (operation: string) => RequestMeter;
  /** Takes a call with its answer for the log of calls. */
  readonly record: (call: ServedCall, answer: Answer) => void;
}

/** Makes one step of an operation's requests; undefined where the operation or the simulator has no use for it. */
export type Step = (services: Services, route: Route) => Check | undefined;
