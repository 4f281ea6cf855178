import { once } from 'node:events';
import { Agent, get } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from './support/scratch.ts';
import { startSimulatorProcess } from './support/simulator.ts';
import { waitedMs } from './support/tenants.ts';

/** The beginning of a TLS handshake. */
const HALF = Buffer.from([0x16, 3, 1, 2]);
const NO_TLS = 'GET / HTTP/1.1\r\n\r\n';
const SECONDS = 2;

it("serves other clients while handshakes end at once, stay half open or aren't TLS", async () => {
  const { url, pid } = await startSimulatorProcess({
    dataDir: scratchFolder(),
    args: ['--hosted', '--quiet', '--tls'],
  });
  const port = Number(new URL(url).port);
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const from = (localAddress: string) => ({ port, host: '127.0.0.1', localAddress });
  const begin = (bytes: Buffer | string, localAddress: string) => {
    const socket = connect(from(localAddress)).on('error', () => {});
    socket.write(bytes);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const keepAliveAgent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  onTestFinished(() => keepAliveAgent.destroy());
  const fresh = new Agent({ rejectUnauthorized: false });
  const measureMs = async (agent: Agent) => {
    const startMs = performance.now();
    const [answer] = await once(get(`${url}/health`, { agent }), 'response');
    await once(answer.resume(), 'end');
    expect(answer.statusCode).toBe(200);
    return performance.now() - startMs;
  };
  let [handshakes, ended] = [0, 0];
  const again = () => {
    if (isOver) return;
    const socket = connectTls({ ...from('127.0.0.2'), rejectUnauthorized: false }).on('error', () => {});
    socket.once('secureConnect', () => {
      handshakes++;
      socket.destroy();
    });
    socket.once('close', () => setImmediate(again));
  };
  for (let count = 0; count < 50; count++) again();
  // An address can have at most 256 connections, so the simulator closes the other 44 at once.
  for (let count = 0; count < 300; count++) begin(HALF, '127.0.0.3').once('close', () => ended++);
  const noTls = once(begin(NO_TLS, '127.0.0.4').resume(), 'close');
  const beganAt = performance.now();
  const until = beganAt + SECONDS * 1000;
  const waits = [pid, process.pid].map((each) => [each, waitedMs(each)] as const);
  const [keptTimes, freshTimes]: [number[], number[]] = [[], []];
  while (performance.now() < until) {
    keptTimes.push(await measureMs(keepAliveAgent));
    freshTimes.push(await measureMs(fresh));
  }
  await noTls;
  expect(handshakes).toBeGreaterThan(50);
  expect(ended).toBeGreaterThanOrEqual(44);
  // The median, because a busy machine delays some connections by a second. The limit is longer if the
  // processes had to wait for a processor.
  const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const elapsed = performance.now() - beganAt;
  const shares = waits.map(([each, before]) => 1 - (waitedMs(each) - before) / elapsed);
  const slower = shares.reduce((by, share) => by / Math.max(share, 0.05), 1);
  expect(median(keptTimes)).toBeLessThan(1000 * slower);
  expect(median(freshTimes)).toBeLessThan(5000 * slower);
});
