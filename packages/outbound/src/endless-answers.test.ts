import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endlessAnswers, startEndlessReceiver } from '../../../test/support/endless-answers.ts';
import { OutboundClient } from './outbound-client.ts';
import { RawSender } from './raw-sender.ts';

const LIMIT_MS = 5000;
const MOST_BYTES = 96 * 1024 * 1024;

async function measureWork<T>(work: () => Promise<T>) {
  const began = { ms: performance.now(), bytes: process.memoryUsage().rss };
  const answer = await work();
  const ms = performance.now() - began.ms;
  return { answer, ms, bytes: process.memoryUsage().rss - began.bytes };
}

describe.each(endlessAnswers)('a response that never ends: %s', (_what, head, piece, result) => {
  it('ends a delivery with a named cause, in bounded time and memory', async () => {
    const client = new OutboundClient({ clock: systemClock, timeoutMs: 1000 });
    onTestFinished(() => client.close());
    const url = await startEndlessReceiver(head, piece);
    const { answer, ms, bytes } = await measureWork(() => client.send({ url, headers: {}, body: '{}' }));
    expect(answer).toMatchObject(result);
    expect(ms).toBeLessThan(LIMIT_MS);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  it('ends a request of sim doctor with the same cause', async () => {
    const sender = new RawSender(systemClock, await startEndlessReceiver(head, piece));
    const { answer, ms, bytes } = await measureWork(() =>
      sender.send({ headers: {}, body: Buffer.from('{}') }),
    );
    expect(answer).toMatchObject(result);
    expect(ms).toBeLessThan(2 * LIMIT_MS);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
});
