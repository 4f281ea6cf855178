import type { ServerResponse } from 'node:http';

/** For TypeScript these are properties, which could be no accessors. */
const Head = Response as new (
  ...of: ConstructorParameters<typeof Response>
) => Omit<Response, 'body' | 'headers'>;

/**
 * An answer whose text and headers are there at once. A plain `Response` wraps a text in a stream, which is read again to be
 * sent, and takes its headers apart: that costs a request a third of its time.
 */
export class TextAnswer extends Head {
  readonly content: string;
  readonly #plain: Readonly<Record<string, string>>;
  #headers: Headers | undefined;

  constructor(status: number, headers: Readonly<Record<string, string>>, content: string) {
    super(null, { status });
    this.content = content;
    this.#plain = { ...headers, 'content-length': String(Buffer.byteLength(content)) };
  }

  /** For middleware that looks into an answer or makes another one of it. */
  get headers(): Headers {
    this.#headers ??= new Headers(this.#plain);
    return this.#headers;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return new Response(this.content).body;
  }

  /** Sends it over its request's connection. */
  sendTo(outgoing: ServerResponse): void {
    outgoing.writeHead(this.status, this.#headers ? Object.fromEntries(this.#headers) : this.#plain);
    outgoing.end(this.content);
  }
}
