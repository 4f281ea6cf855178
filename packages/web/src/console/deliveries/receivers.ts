import type { listDeliveries, RowOf } from '@svc-simulator/contract';
import { answerTimes } from '../charts/chart-figures.ts';

type Delivery = RowOf<typeof listDeliveries>;

/** What became of the deliveries to one address. */
export interface ReceiverSum {
  /** Without its query: what a receiver is known by. */
  readonly address: string;
  readonly open: number;
  readonly delivered: number;
  readonly gaveUp: number;
  /** Of its answers, in ms; null when it has answered none. */
  readonly medianMs: number | null;
}

/** Most receivers that are shown. */
const MOST = 8;

/** Sums deliveries up by receiver, those that gave most trouble first; probes are left out. */
export function receiversIn(deliveries: readonly Delivery[]): readonly ReceiverSum[] {
  const byAddress = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    if (delivery.state === 'probed') continue;
    const [address = ''] = delivery.url.split('?');
    const own = byAddress.get(address);
    if (own) own.push(delivery);
    else byAddress.set(address, [delivery]);
  }
  const sums = [...byAddress].map(([address, own]): ReceiverSum => {
    const count = (...states: Delivery['state'][]) =>
      own.filter(({ state }) => states.includes(state)).length;
    const answers = answerTimes(own);
    const middle = answers[Math.floor(answers.length / 2)];
    return {
      address,
      open: count('open'),
      delivered: count('delivered'),
      gaveUp: count('gave_up', 'healed'),
      medianMs: middle ?? null,
    };
  });
  return sums.sort((a, b) => b.gaveUp - a.gaveUp || b.delivered - a.delivered).slice(0, MOST);
}
