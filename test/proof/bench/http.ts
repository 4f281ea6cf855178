import { atLeast, compared, type Figure } from './figures.ts';
import { inTurns } from './rounds.ts';
import { type Target, withServers } from './servers.ts';

/** Short turns and many: a shared machine changes its speed from one second to the next, which then meets all alike. */
const SECONDS = 0.25;
const ROUNDS = 51;
const WARM_UP_SECONDS = 1;
const CONNECTIONS = [1, 16, 64];

/**
 * Requests a second with the durable store, against `limit-http`, and against a mock that people use. What `limit-http` is itself,
 * against a bare `node:http`, says how fast a limit it is.
 */
export function measure(): Promise<Figure[]> {
  return withServers(async ({ create, status, send }) => {
    const rates = <Name extends string>(targets: Record<Name, Target>, connections: number) =>
      inTurns(ROUNDS, targets, (target, warmingUp) =>
        send(target, connections, warmingUp ? WARM_UP_SECONDS : SECONDS),
      );
    const figures: Figure[] = [];
    for (const connections of CONNECTIONS) {
      const { ours, limit, byHand, bare, mock } = await rates(create, connections);
      figures.push(
        atLeast(`create a button, ${connections} connections`, { ours, limit }, 0.45),
        atLeast('  against stripe-stateful-mock', { ours, limit: mock }, connections === 1 ? 1 : 1.5),
        compared('  against a limit without a validator', { ours, limit: byHand }),
        compared('  limit-http against a bare node:http', { ours: limit, limit: bare }),
      );
    }
    for (const connections of CONNECTIONS) {
      const { ours, limit, bare, mock } = await rates(status, connections);
      figures.push(
        atLeast(`status, ${connections} connections`, { ours, limit }, 0.6),
        atLeast('  against stripe-stateful-mock', { ours, limit: mock }, 1),
        compared('  limit-http against a bare node:http', { ours: limit, limit: bare }),
      );
    }
    return figures;
  });
}
