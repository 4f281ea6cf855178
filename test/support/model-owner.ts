const DAY_MS = 86_400_000;

/** Settings that histories change; of a new account (contract sections 5 and 10). */
const newSettings = {
  accreditation_delay_ms: null as number | null,
  extra_events: false,
  minimum_amount_ves: 0,
  receiver_credits: 'by_receiver' as 'list' | 'by_receiver',
  webhook_signature: 'timestamp' as 'timestamp' | 'body' | 'sha256',
};
export type ModelSettings = typeof newSettings;

export interface ModelClass {
  readonly id: string;
  title: string;
  code: string;
  closed: boolean;
}

/** What an account has beside its payments. Lists are newest first. */
export class OwnerModel {
  settings: ModelSettings = { ...newSettings };
  secret = '';
  #former: { readonly secret: string; readonly until: number } | null = null;
  /** The name of the API token that the account was made with. */
  key = '';
  /** Names of the tokens that can be revoked, in no order. */
  tokens: readonly string[] = [];
  classes: ModelClass[] = [];
  partners: string[] = [];
  /** Whether its terminal is paired. */
  paired = false;

  /** Credentials and classes stay. */
  reset(): void {
    this.settings = { ...newSettings };
    this.partners = [];
    this.paired = false;
  }

  rotate(secret: string, grace: boolean, now: number): void {
    this.#former = grace ? { secret: this.secret, until: now + DAY_MS } : null;
    this.secret = secret;
  }

  /** What signs, and what signs beside it. */
  secretsAt(now: number) {
    const former = this.#former !== null && this.#former.until > now ? this.#former : null;
    return {
      webhook_secret: this.secret,
      previous: former && {
        webhook_secret: former.secret,
        signs_until: new Date(former.until).toISOString(),
      },
    };
  }
}
