import type { ServerResponse } from 'node:http';

/** An answer whose text is there at once. */
export class TextAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string;

  constructor(status: number, headers: Readonly<Record<string, string>>, content: string) {
    this.status = status;
    this.headers = headers;
    this.content = content;
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
    outgoing.writeHead(this.status, {
      ...this.headers,
      'content-length': Buffer.byteLength(this.content),
    });
    outgoing.end(this.content);
  }
}
