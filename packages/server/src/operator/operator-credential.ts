import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { accept, type Refusal } from '@svc-simulator/contract';
import { OPERATOR_SESSION_MS } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import type { Admission } from '../http/limits/admission.ts';
import { clientKeys } from '../http/limits/client-network.ts';
import { KeyedBudget } from '../http/limits/keyed-budget.ts';
import { budgets } from '../http/limits/limit-table.ts';
import type { Authenticate } from '../http/middleware/authentication.ts';
import { FailedLogins } from '../passwords/failed-logins.ts';
import { refuseWith, unauthorized } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { bearer } from '../tokens/account-tokens.ts';
import { isSameSecret } from '../tokens/same-secret.ts';

/** Checks the operator's token and the browser sessions that it opened. */
export class OperatorCredential {
  readonly #token: string;
  readonly #runtime: Pick<Runtime, 'clock' | 'log' | 'store'>;
  readonly #admission: Pick<Admission, 'clientOf'>;
  readonly #failures = new KeyedBudget(budgets.operatorFailures);
  readonly #failureLog: FailedLogins;

  constructor(
    token: string,
    runtime: Pick<Runtime, 'clock' | 'log' | 'store'>,
    admission: Pick<Admission, 'clientOf'>,
  ) {
    this.#token = token;
    this.#runtime = runtime;
    this.#admission = admission;
    this.#failureLog = new FailedLogins(runtime, admission, message('start.operator_refused'));
  }

  readonly authenticate: Authenticate = async (c) => {
    const refusal = this.refusalOf(bearer(c.req.header('authorization')), c.env.incoming);
    return refusal ? { ok: false, refusal } : accept({});
  };

  /**
   * Refuses a wrong token: 401, or 429 after too many from the client's network. The right token is accepted
   * even after too many wrong ones, because trainees may share the operator's network.
   */
  refusalOf(token: string, incoming: IncomingMessage): Refusal | undefined {
    if (isSameSecret(token, this.#token)) return undefined;
    const keys = clientKeys(this.#admission.clientOf(incoming), budgets.operatorFailures.limit);
    const waitMs = this.#failures.take(keys, this.#runtime.clock.elapsed());
    const { refusal } = waitMs > 0 ? tooManyFailures(waitMs) : wrongToken;
    void this.#failureLog.report('', incoming, refusal);
    return refusal;
  }

  /**
   * Returns the value of a cookie that is valid for eight hours, on every instance with the same operator's
   * token.
   */
  openSession(): string {
    return this.#signed(String(this.#runtime.clock.now() + OPERATOR_SESSION_MS));
  }

  isValidSession(cookie: string): boolean {
    const [endsAt = ''] = cookie.split('.');
    return isSameSecret(cookie, this.#signed(endsAt)) && Number(endsAt) > this.#runtime.clock.now();
  }

  #signed(endsAt: string): string {
    const hmac = createHmac('sha256', this.#token).update(`operator session until ${endsAt}`);
    return `${endsAt}.${hmac.digest('base64url')}`;
  }
}

const wrongToken = unauthorized(message('problem.token.operator'));

function tooManyFailures(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1000);
  const detail = message('problem.limit.attempts', { kind: 'login', by: 'address', seconds });
  const headers = { 'retry-after': String(seconds) };
  return refuseWith(429, 'problem.title.too_many_attempts', detail, { headers });
}
