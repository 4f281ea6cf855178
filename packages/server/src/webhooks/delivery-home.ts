import type { DeliveryRecord } from '@svc-simulator/core';
import { ElsewhereError } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';

/**
 * Of several instances, the one that makes a delivery's attempt: a relay is connected to one of them, and the first attempts of
 * a session's webhooks keep their order only where they stand in one line (contract section 4). A retry waits for nobody, so
 * it is made wherever it comes due.
 * @throws ElsewhereError when it is another one.
 */
export async function expectHome(
  { store }: Runtime,
  { accountId, sessionId, route, attempts }: DeliveryRecord,
  hasRelay: (accountId: string) => boolean,
): Promise<void> {
  const { peers } = store;
  if (!peers) return;
  if (route === 'relay') {
    if (hasRelay(accountId)) return;
    const relay = await store.get('relay', accountId);
    if (relay && relay.instance !== peers.self && (await peers.isAlive(relay.instance)))
      throw new ElsewhereError(relay.instance);
  }
  const home = attempts === 0 ? peers.homeOf(`session ${sessionId}`) : peers.self;
  if (home !== peers.self) throw new ElsewhereError(home);
}
