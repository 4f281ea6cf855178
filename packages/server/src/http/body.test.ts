import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Outcome } from '@svc-simulator/contract';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { readBody } from './body.ts';

/** Reads a body after its client has sent the bytes and disconnected. */
async function readAfterwards(sentBytes: string, length: number): Promise<Outcome<Uint8Array>> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const requestArrival = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${sentBytes}`);
    const incoming = await requestArrival;
    // In the simulator, a read of the store can take longer than the client stays.
    const disconnection = new Promise<void>((resolve) => incoming.once('close', () => resolve()));
    incoming.once('error', () => {});
    client.destroy();
    await disconnection;
    return await readBody(incoming);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('a body whose client disconnects before it is read', () => {
  it('is refused as incomplete if bytes are missing', async () => {
    const read = await readAfterwards('abc', 10);
    expect(read).toMatchObject({ ok: false, refusal: { status: 400, title: 'problem.title.incomplete' } });
  });

  it('is accepted if all bytes have arrived', async () => {
    const read = await readAfterwards('abcdefghij', 10);
    expect(read.ok && Buffer.from(read.value).toString()).toBe('abcdefghij');
  });
});

describe('a body in chunks', () => {
  /**
   * Sends `count` chunks of `size` bytes. Returns the status of the response; '' if the connection was cut.
   */
  async function sendChunks(size: number, count: number) {
    await using sim = await TestSimulator.start({ hosted: true });
    const { id } = await sim.account();
    const client = connect(Number(new URL(sim.url).port), '127.0.0.1').on('error', () => {});
    let responseText = '';
    client.setEncoding('latin1').on('data', (part) => {
      responseText += part;
    });
    const path = `/console/hooks/${id}/captura`;
    client.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`,
    );
    client.write(`${`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`.repeat(count)}0\r\n\r\n`);
    await new Promise((resolve) => client.once('close', resolve));
    return responseText.slice(9, 12);
  }

  it('is accepted in 6000 chunks of 100 bytes or 4000 chunks of one byte', async () => {
    expect([await sendChunks(100, 6000), await sendChunks(1, 4000)]).toEqual(['200', '200']);
  });

  it('is cut off if a hundred thousand chunks have one byte each', async () => {
    expect(await sendChunks(1, 100_000)).toBe('');
  });
});
