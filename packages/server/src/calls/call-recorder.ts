import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { callsKept } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { Context } from 'hono';
import type { Env } from '../http/env.ts';
import { TextAnswer } from '../http/text-answer.ts';
import type { Runtime } from '../runtime.ts';
import { type Call, NOBODY } from './call-log.ts';
import type { Hidden, KeptText } from './masking.ts';
import { ownerOf, sentTokenOf } from './token-owner.ts';

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
  refused(c: Context<Env>, answer: Response): void {
    const { clock } = this.#runtime;
    c.set('cameAt', clock.now());
    c.set('cameMs', clock.elapsed());
    this.answered(c, answer);
  }

  /** A call has its answer. */
  answered(c: Context<Env>, answer: Response): void {
    const { calls, clock } = this.#runtime;
    const account = c.get('account');
    const headers = headersOf(c.env.incoming);
    const call = callOf(c, answer, { headers, endedMs: clock.elapsed(), hidden: this.#hiddenOf(account) });
    if (account) calls.add(account.id, call);
    else if (call.status >= 400) {
      // The listener sends an answer at the end of the turn in which it was made.
      setImmediate(() => this.#addRefused(call, c.env.incoming.headers));
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
      const owner = sent && (await ownerOf(sent, store));
      // Of many accounts there is nobody to show it to.
      if (!owner && settings.hosted) return;
      calls.add(owner ?? NOBODY, { ...call, tokenFault: sent?.fault });
    } catch (error) {
      log('warn', 'a refused call is not in the log of calls', { cause: String(error) });
    }
  }
}

interface KeptHeaders {
  idempotencyKey: string | undefined;
  userAgent: string | undefined;
}

/** What the log keeps of a request's headers, from where they stand as they came: to ask `Headers` for each costs more than all else. */
function headersOf({ rawHeaders }: IncomingMessage): KeptHeaders {
  const kept: KeptHeaders = { idempotencyKey: undefined, userAgent: undefined };
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const slot = slots.get(name.length);
    if (slot && name.toLowerCase() === slot.name) kept[slot.as] ??= rawHeaders[at + 1];
  }
  return kept;
}

/** A host's name has at most 253 of them. */
const ORIGIN_CHARACTERS = 300;
/** Of a key and a program's name; keys that the API takes have 255. */
const HEADER_CHARACTERS = 300;
/** Of path and query, which may have as many as all headers. */
const TARGET_CHARACTERS = 4096;

/** By the length of their names, which no two have in common. */
const slots = new Map<number, { readonly name: string; readonly as: keyof KeptHeaders }>([
  ['idempotency-key'.length, { name: 'idempotency-key', as: 'idempotencyKey' }],
  ['user-agent'.length, { name: 'user-agent', as: 'userAgent' }],
]);

interface Taken {
  readonly headers: KeptHeaders;
  readonly endedMs: number;
  readonly hidden: Hidden | undefined;
}

function callOf(c: Context<Env>, answer: Response, { headers, endedMs, hidden }: Taken): Call {
  const { req } = c;
  const text = c.get('text');
  return {
    at: c.get('cameAt'),
    durationMs: Math.round(endedMs - c.get('cameMs')),
    method: req.method,
    target: cutTo(TARGET_CHARACTERS, c.env.incoming.url ?? req.path),
    operation: c.get('operation')?.id,
    status: answer.status,
    requestId: c.get('requestId'),
    idempotencyKey: headers.idempotencyKey && cutTo(HEADER_CHARACTERS, headers.idempotencyKey),
    userAgent: headers.userAgent && cutTo(HEADER_CHARACTERS, headers.userAgent),
    origin: cutTo(ORIGIN_CHARACTERS, c.env.incoming.headers.origin ?? '') || undefined,
    request: text ? keptOf(text) : undefined,
    response: answer instanceof TextAnswer ? keptOf(answer.content) : undefined,
    hidden,
  };
}

function keptOf(text: string): KeptText {
  return { text: cutTo(callsKept.bodyCharacters, text), characters: text.length };
}

/** The first characters of a text. A slice of it holds the whole of it in memory; what is made of bytes does not. */
function cutTo(most: number, text: string): string {
  return text.length <= most ? text : Buffer.from(text.slice(0, most)).toString();
}
