import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connectionFlags, openSession, statusOf } from './support/api.ts';
import { root, runSim, startSim } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { runSimHere } from './support/sim-here.ts';
import { startSimulator, startSimulatorProcess } from './support/simulator.ts';
import { followTrace, readTrace } from './support/trace.ts';
import { startUnprivileged } from './support/unprivileged.ts';
import { until } from './support/until.ts';

describe('sim start', () => {
  it('exits with 1 and explains what to do if its port is in use', async () => {
    const { url } = await startSimulator();
    const { port } = new URL(url);
    const second = await runSim(['start', '--ephemeral', '--port', port]);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`already uses port ${port}`);
    expect(second.stderr).toContain('--port 0');
    expect(second.stderr).not.toContain('    at ');
  });

  it('names the data directory of the simulator that uses the port', async () => {
    const dataDir = scratchFolder();
    const { url } = await startSimulator({ dataDir });
    const { port } = new URL(url);
    const second = await runSimHere(['start', '--ephemeral', '--port', port]);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(
      `another simulator already uses port ${port} (its data is in ${dataDir});`,
    );
    const unused = `${scratchFolder()}/unused`;
    expect((await runSimHere(['start', '--data', unused, '--port', port])).code).toBe(1);
    expect(existsSync(unused)).toBe(false);
  });

  it.each(['777', '775', '1777'])(
    'removes the write access of others to a data directory with mode %s, and reports it',
    async (octalMode) => {
      const mode = Number.parseInt(octalMode, 8);
      const dataDir = scratchFolder();
      chmodSync(dataDir, mode);
      const { stderr, stop } = await startSimulator({ dataDir });
      expect(stderr()).toContain(`warning: others could write to the data directory ${dataDir};`);
      expect(statSync(dataDir).mode & 0o7777).toBe(mode & ~0o022);
      await stop();
      const again = await startSimulator({ dataDir });
      expect(again.stderr()).toBe('');
    },
  );

  it.runIf(process.getuid?.() === 0)(
    'warns if its data directory belongs to another user and others can write to it',
    async () => {
      const dataDir = scratchFolder();
      chmodSync(dataDir, 0o777);
      chownSync(dataDir, statSync(root).uid + 1, -1);
      const { lines, stderr } = startUnprivileged(['start', '--json', '--port', '0', '--data', dataDir]);
      await lines.first((line) => line.startsWith('{'), 'the ready line');
      expect(stderr()).toContain(`${dataDir} belongs to another user, and others can write to it`);
      expect(statSync(dataDir).mode & 0o777).toBe(0o777);
    },
  );
});

describe('sim start after SIGTERM', () => {
  it('stops at once with exit code 0 when it is idle, even with open streams and relays', async () => {
    const simulator = await startSimulatorProcess();
    const trace = await followTrace(simulator);
    const relay = startSim(['relay', ...connectionFlags(simulator)]);
    await trace.first(({ type }) => type === 'relay.connected');
    expect(await simulator.stop()).toEqual({ code: 0, signal: null });
    expect(await relay.stop()).toEqual({ code: 0, signal: null });
  });

  it('lets a running webhook finish, and stores its outcome', async () => {
    const dataDir = scratchFolder();
    const simulator = await startSimulatorProcess({ dataDir });
    let endResponse = () => {};
    const receiver = await startReceiver((_request, response) => {
      endResponse = () => response.end('ok');
    });
    await openSession(simulator, { webhook_url: receiver.url });
    await receiver.received.atLeast(1);

    const stop = simulator.stop();
    await expectRefused(simulator.url);
    endResponse();
    expect(await stop).toEqual({ code: 0, signal: null });

    const again = await startSimulator({ dataDir });
    const events = await readTrace(again, '&type=webhook.delivered');
    expect(events.map(({ data }) => data.attempts)).toEqual([1]);
    expect(receiver.received.all).toHaveLength(1);
  });

  it('keeps every session that it acknowledged while stopping', async () => {
    const dataDir = scratchFolder();
    const simulator = await startSimulatorProcess({ dataDir });
    const acknowledged: string[] = [];
    const client = async () => {
      for (;;) {
        try {
          acknowledged.push((await openSession(simulator)).id);
          if (acknowledged.length === 100) simulator.signal('SIGTERM');
        } catch {
          return;
        }
      }
    };
    await Promise.all([client(), client(), client(), client()]);
    expect(await simulator.exited).toEqual({ code: 0, signal: null });

    const again = await startSimulator({ dataDir });
    const statuses = await Promise.all(acknowledged.map((id) => statusOf(again, id)));
    expect(new Set(statuses)).toEqual(new Set(['pending']));
    expect(acknowledged.length).toBeGreaterThanOrEqual(100);
  });
});

/** Resolves when `url` refuses new connections. */
async function expectRefused(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(Number(port), hostname, () => resolve(false)).on('error', () => resolve(true));
        socket.once('connect', () => socket.destroy());
      }),
  );
}
