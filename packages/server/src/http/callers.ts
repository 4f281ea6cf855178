import { accept, type Operation, type Outcome, terminalHeaders } from '@svc-simulator/contract';
import { terminalKey } from '@svc-simulator/core';
import type { Context } from 'hono';
import type { AccessTokens } from '../merchants/access-tokens.ts';
import { authenticateMerchant } from '../merchants/merchant-auth.ts';
import type { Runtime } from '../runtime.ts';
import { authenticateTerminal } from '../terminals/terminal-auth.ts';
import type { Caller } from './call.ts';
import { notFound } from './refusals.ts';

/** Checks the credentials of the merchant and POS API; those of the other surfaces are plain tokens (`credentials.ts`). */
export class Callers {
  readonly #runtime: Runtime;
  readonly #tokens: AccessTokens;

  constructor(runtime: Runtime, tokens: AccessTokens) {
    this.#runtime = runtime;
    this.#tokens = tokens;
  }

  /**
   * Who sent it, by the credential that the operation wants, or by the other one that it takes. Refuses with 401, with 403 for the token of another merchant, with 413 for a signed body that is too large.
   */
  async identify({ auth, orMerchant }: Operation, c: Context, now: number): Promise<Outcome<Caller>> {
    const { store } = this.#runtime;
    const authorization = c.req.header('authorization');
    if (auth === 'merchant')
      return authenticateMerchant(store, this.#tokens, authorization, now, c.req.param('merchantId') ?? '');
    const isSigned = c.req.header(terminalHeaders.signature) !== undefined;
    if (!orMerchant || isSigned || !authorization) return authenticateTerminal(this.#runtime, c, now);
    const found = await authenticateMerchant(store, this.#tokens, authorization, now);
    if (!found.ok) return found;
    const key = terminalKey(found.value.account.id, c.req.param('serialNumber') ?? '');
    const terminal = await store.get('terminal', key);
    return terminal ? accept({ ...found.value, terminal }) : notFound('terminal');
  }
}
