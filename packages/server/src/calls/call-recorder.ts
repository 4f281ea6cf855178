import type { IncomingHttpHeaders } from 'node:http';
import { callsKept, type Refusal, toolOf } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { Context } from 'hono';
import type { Env } from '../http/env.ts';
import { isUnavailable } from '../http/errors.ts';
import { KeyedBudget } from '../http/limits/keyed-budget.ts';
import { budgets } from '../http/limits/limit-table.ts';
import type { Runtime } from '../runtime.ts';
import { accountOfTerminal, type Call, NOBODY, ownerOf, sentTokenOf } from './call-log.ts';
import type { ChosenSecrets, KeptText } from './masking.ts';

type CallRuntime = Pick<Runtime, 'calls' | 'known' | 'log' | 'settings' | 'store'>;

/**
 * Logs calls with references to existing texts. The account of a refused call is looked up after its response
 * was sent.
 */
export class CallRecorder {
  readonly #runtime: CallRuntime;
  readonly #terminalRefusals = new KeyedBudget(budgets.terminalRefusals);

  constructor(runtime: CallRuntime) {
    this.#runtime = runtime;
  }

  record(c: Context<Env>, answer: AnsweredCall): void {
    const account = c.get('principal')?.account;
    const call = callOf(c, answer, this.#hiddenOf(account));
    if (account) this.#runtime.calls.add(account.id, call);
    else if (call.status >= 400) {
      // The response is sent first.
      setImmediate(() => this.#addRefused(call, c.env.incoming.headers));
    }
  }

  /** Chosen secrets of a local simulator; all other secrets match a pattern. */
  #hiddenOf(account: AccountRecord | undefined): ChosenSecrets | undefined {
    const shownAccount = account && this.#runtime.known.of(account.id);
    return shownAccount && [shownAccount.webhook_secret, shownAccount.password];
  }

  /**
   * The account whose terminal a call names. Serials are no secret, so hosted simulators limit these calls.
   */
  async #terminalOwnerOf({ target, at }: Call): Promise<string | undefined> {
    const { settings, store } = this.#runtime;
    const accountId = await accountOfTerminal(target, store);
    if (!accountId || !settings.hosted) return accountId;
    return this.#terminalRefusals.take(accountId, at) === 0 ? accountId : undefined;
  }

  async #addRefused(call: Call, headers: IncomingHttpHeaders): Promise<void> {
    const { calls, log, settings, store } = this.#runtime;
    try {
      const sentToken = sentTokenOf(headers);
      const owner = (sentToken && (await ownerOf(sentToken, store))) ?? (await this.#terminalOwnerOf(call));
      // With many accounts, nobody is entitled to see an unowned call.
      if (!owner && settings.hosted) return;
      calls.add(owner ?? NOBODY, { ...call, tokenFault: sentToken?.fault });
    } catch (error) {
      // The call's own refusal already reported an unavailable store.
      if (!isUnavailable(error))
        log('warn', 'a refused call is not in the log of calls', { cause: String(error) });
    }
  }
}

/** A host name has at most 253 characters. */
const ORIGIN_CHARACTERS = 300;
/** Longest stored idempotency key or user agent; the API accepts keys of up to 255. */
const HEADER_CHARACTERS = 300;
const TARGET_CHARACTERS = 4096;

interface AnsweredCall {
  readonly status: number;
  readonly durationMs: number;
}

function callOf(
  c: Context<Env>,
  { status, durationMs }: AnsweredCall,
  chosenSecrets: ChosenSecrets | undefined,
): Call {
  const { headers, method = '', url = '' } = c.env.incoming;
  const { 'idempotency-key': idempotencyKey, 'user-agent': userAgent } = headers;
  const [text, answered] = [c.get('text'), c.get('answered')];
  return {
    id: 0,
    size: 0,
    at: c.get('receivedAt'),
    durationMs: Math.round(durationMs),
    method,
    target: cutTo(TARGET_CHARACTERS, url),
    operation: c.get('operation')?.id,
    status,
    requestId: c.get('requestId'),
    idempotencyKey: idempotencyKey && cutTo(HEADER_CHARACTERS, String(idempotencyKey)),
    userAgent: userAgent && cutTo(HEADER_CHARACTERS, userAgent),
    by: toolOf(headers),
    origin: cutTo(ORIGIN_CHARACTERS, headers.origin ?? '') || undefined,
    request: text ? keptOf(text) : undefined,
    response: answered && keptOf(answered.text),
    refusal: answered?.refusal && withFirstFaults(answered.refusal),
    tokenFault: undefined,
    chosenSecrets: chosenSecrets,
  };
}

const MOST_FAULTS = 50;

function withFirstFaults(refusal: Refusal): Refusal {
  const { errors = [] } = refusal;
  return errors.length > MOST_FAULTS ? { ...refusal, errors: errors.slice(0, MOST_FAULTS) } : refusal;
}

function keptOf(text: string): KeptText {
  return { text: cutTo(callsKept.bodyCharacters, text), characters: text.length };
}

/** Copies the first characters through bytes: a slice would keep the whole text in memory. */
function cutTo(most: number, text: string): string {
  return text.length <= most ? text : Buffer.from(text.slice(0, most)).toString();
}
