/** What `POST /console/reference` gives to who is logged in to the console: an agreement, and tokens that end before long. */
export interface Grant {
  readonly agreement_id: string | null;
  readonly token: string;
  readonly console_token: string;
}

const NAMES = ['token', 'console_token'] as const;
/** By then the first tokens have five minutes left. */
const RENEWAL_MS = 600_000;

/** The tokens that Swagger UI was given at first, and those that are sent in their place: renewed as long as they are used. */
export class RenewedGrant {
  readonly #ask: () => Promise<Grant | null>;
  #shown: Grant | null = null;
  #current: { readonly grant: Grant; readonly atMs: number } | null = null;

  constructor(ask: () => Promise<Grant | null>) {
    this.#ask = ask;
  }

  /** Null: nobody is logged in. */
  async first(): Promise<Grant | null> {
    this.#shown = await this.#renew();
    return this.#shown;
  }

  /** What a request is to carry in place of its `Authorization`, if that is one of the tokens shown. */
  async authorization(given: string | undefined): Promise<string | undefined> {
    const name = NAMES.find((each) => this.#shown && given === `Bearer ${this.#shown[each]}`);
    if (!name || !this.#current) return given;
    const isOld = performance.now() - this.#current.atMs > RENEWAL_MS;
    const grant = isOld ? await this.#renew() : this.#current.grant;
    return grant ? `Bearer ${grant[name]}` : given;
  }

  async #renew(): Promise<Grant | null> {
    const grant = await this.#ask();
    this.#current = grant && { grant, atMs: performance.now() };
    return grant;
  }
}
