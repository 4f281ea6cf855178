import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';

it('streams the trace live after a given event, and ends when the simulator closes', async () => {
  const sim = await TestSimulator.start();
  const account = await sim.account();
  const first = await sim.button(account);
  const answer = await fetch(`${sim.url}/console/trace?type=session.paid,session.created`, {
    headers: {
      authorization: `Bearer ${account.console}`,
      accept: 'text/event-stream',
      'last-event-id': '0',
    },
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no body');
  let text = '';
  const readUntil = async (part: string) => {
    while (!text.includes(part)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended before ${part}: ${text}`);
      text += value;
    }
  };
  await readUntil(first);
  const second = await sim.button(account);
  await readUntil(second);
  expect(text.split('\n').filter((line) => line.startsWith('id: '))).toHaveLength(2);
  await sim.clock.advance(15_000);
  await readUntil(': still here');
  await sim.close();
  while (!(await reader.read()).done);
});
