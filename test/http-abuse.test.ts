import { once } from 'node:events';
import { connect } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AbusiveRequest, abusiveRequest } from './support/abuse/abusive-requests.ts';
import { Target } from './support/abuse/target.ts';
import { testDatabase } from './support/postgres.ts';
import { scratchFolder } from './support/scratch.ts';

/**
 * `ABUSE_REQUESTS=100000 npx vitest run --config test/vitest.config.ts test/http-abuse.test.ts` runs more.
 */
const REQUESTS = Number(process.env.ABUSE_REQUESTS ?? 600);
const SEED = Number(process.env.ABUSE_SEED ?? 20261121);
const AT_ONCE = 300;

it(
  `responds to ${REQUESTS} generated requests without an unexpected 5xx, and identically with every store`,
  async () => {
    const targets = await Promise.all([
      Target.open({ data: scratchFolder() }),
      Target.open({ database: await testDatabase() }),
    ]);
    const statuses = new Map<number, number>();
    for (let sentCount = 0; sentCount < REQUESTS; sentCount += AT_ONCE) {
      const count = Math.min(AT_ONCE, REQUESTS - sentCount);
      for (const request of fc.sample(abusiveRequest, { numRuns: count, seed: SEED + sentCount })) {
        const [first, ...others] = await Promise.all(targets.map((target) => target.send(request)));
        if (!first) throw new Error('no target');
        statuses.set(first.status, (statuses.get(first.status) ?? 0) + 1);
        if (first.status >= 500 && !isSpecified500(request)) expect.fail(describeDifference(request, first));
        for (const other of others) {
          if (!isOfLog(request) && !isDeepStrictEqual(other, first))
            expect.fail(`${describeDifference(request, first)}\n≠ ${truncateJson(other)}`);
        }
      }
    }
    // Every status must occur, or the generated requests don't test enough.
    for (const status of [200, 201, 400, 401, 404, 405, 409, 415])
      expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0]);
  },
  REQUESTS * 20 + 120_000,
);

/** Pages that show the log of calls, which contains ids and times that differ between the targets. */
const isOfLog = ({ path }: { readonly path: string }) =>
  URL.canParse(path, 'http://a.invalid') &&
  /^\/(console\/(calls|search)|$)/.test(new URL(path, 'http://a.invalid').pathname);

it('reads a body in chunks of any size, and never treats part of a body as a second request', async () => {
  const target = await Target.open({ data: scratchFolder() });
  const body = target.named('{"name":"Ana Pérez {{account}}"}');
  const head = target.named(
    'POST /api/v1/ext/partners HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {{token}}\r\ncontent-type: application/json\r\n',
  );
  const length = Buffer.byteLength(body);
  const hiddenHeaders = target.named(
    'POST /control/reset HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {{token}}\r\ncontent-length: 0\r\n\r\n',
  );
  const fullRequest = Buffer.from(`${head}connection: close\r\ncontent-length: ${length}\r\n\r\n${body}`);
  const chunked = Buffer.from(
    `${head}connection: close\r\ntransfer-encoding: chunked\r\n\r\n${[...Buffer.from(body)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('')}0\r\n\r\n`,
    'latin1',
  );
  for (const bytes of [fullRequest, chunked]) {
    for (const size of [1, 7, 64, bytes.length])
      expect([size, await statusesOf(target, bytes, size)]).toEqual([size, [201]]);
  }
  const ambiguous = [
    `${head}content-length: ${length}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hiddenHeaders}`,
    `${head}transfer-encoding: chunked\r\ncontent-length: 0\r\n\r\n0\r\n\r\n${hiddenHeaders}`,
    `${head}content-length: 0\r\ncontent-length: ${hiddenHeaders.length}\r\n\r\n${hiddenHeaders}`,
    `${head}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${hiddenHeaders}`,
    `${head}transfer-encoding:\x0bchunked\r\n\r\n0\r\n\r\n${hiddenHeaders}`,
    `${head}content-length: +0\r\n\r\n${hiddenHeaders}`,
    `${head}content-length : 0\r\n\r\n${hiddenHeaders}`,
    `${head}transfer-encoding: chunked\r\n\r\n0x0\r\n\r\n${hiddenHeaders}`,
  ];
  for (const text of ambiguous) {
    const statuses = await statusesOf(target, Buffer.from(text, 'latin1'), text.length);
    expect([text, statuses.length, statuses.every((status) => status === 400)]).toEqual([text, 1, true]);
  }
  const response = await target.send({
    method: 'GET',
    path: '/console/sessions',
    headers: { authorization: 'Bearer {{console}}' },
    body: null,
  });
  expect(JSON.parse(response.body).data).toHaveLength(2);
});

/**
 * Sends `bytes` in pieces of `size`, and returns the statuses of all responses until the simulator closes the
 * connection.
 */
async function statusesOf({ address }: Target, bytes: Buffer, size: number): Promise<number[]> {
  const socket = connect(address.port, address.host).setNoDelay();
  let answers = '';
  socket.setEncoding('latin1').on('data', (part) => {
    answers += part;
  });
  const close = once(socket, 'close');
  await once(socket, 'connect');
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await close;
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

/** Returns true if a 500 can be right: from the receiver that always fails, and for an impossible outcome. */
function isSpecified500({ path }: AbusiveRequest): boolean {
  return path.includes('/hooks/') || path.includes('/outcome');
}

function describeDifference(request: AbusiveRequest, answer: unknown): string {
  return `${truncateJson(request)}\n→ ${truncateJson(answer)}`;
}

function truncateJson(value: unknown): string {
  return JSON.stringify(value).slice(0, 2000);
}
