import type { MiddlewareHandler } from 'hono';
import type { CallRecorder } from '../../calls/call-recorder.ts';
import type { AccessTokens } from '../../merchants/access-tokens.ts';
import type { Metrics } from '../../operations/metrics.ts';
import type { Runtime } from '../../runtime.ts';
import type { CallChaos } from '../call-chaos.ts';
import type { Env } from '../env.ts';
import type { Admission } from '../limits/admission.ts';
import type { Throttle } from '../limits/throttle.ts';
import type { Route } from '../request-context.ts';

/** What the steps of one simulator share. */
export interface Services {
  readonly runtime: Runtime;
  readonly tokens: AccessTokens;
  readonly throttle: Throttle;
  readonly chaos: CallChaos;
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly recorder: CallRecorder;
}

/** Makes one step of an operation's requests; undefined where the operation or the simulator has no use for it. */
export type Step = (services: Services, route: Route) => MiddlewareHandler<Env> | undefined;
