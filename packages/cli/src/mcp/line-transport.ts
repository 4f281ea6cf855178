import { createInterface } from 'node:readline';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { membersOf } from '@svc-simulator/contract';
import { invalidRequest, parseError } from '@svc-simulator/mcp/rpc-errors.ts';

/**
 * Sends and receives MCP messages, one per line. Unlike the library's own transport, it reports invalid lines,
 * and it finishes running calls after its input has ended.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: NodeJS.ReadableStream;
  readonly #output: NodeJS.WritableStream;
  readonly #openRequests = new Set<unknown>();
  #hasEnded = false;
  #finish = () => {};
  readonly finished = new Promise<void>((resolve) => {
    this.#finish = resolve;
  });

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    createInterface({ input: this.#input, crlfDelay: Number.POSITIVE_INFINITY })
      .on('line', (line) => this.#read(line))
      .on('close', () => {
        this.#hasEnded = true;
        this.#finishIfDone();
      });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message);
    if ('result' in message || 'error' in message) this.#settle(message.id);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  #read(line: string): void {
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#write(parseError());
      return;
    }
    const invalid = invalidRequest(value);
    if (invalid) {
      this.#write(invalid);
      return;
    }
    const message = value as JSONRPCMessage;
    if ('method' in message && 'id' in message) this.#openRequests.add(message.id);
    this.onmessage?.(message);
    // A canceled request gets no response, so it no longer keeps the transport open after the end of the
    // input.
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#settle(membersOf(message.params).requestId);
  }

  #settle(id: unknown): void {
    this.#openRequests.delete(id);
    this.#finishIfDone();
  }

  #finishIfDone(): void {
    if (this.#hasEnded && this.#openRequests.size === 0) this.#finish();
  }

  #write(message: object): void {
    this.#output.write(`${JSON.stringify(message)}\n`);
  }
}
