import type { Outcome } from '@svc-simulator/contract';
import type { Context } from 'hono';
import type { AccessTokens } from '../merchants/access-tokens.ts';
import { authenticateMerchant } from '../merchants/merchant-auth.ts';
import type { Runtime } from '../runtime.ts';
import { authenticateTerminal } from '../terminals/terminal-auth.ts';
import type { Caller } from './call.ts';

/** Checks the credentials of the merchant and POS API; those of the other surfaces are plain tokens (`credentials.ts`). */
export class Callers {
  readonly #runtime: Runtime;
  readonly #tokens: AccessTokens;

  constructor(runtime: Runtime, tokens: AccessTokens) {
    this.#runtime = runtime;
    this.#tokens = tokens;
  }

  /** Refuses with 401, with 403 for the token of another merchant, with 413 for a signed body that is too large. */
  identify(auth: 'merchant' | 'terminal', c: Context, now: number): Promise<Outcome<Caller>> {
    if (auth === 'terminal') return authenticateTerminal(this.#runtime, c, now);
    const { store } = this.#runtime;
    const authorization = c.req.header('authorization');
    return authenticateMerchant(store, this.#tokens, authorization, c.req.param('merchantId') ?? '', now);
  }
}
