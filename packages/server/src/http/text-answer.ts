import type { ServerResponse } from 'node:http';
import type { Refusal } from '@svc-simulator/contract';

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
    this.headers['content-length'] = String(Buffer.byteLength(this.content));
    outgoing.writeHead(this.status, this.headers);
    outgoing.end(this.content);
  }
}
