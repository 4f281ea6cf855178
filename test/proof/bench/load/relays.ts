/** Relays of many accounts in one process; each responds 200 at once, without a receiver. */
import { WebSocket } from 'ws';
import { work } from '../workers.ts';

export type RelaysRequest =
  | { readonly connect: readonly { readonly url: string; readonly token: string }[] }
  | { readonly reset: true }
  | { readonly count: number };

let arrivals = 0;
let waiter: { readonly count: number; readonly resolve: (count: number) => void } | null = null;

/** Resolves when the simulator reports that the relay is ready. */
function connect({ url, token }: { readonly url: string; readonly token: string }): Promise<void> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/relay`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const { type, delivery_id, attempt } = JSON.parse(String(data));
      if (type === 'ready') resolve();
      if (type !== 'webhook') return;
      socket.send(JSON.stringify({ type: 'result', delivery_id, attempt, status: 200 }));
      arrivals++;
      if (waiter && arrivals >= waiter.count) waiter.resolve(arrivals);
    });
  });
}

/** `connect` opens relays, `reset` restarts the count, `count` responds once enough webhooks have arrived. */
work('ready', async (request: RelaysRequest) => {
  if ('connect' in request) await Promise.all(request.connect.map(connect));
  else if ('reset' in request) arrivals = 0;
  else if (arrivals < request.count)
    await new Promise<number>((resolve) => {
      waiter = { count: request.count, resolve };
    });
  return arrivals;
});
