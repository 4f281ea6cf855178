import { SITE_SHARES, siteOfClient } from './client-network.ts';
import { HeldPlaces } from './held-places.ts';
import { shareOf } from './shared-limits.ts';

/** Places of all that a client may hold a share of; the networks of an IPv6 site hold no more than a wider share together. */
export class ClientPlaces {
  readonly #limit: { readonly all: number; readonly address: number };
  readonly #clients = new HeldPlaces();
  readonly #sites = new HeldPlaces();

  constructor(limit: { readonly all: number; readonly address: number }) {
    this.#limit = limit;
  }

  /** Holds one more for a client, '' for many behind one proxy; returns how to give it back, undefined if it has its share. */
  take(client: string): (() => void) | undefined {
    const { all, address } = this.#limit;
    const site = siteOfClient(client);
    const { total } = this.#clients;
    if (client !== '' && this.#clients.of(client) >= shareOf(this.#limit, total)) return undefined;
    const ofSite = { all, address: address * SITE_SHARES };
    if (site !== undefined && this.#sites.of(site) >= shareOf(ofSite, total)) return undefined;
    const release = this.#clients.take(client);
    const releaseSite = site === undefined ? undefined : this.#sites.take(site);
    return () => {
      release();
      releaseSite?.();
    };
  }
}
