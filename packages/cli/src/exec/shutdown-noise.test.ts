import { createServer } from 'node:http';
import type { TraceEvent } from '@svc-simulator/contract';
import { expect, it } from 'vitest';
import { listenOnFreePort } from '../../../../test/support/listening.ts';
import { createStage } from '../../test/stage.ts';
import type { CliContext } from '../cli-context.ts';
import { runSim } from '../run-sim.ts';
import { ShutdownNoise } from './shutdown-noise.ts';

it.each([
  ['failed before it stopped at the end of the command', 100, ['receiver_error']],
  ['failed and stopped long before the end of the command', 2000, ['nothing_listens', 'receiver_error']],
])('reports each cause if a receiver %s', async (_name, agoMs, codes) => {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(500).end('no table orders'));
  });
  const webhookUrl = `http://127.0.0.1:${await listenOnFreePort(server)}/webhooks`;
  const stage = createStage(['exec', '--json', '--', 'npm', 'test']);
  const npmTest = async (env: Readonly<Record<string, string>>) => {
    const sim = async (...words: string[]) => {
      const commandStage = createStage(words, { env });
      expect(await runSim(commandStage.context), commandStage.stderr()).toBe(0);
    };
    await sim('session', 'create', '--webhook-url', webhookUrl);
    await sim('wait', 'webhook.attempted');
    server.close();
    server.closeAllConnections();
    await sim('session', 'create', '--webhook-url', webhookUrl);
    await sim('wait', 'webhook.attempted', '--where', 'error=ECONNREFUSED');
    await sim('clock', 'advance', '3s');
    stage.nowMs += agoMs;
    return { code: 1, signal: null };
  };
  const run: CliContext['run'] = async (_words, env) => ({
    exit: npmTest(env as Record<string, string>),
    kill: () => {},
  });
  expect(await runSim({ ...stage.context, run })).toBe(1);
  const { causes } = JSON.parse(stage.stderr());
  expect(causes.map(({ code }: { code: string }) => code).sort()).toEqual(codes);
});

it('distinguishes the attempts of several accounts whose events have the same ids', () => {
  const event = (type: string, id: number, data: object): TraceEvent =>
    ({ id, at: '2026-01-01T12:00:00.000Z', type, data }) as never;
  const emissionEvent = (of: string, id: number) =>
    event('webhook.emitted', id, { delivery_id: `${of} ${id}`, url: `http://${of}.invalid` });
  const attemptEvent = (of: string, id: number, error: string | null) =>
    event('webhook.attempted', 2 + id, { delivery_id: `${of} ${id}`, attempt: 1, error });
  let nowMs = 0;
  let emit = (_: TraceEvent) => {};
  const simulator: ConstructorParameters<typeof ShutdownNoise>[0] = {
    onEvent: (listener) => {
      emit = (traceEvent) => listener({ accountId: 'any', json: JSON.stringify(traceEvent) });
      return () => {};
    },
  };
  const shutdownNoise = new ShutdownNoise(simulator, () => nowMs);
  const early = attemptEvent('early', 2, 'ECONNREFUSED');
  const late = attemptEvent('late', 2, 'ECONNREFUSED');
  emit(early);
  nowMs = 10_000;
  emit(late);
  shutdownNoise.end();
  const before = ['early', 'late'].flatMap((of) => [
    emissionEvent(of, 1),
    emissionEvent(of, 2),
    attemptEvent(of, 1, null),
  ]);
  expect(shutdownNoise.filter([...before, early, late])).toEqual([...before, early]);
});
