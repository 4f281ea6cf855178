import type { Client } from '@svc-simulator/client';
import { clearChaos, getChaos, setChaos } from '@svc-simulator/contract';
import { asked } from '../refusals.ts';
import type { AccountChaos, ChaosFaults, ChaosState } from '../testing-api.ts';

/** What goes wrong for one account, through the simulator's own API. */
export class ChaosOfAccount implements AccountChaos {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async set(faults: ChaosFaults): Promise<ChaosState> {
    return (await asked('set chaos', this.#client.call(setChaos, { body: faults }))).data;
  }

  async show(): Promise<ChaosState> {
    return (await asked('show chaos', this.#client.call(getChaos))).data;
  }

  async off(): Promise<void> {
    await asked('put chaos off', this.#client.call(clearChaos));
  }
}
