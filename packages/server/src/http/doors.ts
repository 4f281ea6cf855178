import type { Metrics } from '../operations/metrics.ts';
import type { Admission } from './admission.ts';
import type { CallChaos } from './call-chaos.ts';
import type { Callers } from './callers.ts';
import type { Throttle } from './throttle.ts';

/** What stands between a request and its handler, shared by all routes. */
export interface Doors {
  readonly throttle: Throttle;
  readonly callers: Callers;
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly chaos: CallChaos;
}
