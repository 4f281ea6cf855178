import { callsKept } from '@svc-simulator/contract';
import type { Context } from 'hono';
import { bearer } from '../http/credentials.ts';
import type { Env } from '../http/env.ts';
import { TextAnswer } from '../http/text-answer.ts';
import type { Runtime } from '../runtime.ts';
import { type Call, type KeptText, NOBODY } from './call-log.ts';
import { sentTokenOf } from './token-owner.ts';

/** A call that was answered, to be written down when the answer has left. */
interface Answered {
  readonly c: Context<Env>;
  readonly answer: Response;
}

type CallRuntime = Pick<Runtime, 'clock' | 'calls' | 'known' | 'log' | 'settings' | 'store'>;

/** Writes API calls into the log, after their answers have left; no request waits for it. */
export class CallRecorder {
  readonly #runtime: CallRuntime;
  #answered: Answered[] = [];

  constructor(runtime: CallRuntime) {
    this.#runtime = runtime;
  }

  /** A call that no operation takes. */
  refused(c: Context<Env>, answer: Response): void {
    c.set('cameAt', this.#runtime.clock.now());
    this.answered(c, answer);
  }

  /** A call has its answer. */
  answered(c: Context<Env>, answer: Response): void {
    this.#answered.push({ c, answer });
    if (this.#answered.length === 1) setImmediate(() => this.#endTurn());
  }

  /** Asks for the time once for all that were answered in a turn of the event loop; the listener sends them at its end. */
  #endTurn(): void {
    const answered = this.#answered;
    this.#answered = [];
    const endedAt = this.#runtime.clock.now();
    setImmediate(() => this.#writeDown(answered, endedAt));
  }

  #writeDown(answered: readonly Answered[], endedAt: number): void {
    for (const one of answered) {
      const account = one.c.get('account');
      if (!account) {
        this.#writeRefused(one, endedAt).catch((error) =>
          this.#runtime.log('warn', 'a refused call is not in the log of calls', { cause: String(error) }),
        );
        continue;
      }
      const { calls } = this.#runtime;
      calls.add(account.id, callOf(one, endedAt));
      const token = bearer(one.c.req.header('authorization') ?? '');
      if (token) calls.owners.wasGood(account.id, token);
    }
  }

  async #writeRefused(one: Answered, endedAt: number): Promise<void> {
    const { calls, settings } = this.#runtime;
    const sent = sentTokenOf(one.c.env.incoming.headers);
    const owner = sent && (await calls.owners.ownerOf(sent, this.#runtime));
    // Of many accounts there is nobody to show it to.
    if (!owner && settings.hosted) return;
    const tokenFault = owner ? owner.tokenFault : sent?.fault;
    calls.add(owner?.accountId ?? NOBODY, { ...callOf(one, endedAt), tokenFault });
  }
}

function callOf({ c, answer }: Answered, endedAt: number): Call {
  const { req } = c;
  const at = c.get('cameAt');
  const text = c.get('text');
  return {
    at,
    durationMs: endedAt - at,
    method: req.method,
    target: c.env.incoming.url ?? req.path,
    operation: c.get('operation')?.id,
    status: answer.status,
    requestId: c.get('requestId'),
    idempotencyKey: req.header('idempotency-key'),
    userAgent: req.header('user-agent'),
    request: text ? keptOf(text) : undefined,
    response: answer instanceof TextAnswer ? keptOf(answer.content) : undefined,
  };
}

export function keptOf(text: string): KeptText {
  const characters = text.length;
  if (characters <= callsKept.bodyCharacters) return { text, characters };
  // A slice of a text holds the whole of it in memory; what is made of bytes does not.
  return { text: Buffer.from(text.slice(0, callsKept.bodyCharacters)).toString(), characters };
}
