import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';

it('streams the trace live, from a given event, and ends when the simulator closes', async () => {
  const closing = await TestSimulator.start();
  const own = await closing.account();
  const first = await closing.button(own);
  const answer = await fetch(`${closing.url}/console/trace?type=session.paid,session.created`, {
    headers: { authorization: `Bearer ${own.console}`, accept: 'text/event-stream', 'last-event-id': '0' },
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no body');
  let text = '';
  const until = async (part: string) => {
    while (!text.includes(part)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended before ${part}: ${text}`);
      text += value;
    }
  };
  await until(first);
  const second = await closing.button(own);
  await until(second);
  expect(text.split('\n').filter((line) => line.startsWith('id: '))).toHaveLength(2);
  await closing.clock.advance(15_000);
  await until(': still here');
  await closing.close();
  while (!(await reader.read()).done);
});
