import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Outcome } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { readBody } from './body-reading.ts';

/** What is read, once the client has gone, of a body of which it sent so much. */
async function readAfterwards(sent: string, length: number): Promise<Outcome<Uint8Array>> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const came = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${sent}`);
    const incoming = await came;
    // What is asked of a store may take longer than the client stays.
    const gone = new Promise<void>((resolve) => incoming.once('close', () => resolve()));
    incoming.once('error', () => {});
    client.destroy();
    await gone;
    return await readBody(incoming);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('a body whose client has gone before it is read', () => {
  it('is refused where bytes are missing, and holds nothing up', async () => {
    const read = await readAfterwards('abc', 10);
    expect(read).toMatchObject({ ok: false, refusal: { status: 400, title: 'Incomplete body' } });
  });

  it('is read where all of it had come: whoever sent it has asked', async () => {
    const read = await readAfterwards('abcdefghij', 10);
    expect(read.ok && Buffer.from(read.value).toString()).toBe('abcdefghij');
  });
});
