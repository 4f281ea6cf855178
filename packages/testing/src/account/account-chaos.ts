import type { Client } from '@svc-simulator/client';
import { clearChaos, getChaos, setChaos } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { asked } from '../refusals.ts';
import type { AccountChaos, ChaosFaults, ChaosState } from '../testing-api.ts';

/** What goes wrong for one account, through the simulator's own API. */
export class ChaosOfAccount implements AccountChaos {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async set(faults: ChaosFaults): Promise<ChaosState> {
    return (await asked(t`set chaos`, this.#client.call(setChaos, { body: faults }))).data;
  }

  async show(): Promise<ChaosState> {
    return (await asked(t`show chaos`, this.#client.call(getChaos))).data;
  }

  async off(): Promise<void> {
    await asked(t`put chaos off`, this.#client.call(clearChaos));
  }
}
