import type { IncomingHttpHeaders } from 'node:http';
import { callLogLimits, detectTool, type Refusal } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import { StoreUnavailableError } from '@svc-simulator/store/store.ts';
import type { Context } from 'hono';
import type { Env } from '../http/env.ts';
import { KeyedBudget } from '../http/limits/keyed-budget.ts';
import { budgets } from '../http/limits/limit-table.ts';
import type { Runtime } from '../runtime.ts';
import { accountOfTerminal, type Call, findSentToken, ownerOfToken, UNOWNED_ACCOUNT_ID } from './call-log.ts';
import type { ChosenSecrets, LoggedText } from './masking.ts';

type CallRuntime = Pick<Runtime, 'calls' | 'knownAccounts' | 'log' | 'settings' | 'store'>;

export class CallRecorder {
  readonly #runtime: CallRuntime;
  readonly #terminalRefusals = new KeyedBudget(budgets.terminalRefusals);

  constructor(runtime: CallRuntime) {
    this.#runtime = runtime;
  }

  record(c: Context<Env>, result: CallResult): void {
    const account = c.get('principal')?.account;
    const call = describeCall(c, result, this.#chosenSecretsOf(account));
    if (account) this.#runtime.calls.add(account.id, call);
    else if (call.status >= 400) {
      // Looks up the call's account only after the response was sent, so that the caller doesn't wait for the
      // lookup.
      setImmediate(() => this.#addRefused(call, c.env.incoming.headers));
    }
  }

  /**
   * Returns the secrets of a demo or seed account; undefined for other accounts, whose passwords the
   * simulator doesn't know.
   */
  #chosenSecretsOf(account: AccountRecord | undefined): ChosenSecrets | undefined {
    const shownAccount = account && this.#runtime.knownAccounts.find(account.id);
    return shownAccount && [shownAccount.webhook_secret, shownAccount.password];
  }

  /**
   * Returns the account of the terminal in a refused call. A hosted simulator returns undefined after too
   * many such calls, because anybody who knows a serial could fill the account's log.
   */
  async #terminalOwnerOf({ target, receivedAt }: Call): Promise<string | undefined> {
    const { settings, store } = this.#runtime;
    const accountId = await accountOfTerminal(target, store);
    if (!accountId || !settings.hosted) return accountId;
    return this.#terminalRefusals.take(accountId, receivedAt) === 0 ? accountId : undefined;
  }

  async #addRefused(call: Call, headers: IncomingHttpHeaders): Promise<void> {
    const { calls, log, settings, store } = this.#runtime;
    try {
      const sentToken = findSentToken(headers);
      const owner =
        (sentToken && (await ownerOfToken(sentToken, store))) ?? (await this.#terminalOwnerOf(call));
      // A hosted simulator doesn't log a call without an account, because nobody is allowed to see it.
      if (!owner && settings.hosted) return;
      calls.add(owner ?? UNOWNED_ACCOUNT_ID, { ...call, tokenFault: sentToken?.fault });
    } catch (error) {
      // An unavailable store isn't logged, because the response to the call has already reported it.
      if (!(error instanceof StoreUnavailableError))
        log('warn', 'a refused call is not in the log of calls', { cause: String(error) });
    }
  }
}

/** Maximum stored length of an origin: a host name of 253 characters with a scheme and a port. */
const ORIGIN_CHARACTERS = 300;
/**
 * Maximum stored length of an idempotency key or user agent; longer than any key that the API accepts (255
 * characters).
 */
const HEADER_CHARACTERS = 300;
const TARGET_CHARACTERS = 4096;

interface CallResult {
  readonly status: number;
  readonly durationMs: number;
}

function describeCall(
  c: Context<Env>,
  { status, durationMs }: CallResult,
  chosenSecrets: ChosenSecrets | undefined,
): Call {
  const { headers, method = '', url = '' } = c.env.incoming;
  const { 'idempotency-key': idempotencyKey, 'user-agent': userAgent } = headers;
  const [requestText, response] = [c.get('bodyText'), c.get('responseBody')];
  return {
    id: 0,
    size: 0,
    receivedAt: c.get('receivedAt'),
    durationMs: Math.round(durationMs),
    method,
    target: truncateText(TARGET_CHARACTERS, url),
    operation: c.get('operation')?.id,
    status,
    requestId: c.get('requestId'),
    idempotencyKey: idempotencyKey && truncateText(HEADER_CHARACTERS, String(idempotencyKey)),
    userAgent: userAgent && truncateText(HEADER_CHARACTERS, userAgent),
    by: detectTool(headers),
    origin: truncateText(ORIGIN_CHARACTERS, headers.origin ?? '') || undefined,
    request: requestText ? toLoggedText(requestText) : undefined,
    response: response && toLoggedText(response.text),
    refusal: response?.refusal && limitFaults(response.refusal),
    tokenFault: undefined,
    chosenSecrets,
  };
}

const MAX_FAULTS = 50;

function limitFaults(refusal: Refusal): Refusal {
  const { errors = [] } = refusal;
  return errors.length > MAX_FAULTS ? { ...refusal, errors: errors.slice(0, MAX_FAULTS) } : refusal;
}

function toLoggedText(text: string): LoggedText {
  return { text: truncateText(callLogLimits.bodyCharacters, text), characters: text.length };
}

/** Copies the characters, because a slice would keep the whole text in memory. */
function truncateText(maxLength: number, text: string): string {
  return text.length <= maxLength ? text : Buffer.from(text.slice(0, maxLength)).toString();
}
