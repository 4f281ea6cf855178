import { SITE_SHARES, siteOfClient } from './client-network.ts';
import { type Pace, PacedKeys } from './paced-keys.ts';

/** Paces what clients do under a key; the networks of an IPv6 site have a wider pace together. */
export class ClientPaces {
  readonly #clients: PacedKeys;
  readonly #sites: PacedKeys;

  constructor({ burst, everyMs }: Pace) {
    this.#clients = new PacedKeys({ burst, everyMs });
    this.#sites = new PacedKeys({ burst: burst * SITE_SHARES, everyMs: everyMs / SITE_SHARES });
  }

  /** Milliseconds until a client may do it once more, or `amount` times. */
  waitMs(client: string, now: number, key = '', amount = 1): number {
    const site = siteOfClient(client);
    const siteMs = site === undefined ? 0 : this.#sites.waitMs(`${key} ${site}`, now, amount);
    return Math.max(siteMs, this.#clients.waitMs(`${key} ${client}`, now, amount));
  }

  /** Counts one, or `amount`; returns 0, or the milliseconds to wait if it may not be done yet and wasn't counted. */
  take(client: string, now: number, key = '', amount = 1): number {
    const waitMs = this.waitMs(client, now, key, amount);
    if (waitMs > 0) return waitMs;
    const site = siteOfClient(client);
    this.#clients.take(`${key} ${client}`, now, amount);
    if (site !== undefined) this.#sites.take(`${key} ${site}`, now, amount);
    return 0;
  }

  /** One that was counted does not count after all. */
  giveBack(client: string, now: number, key = ''): void {
    const site = siteOfClient(client);
    this.#clients.giveBack(`${key} ${client}`, now);
    if (site !== undefined) this.#sites.giveBack(`${key} ${site}`, now);
  }
}
