import { atLeast, atMost, type Figure } from './figures.ts';
import { processorMs } from './processor-time.ts';
import { inTurns } from './rounds.ts';
import { type Target, withServers } from './servers.ts';

/** Processor time is counted in hundredths of a second. */
const SECONDS = 1;
const ROUNDS = 9;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 16;

/** Processor time of the whole process for a request, in µs, beside `limit-http` and a mock that people use. */
export function measure(): Promise<Figure[]> {
  return withServers(async ({ create, status, send }) => {
    const costs = <Name extends string>(targets: Record<Name, Target>) =>
      inTurns(ROUNDS, targets, async (target, warmingUp) => {
        const seconds = warmingUp ? WARM_UP_SECONDS : SECONDS;
        const before = processorMs(target.pid);
        const perSecond = await send(target, CONNECTIONS, seconds);
        return ((processorMs(target.pid) - before) * 1000) / (perSecond * seconds);
      });
    const creating = await costs({ ours: create.ours, limit: create.limit, mock: create.mock });
    const asking = await costs({ ours: status.ours, limit: status.limit, mock: status.mock });
    return [
      atMost('processor time: create a button', creating, 2.2, 'µs'),
      atLeast('  stripe-stateful-mock against ours', { ours: creating.mock, limit: creating.ours }, 2, 'µs'),
      atMost('processor time: status', asking, 1.5, 'µs'),
      atLeast('  stripe-stateful-mock against ours', { ours: asking.mock, limit: asking.ours }, 4, 'µs'),
    ];
  });
}
