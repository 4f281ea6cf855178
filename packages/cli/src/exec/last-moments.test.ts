import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listening } from '../../../../test/support/listening.ts';
import { stageFor } from '../../test/stage.ts';
import type { CliContext } from '../cli-context.ts';
import { runSim } from '../run-sim.ts';

it.each([
  ['is gone when the command ends, which does not hide why it failed before', 100, 'receiver_error'],
  ['was gone long before', 2000, 'nothing_listens'],
])('tells of a receiver that %s', async (_name, agoMs, code) => {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(500).end('no table orders'));
  });
  const webhookUrl = `http://127.0.0.1:${await listening(server)}/webhooks`;
  const stage = stageFor(['exec', '--json', '--', 'npm', 'test']);
  const npmTest = async (env: Readonly<Record<string, string>>) => {
    const sim = async (...words: string[]) => {
      const own = stageFor(words, { env });
      expect(await runSim(own.context), own.stderr()).toBe(0);
    };
    await sim('session', 'create', '--webhook-url', webhookUrl);
    await sim('wait', 'webhook.attempted');
    server.close();
    server.closeAllConnections();
    await sim('clock', 'advance', '3s');
    stage.nowMs += agoMs;
    return { code: 1, signal: null };
  };
  const run: CliContext['run'] = async (_words, env) => ({
    ended: npmTest(env as Record<string, string>),
    kill: () => {},
  });
  expect(await runSim({ ...stage.context, run })).toBe(1);
  expect(JSON.parse(stage.stderr())).toMatchObject({ causes: [{ url: webhookUrl, code }] });
});
