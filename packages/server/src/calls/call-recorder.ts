import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { callsKept, isLogged, type Operation, type Refusal, toolOf } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import { isUnavailable } from '../http/errors.ts';
import { type Answer, type ServedCall, TextAnswer } from '../http/served-call.ts';
import type { Runtime } from '../runtime.ts';
import { accountOfTerminal, type Call, NOBODY, ownerOf, sentTokenOf } from './call-log.ts';
import type { Hidden, KeptText } from './masking.ts';

type CallRuntime = Pick<Runtime, 'clock' | 'calls' | 'known' | 'log' | 'settings' | 'store'>;

/**
 * Takes from each call and its answer what the log keeps: references to texts that are there already. Whose a refused call was is
 * found out after its answer has left.
 */
export class CallRecorder {
  readonly #runtime: CallRuntime;

  constructor(runtime: CallRuntime) {
    this.#runtime = runtime;
  }

  /** A call that no operation takes. */
  refused({ incoming, requestId }: Pick<ServedCall, 'incoming' | 'requestId'>, answer: Answer): void {
    const { clock } = this.#runtime;
    this.#answered({ incoming, requestId, cameAt: clock.now(), cameMs: clock.elapsed() }, answer);
  }

  /** A call has its answer; those that look at the simulator, and pages, are not kept. */
  answered(call: ServedCall, answer: Answer): void {
    if (isLogged(call.operation.family)) this.#answered(call, answer);
  }

  #answered(served: AnsweredCall, answer: Answer): void {
    const { calls, clock } = this.#runtime;
    const { account, incoming } = served;
    const call = callOf(served, answer, { endedMs: clock.elapsed(), hidden: this.#hiddenOf(account) });
    if (account) calls.add(account.id, call);
    else if (call.status >= 400) {
      // The answer leaves at the end of the turn in which it was made.
      setImmediate(() => this.#addRefused(call, incoming.headers));
    }
  }

  /** What was chosen, in a local simulator that tells it; every other secret has a form by which it is masked. */
  #hiddenOf(account: AccountRecord | undefined): Hidden | undefined {
    const told = account && this.#runtime.known.of(account.id);
    return told && [told.webhook_secret, told.password];
  }

  async #addRefused(call: Call, headers: IncomingHttpHeaders): Promise<void> {
    const { calls, log, settings, store } = this.#runtime;
    try {
      const sent = sentTokenOf(headers);
      const owner = (sent && (await ownerOf(sent, store))) ?? (await accountOfTerminal(call.target, store));
      // Of many accounts there is nobody to show it to.
      if (!owner && settings.hosted) return;
      calls.add(owner ?? NOBODY, { ...call, tokenFault: sent?.fault });
    } catch (error) {
      // A store that is away has been told of with the call's own refusal.
      if (!isUnavailable(error))
        log('warn', 'a refused call is not in the log of calls', { cause: String(error) });
    }
  }
}

/** A host's name has at most 253 of them. */
const ORIGIN_CHARACTERS = 300;
/** Of a key and a program's name; keys that the API takes have 255. */
const HEADER_CHARACTERS = 300;
/** Of path and query, which may have as many as all headers. */
const TARGET_CHARACTERS = 4096;

interface AnsweredCall {
  readonly incoming: IncomingMessage;
  readonly requestId: string;
  readonly cameAt: number;
  readonly cameMs: number;
  readonly operation?: Operation;
  readonly account?: AccountRecord | undefined;
  readonly text?: string | undefined;
}

function callOf(
  { incoming, requestId, cameAt, cameMs, operation, text }: AnsweredCall,
  answer: Answer,
  { endedMs, hidden }: { readonly endedMs: number; readonly hidden: Hidden | undefined },
): Call {
  const { headers, method = '', url = '' } = incoming;
  const { 'idempotency-key': idempotencyKey, 'user-agent': userAgent } = headers;
  return {
    id: 0,
    size: 0,
    at: cameAt,
    durationMs: Math.round(endedMs - cameMs),
    method,
    target: cutTo(TARGET_CHARACTERS, url),
    operation: operation?.id,
    status: answer.status,
    requestId,
    idempotencyKey: idempotencyKey && cutTo(HEADER_CHARACTERS, String(idempotencyKey)),
    userAgent: userAgent && cutTo(HEADER_CHARACTERS, userAgent),
    by: toolOf(headers),
    origin: cutTo(ORIGIN_CHARACTERS, headers.origin ?? '') || undefined,
    request: text ? keptOf(text) : undefined,
    response: answer instanceof TextAnswer ? keptOf(answer.content) : undefined,
    refusal: answer instanceof TextAnswer && answer.refusal ? withFirstFaults(answer.refusal) : undefined,
    tokenFault: undefined,
    hidden,
  };
}

/** Faults of a refused call that are kept. */
const MOST_FAULTS = 50;

function withFirstFaults(refusal: Refusal): Refusal {
  const { errors = [] } = refusal;
  return errors.length > MOST_FAULTS ? { ...refusal, errors: errors.slice(0, MOST_FAULTS) } : refusal;
}

function keptOf(text: string): KeptText {
  return { text: cutTo(callsKept.bodyCharacters, text), characters: text.length };
}

/** The first characters of a text. A slice of it holds the whole of it in memory; what is made of bytes does not. */
function cutTo(most: number, text: string): string {
  return text.length <= most ? text : Buffer.from(text.slice(0, most)).toString();
}
