import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Operation, type Refusal, type Tool, toolOf } from '@svc-simulator/contract';
import type { AccountRecord, Clock, MerchantRecord, TerminalRecord } from '@svc-simulator/core';
import type { Attempt } from './limits/attempt-limits.ts';
import type { Commit, KeyedCommit } from './reply.ts';
import type { Eventual } from './when.ts';

/** What a request of an operation is answered with. */
export type Answer = TextAnswer | Response;

/** What a request passes: refuses it, or lets it on. */
export type Check = (call: ServedCall) => Eventual<Refusal | undefined>;

/** A request whose operation is found, by whichever router. */
export interface FoundRequest {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The parameters of the query, each with all its values. */
  query(): Readonly<Record<string, readonly string[]>>;
  /** Where it has one already. */
  readonly requestId?: string | undefined;
}

/** One request of an operation: what came, and what its steps find out about it. It is the `ReceivedRequest` that handlers get. */
export class ServedCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly operation: Operation;
  readonly requestId: string;
  /** The machine's time when it came. */
  readonly cameAt: number;
  /** The same by `Clock.elapsed`. */
  readonly cameMs: number;
  readonly params: Readonly<Record<string, string>>;
  query: unknown = undefined;
  body: unknown = undefined;
  account: AccountRecord | undefined = undefined;
  merchant: MerchantRecord | undefined = undefined;
  terminal: TerminalRecord | undefined = undefined;
  madeWith: string | undefined = undefined;
  now: number;
  /** The body as it came, once it is read. */
  received: Uint8Array | undefined = undefined;
  /** The body, where the operation takes one as JSON and it was read. */
  text: string | undefined = undefined;
  /** Headers of its answer, whichever that is. */
  readonly answerHeaders: Record<string, string>;
  /** Chaos upsets the answer, so that it says nothing about the simulator; so late it leaves then. */
  upset: { readonly latencyMs: number } | undefined = undefined;
  attempt: Attempt | undefined = undefined;
  /** Makes a commit answer its `Idempotency-Key`. */
  keyed: ((commit: Commit) => KeyedCommit) | undefined = undefined;
  /** Carries it out in its account's turn; a refusal when too many wait. */
  inTurn: ((work: () => Eventual<Answer>) => Promise<Answer | { readonly busy: Refusal }>) | undefined =
    undefined;
  readonly #found: FoundRequest;
  #ends: ((answer: Answer) => void)[] | undefined;

  constructor(found: FoundRequest, operation: Operation, requestId: string, clock: Clock) {
    const { incoming, outgoing } = found;
    this.#found = found;
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.operation = operation;
    this.requestId = requestId;
    this.cameAt = clock.now();
    this.cameMs = clock.elapsed();
    this.now = this.cameAt;
    this.params = found.params;
    this.answerHeaders = { 'x-request-id': requestId };
  }

  get method(): string {
    return this.incoming.method ?? '';
  }

  get by(): Tool | undefined {
    return toolOf(this.incoming.headers);
  }

  get path(): string {
    return this.#found.path;
  }

  /** The parameters of the query, each with all its values. */
  queryParameters(): Readonly<Record<string, readonly string[]>> {
    return this.#found.query();
  }

  // Functions that handlers take out of it.
  get header() {
    return (name: string): string | undefined => {
      const value = this.incoming.headers[name];
      // Node takes the first of two credentials; which of them was meant nobody knows.
      if (name === 'authorization' && value) return everyValueOf(name, this.incoming.rawHeaders).join(', ');
      return typeof value === 'object' ? value.join(', ') : value;
    };
  }

  get headers() {
    return (): Readonly<Record<string, string>> => {
      const distinct = Object.entries(this.incoming.headersDistinct).sort(([one], [other]) =>
        one < other ? -1 : 1,
      );
      return Object.fromEntries(
        distinct.map(([name, values = []]) => [name, values.join(name === 'cookie' ? '; ' : ', ')]),
      );
    };
  }

  get bytes() {
    return (): Uint8Array => this.received ?? new Uint8Array();
  }

  /** Has `end` called with the answer, before it leaves. */
  onAnswer(end: (answer: Answer) => void): void {
    this.#ends ??= [];
    this.#ends.push(end);
  }

  /** It has its answer. */
  answered(answer: Answer): void {
    if (this.#ends) for (const end of this.#ends) end(answer);
  }
}

function everyValueOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}

/** An answer whose text is there at once. */
export class TextAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly content: string;
  /** What the content says, where it is a problem. */
  readonly refusal: Refusal | undefined;

  /** `headers` are the answer's own; it adds its length to them. */
  constructor(status: number, headers: Record<string, string>, content: string, refusal?: Refusal) {
    this.status = status;
    this.headers = headers;
    this.content = content;
    this.refusal = refusal;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** For hono, whose middleware looks into an answer or makes another one of it. */
  toResponse(): Response {
    return new Response(this.content, { status: this.status, headers: this.headers });
  }

  /** Sends it over its request's connection. */
  sendTo(outgoing: ServerResponse): void {
    // A 204 has no body, and some clients refuse one that gives its length (RFC 9110, 8.6).
    if (this.status !== 204) this.headers['content-length'] = String(Buffer.byteLength(this.content));
    outgoing.writeHead(this.status, this.headers);
    outgoing.end(this.content);
  }
}
