import { get, type IncomingMessage } from 'node:http';
import type { TraineeProgress } from '@svc-simulator/core';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

async function startBoard(sim: TestSimulator) {
  const [owner, trainee] = [await sim.account(), await sim.account()];
  const { class_id, join_code } = (await sim.ask(owner, 'POST', '/console/classes', { title: 'March' })).json
    .data;
  const join = (who: TestAccount) => sim.ask(who, 'POST', '/console/class', { class_code: join_code });
  await join(trainee);
  const path = `/console/classes/${class_id}/progress`;
  /** Returns the rows of the board without their failures, which the stream omits. */
  const rows = async () =>
    (await sim.send('GET', path, { token: owner.console })).json.data.trainees.map(
      ({ short_name, joined_at, completed, total, done, half, stuck_on, stuck_since }: TraineeProgress) => ({
        short_name,
        joined_at,
        completed,
        total,
        done,
        half,
        stuck_on,
        stuck_since,
      }),
    );
  return { trainee, join, rows, watch: () => watch(sim.url + path, owner.console) };
}

async function watch(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false, headers }, resolve).on('error', reject);
  });
  const chunks = answer.setEncoding('utf8').iterator();
  let text = '';
  return {
    headers: answer.headers,
    async until(part: string): Promise<string> {
      while (!text.includes(part)) {
        const { value, done } = await chunks.next();
        if (done) throw new Error(`the stream ended before ${part}: ${text}`);
        text += value;
      }
      return text;
    },
    async end(): Promise<void> {
      while (!(await chunks.next()).done);
    },
    disconnect: () => answer.destroy(),
  };
}

describe('the live board as an event stream', () => {
  it('begins with the board, sends every change, and ends when the simulator closes', async () => {
    const sim = await TestSimulator.start();
    try {
      const { trainee, join, rows, watch } = await startBoard(sim);
      const { headers, until, end } = await watch();
      expect(headers['content-type']).toContain('text/event-stream');
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      await until(`event: board\ndata: ${JSON.stringify({ trainees: await rows() })}\n\n`);
      await sim.button(trainee);
      const [row] = await rows();
      expect(row.done).toHaveProperty('button_session');
      await until(`event: row\ndata: ${JSON.stringify(row)}\n\n`);
      await join(await sim.account());
      await until('"short_name":"team-3"');
      await sim.ask(trainee, 'DELETE', '/console/class');
      await until('event: left\ndata: {"short_name":"team-2"}\n\n');
      await sim.clock.advance(15_000);
      await until(': still here');
      const closing = sim.close();
      await end();
      await closing;
    } finally {
      await sim.close();
    }
  });

  it('continues for other readers if one disconnects', async () => {
    await using sim = await TestSimulator.start();
    const { trainee, watch } = await startBoard(sim);
    const [one, two] = [await watch(), await watch()];
    await Promise.all([one.until('event: board'), two.until('event: board')]);
    one.disconnect();
    await sim.button(trainee);
    expect(await two.until('event: row')).toContain('button_session');
    two.disconnect();
  });
});
