import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createNameServerLookup } from './connector.ts';

/**
 * Starts a name server that knows `a.test` (IPv4 only), has nothing under `none` and is silent otherwise;
 * records its queries.
 */
async function startNameServer() {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const name = question.toString('latin1', 12, question.indexOf(0, 12));
    queries.push(name);
    const end = question.indexOf(0, 12) + 5;
    const isIpv4 = question.readUInt16BE(end - 4) === 1;
    const isKnown = name.includes('test');
    if (!isKnown && !name.includes('none')) return;
    const answer = Buffer.from(question.subarray(0, end));
    // A response with recursion; code 3 means that the name doesn't exist.
    answer.writeUInt16BE(0x8180 | (isKnown ? 0 : 3), 2);
    answer.writeUInt16BE(isKnown && isIpv4 ? 1 : 0, 6);
    answer.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 7]);
    socket.send(isKnown && isIpv4 ? Buffer.concat([answer, record]) : answer, port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void socket.close());
  const resolverLookup = createNameServerLookup([`127.0.0.1:${socket.address().port}`]);
  const lookup = (name: string, family?: number) =>
    new Promise<string | undefined | readonly LookupAddress[]>((resolve) => {
      const options = { all: true, ...(family !== undefined && { family }) } as const;
      resolverLookup(name, options, (error, addresses) =>
        resolve(error ? error.code : (addresses as LookupAddress[])),
      );
    });
  return { queries, lookup };
}

it('returns the existing addresses, and an error for an unknown name', async () => {
  const { lookup } = await startNameServer();
  const addresses = [{ address: '203.0.113.7', family: 4 }];
  expect([await lookup('a.test'), await lookup('a.test', 4)]).toEqual([addresses, addresses]);
  expect([await lookup('a.test', 6), await lookup('x.none')]).toEqual(['ENOTFOUND', 'ENOTFOUND']);
});

it("blocks no thread for names whose servers don't respond, and ends each lookup in time", async () => {
  const { queries, lookup } = await startNameServer();
  let answerCount = 0;
  const silentLookups = Array.from({ length: 64 }, (_, number) =>
    lookup(`n${number}.silent`).then((code) => {
      answerCount++;
      return code;
    }),
  );
  await expect.poll(() => queries.length).toBeGreaterThanOrEqual(64);
  // `stat` needs one of Node's four worker threads.
  expect((await stat('.')).isDirectory()).toBe(true);
  expect(answerCount).toBe(0);
  expect(new Set(await Promise.all(silentLookups))).toEqual(new Set(['EAI_AGAIN']));
}, 20_000);
