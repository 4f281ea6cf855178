import type { HttpBindings } from '@hono/node-server';
import { accept, faultsOf, type Outcome, type Refusal } from '@svc-simulator/contract';
import { type AccountRecord, accountTime } from '@svc-simulator/core';
import type { Context } from 'hono';
import { after, type MaybePromise } from '../maybe-promise.ts';
import type { Runtime } from '../runtime.ts';
import { BrokenStoreError } from '../store/integrity.ts';
import { InvalidCursorError, StoreUnavailableError } from '../store/store.ts';
import type { Attempt } from './attempt-limits.ts';
import type { Answer, Call, Caller, Commit, Rendered, Route } from './call.ts';
import { authenticate } from './credentials.ts';
import type { Doors } from './doors.ts';
import { problemResponse, render, successResponse } from './envelope.ts';
import { withReplay } from './idempotency.ts';
import { readsMuch } from './large-reads.ts';
import { type OperationBody, readBody } from './operation-body.ts';
import { brokenInside, invalid, outOfOrder, throttled, unavailable } from './refusals.ts';
import { headerOf } from './request-header.ts';
import { TextAnswer } from './text-answer.ts';

/** Whoever follows something live holds a connection and no large answer. */
function isStream({ header }: Call): boolean {
  return header('accept')?.includes('text/event-stream') ?? false;
}

/** What goes back. */
type Answered = Response | TextAnswer;

/** Who sent a request; nobody where the operation wants no credential. */
type Sender = Partial<Caller>;

/**
 * One request on its way to its answer, in the order of the contract (section 9): 401, 403, 429, 413/415, 400, then what the
 * handler decides. It is answered in its own turn of the event loop unless somebody has to wait for something.
 */
export class Passage {
  readonly #c: Context;
  readonly #runtime: Runtime;
  readonly #doors: Doors;
  readonly #route: Route;
  readonly #requestId: string;
  readonly #machineMs: number;
  /** The account's time. */
  #now = 0;
  #sender: Sender = {};
  /** Headers that tell of the throttle. */
  #limits: Readonly<Record<string, string>> | undefined;
  #attempt: Attempt | undefined;
  #isUpset = false;

  constructor(c: Context, runtime: Runtime, doors: Doors, route: Route) {
    this.#c = c;
    this.#runtime = runtime;
    this.#doors = doors;
    this.#route = route;
    this.#requestId = runtime.random.uuid();
    this.#machineMs = runtime.clock.now();
  }

  /** Chaos upset the answer, so that it says nothing about the simulator. */
  get isUpset(): boolean {
    return this.#isUpset;
  }

  answer(): MaybePromise<Answered> {
    return after(this.#identify(), (found) =>
      found.ok ? this.#admit(found.value) : this.#refuse(found.refusal),
    );
  }

  /** What is answered to a request whose passage threw. */
  failed(error: unknown): Answered {
    const requestId = this.#requestId;
    const { log } = this.#runtime;
    if (error instanceof InvalidCursorError) {
      return this.#refuse(invalid([{ pointer: '/cursor', detail: error.message }]).refusal);
    }
    if (error instanceof StoreUnavailableError) {
      log('error', 'the store could not write', { requestId, cause: String(error.cause ?? error) });
      return this.#refuse(unavailable().refusal);
    }
    if (error instanceof BrokenStoreError) return this.#refuse(outOfOrder(error).refusal);
    const stack = error instanceof Error ? error.stack : String(error);
    log('error', `${this.#route.operation.id} failed`, { requestId, stack });
    return this.#refuse(brokenInside().refusal);
  }

  #refuse(refusal: Refusal): TextAnswer {
    return problemResponse(this.#route.operation.family, this.#requestId, refusal, this.#limits);
  }

  #identify(): MaybePromise<Outcome<Sender>> {
    const { operation } = this.#route;
    const { auth } = operation;
    if (auth === 'merchant' || auth === 'terminal') {
      return this.#doors.callers.identify(operation, this.#c, this.#machineMs);
    }
    if (auth !== 'api' && auth !== 'console') return accept({});
    const found = authenticate(
      this.#runtime.store,
      auth,
      headerOf(this.#c, 'authorization'),
      this.#machineMs,
    );
    return after(found, (account) => (account.ok ? accept({ account: account.value }) : account));
  }

  #admit(sender: Sender): MaybePromise<Answered> {
    const { account } = sender;
    this.#sender = sender;
    this.#now = accountTime(account?.clock, this.#machineMs);
    if (!account || this.#route.operation.family !== 'session') return this.#pass();
    return after(this.#doors.throttle.count(account, this.#now), (verdict) => {
      this.#limits = verdict?.headers;
      return verdict && !verdict.passed ? this.#refuse(throttled(account).refusal) : this.#pass();
    });
  }

  #pass(): MaybePromise<Answered> {
    const { account } = this.#sender;
    return account?.chaos ? this.#upset(account) : this.#enter();
  }

  async #upset(account: AccountRecord): Promise<Answered> {
    const { chaos } = this.#doors;
    const { operation } = this.#route;
    const { path, raw } = this.#c.req;
    const upset = await chaos.upset({ operation, account, path, requestId: this.#requestId });
    if (!upset) return this.#enter();
    this.#isUpset = upset.refusal !== null || upset.latencyMs > 0;
    const answer = upset.refusal ? this.#refuse(upset.refusal) : await this.#enter();
    if (upset.latencyMs > 0) await chaos.hold(upset.latencyMs, raw.signal);
    return answer;
  }

  #enter(): MaybePromise<Answered> {
    const { operation } = this.#route;
    const { admission } = this.#doors;
    const { account, bytes } = this.#sender;
    const full = account && admission.refusalOf(operation, account.id, headerOf(this.#c, 'accept'));
    if (full) return this.#refuse(full);
    this.#attempt = operation.attempt && admission.attempt(operation.attempt.kind, this.#c, this.#machineMs);
    if (this.#attempt?.refusal) return this.#refuse(this.#attempt.refusal);
    const early = this.#early();
    if (early) return this.#refuse({ ...early, headers: { ...early.headers, connection: 'close' } });
    const place = this.#runtime.settings.hosted ? 'hosted' : 'local';
    return after(readBody(this.#c, operation, place, bytes), (body) =>
      body.ok ? this.#handle(body.value) : this.#refuse(body.refusal),
    );
  }

  #early(): Refusal | undefined {
    const { early } = this.#route;
    return early?.(this.#c.req.param(), Number(headerOf(this.#c, 'content-length') ?? 0));
  }

  #handle(body: OperationBody): MaybePromise<Answered> {
    const c = this.#c;
    const { operation, handler } = this.#route;
    const tooOften = this.#attempt?.named(this.#attemptedName(body.data));
    if (tooOften) return this.#refuse(tooOften);
    const query = operation.query ? operation.query().safeParse(c.req.query()) : undefined;
    if (query && !query.success) return this.#refuse(invalid(faultsOf(query.error)).refusal);
    const { account, merchant, terminal } = this.#sender;
    const call: Call = {
      params: c.req.param(),
      query: query?.data as never,
      body: body.data as never,
      account: account as never,
      merchant: merchant as never,
      terminal: terminal as never,
      now: this.#now,
      header: (name) => headerOf(c, name),
      headers: () => c.req.header(),
      bytes: async () => body.bytes ?? new Uint8Array(),
    };
    const answer = () => after(handler(call), (answered) => this.#settle(answered, body.text));
    const { reads } = this.#doors.admission;
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    if (!reads || !account || !outgoing || !readsMuch(operation) || isStream(call)) return answer();
    return reads
      .run(account.id, outgoing, answer)
      .then((read) => ('busy' in read ? this.#refuse(read.busy) : read));
  }

  /** For whom an attempt is. */
  #attemptedName(body: unknown): string {
    const { name } = this.#route.operation.attempt ?? {};
    if (name === 'account') return this.#sender.account?.shortName ?? '';
    return name ? String((body as Record<string, unknown>)[name]) : '';
  }

  #settle(answered: Answer, text: string): MaybePromise<Answered> {
    const { account } = this.#sender;
    if (answered instanceof Response) {
      if (account) this.#doors.admission.holdStream(answered, account.id, this.#c);
      answered.headers.set('x-request-id', this.#requestId);
      return answered;
    }
    if (answered instanceof TextAnswer) {
      answered.headers['x-request-id'] = this.#requestId;
      return answered;
    }
    if (!('decide' in answered)) return this.#dress(render(this.#route.operation, answered));
    return this.#commit(answered, account, text).then((rendered) => this.#dress(rendered));
  }

  #commit({ scope, decide }: Commit, account: AccountRecord | undefined, text: string): Promise<Rendered> {
    const c = this.#c;
    const { operation } = this.#route;
    const rendering = {
      scope,
      decide: (view: Parameters<Commit['decide']>[0]) => {
        const change = decide(view);
        return { ...change, result: render(operation, change.result) };
      },
    };
    const key = operation.idempotent && account ? headerOf(c, 'idempotency-key') : undefined;
    const { method, path } = c.req;
    const final =
      key && account
        ? withReplay(rendering, { key, account, method, path, text, now: this.#now })
        : rendering;
    return this.#runtime.store.transact(final.scope, final.decide);
  }

  #dress(rendered: Rendered): TextAnswer {
    this.#attempt?.ended(!('refusal' in rendered));
    if ('refusal' in rendered) return this.#refuse(rendered.refusal);
    const limits = this.#limits;
    const headers = rendered.replayed ? { ...limits, 'idempotent-replayed': 'true' } : limits;
    return successResponse(this.#route.operation, this.#requestId, rendered.status, rendered.text, headers);
  }
}
