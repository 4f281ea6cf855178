import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSession, type Place, statusOf } from './support/api.ts';
import { root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator, startSimulatorProcess } from './support/simulator.ts';

/** Acts like a shell in a terminal: runs a program, forwards SIGHUP to it, and writes its exit to a file. */
const LEADER = `
const [, , file, ...words] = process.argv;
const child = require('node:child_process').spawn(process.execPath, words, { stdio: 'inherit' });
process.on('SIGHUP', () => child.kill('SIGHUP'));
child.on('exit', (...end) => require('node:fs').writeFileSync(file, JSON.stringify(end)));
`;

/** Resolves when a file exists and is complete; the test's own timeout limits the wait. */
async function fileOnceWritten(file: string): Promise<unknown> {
  for await (const _ of setInterval(20)) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text !== '') return JSON.parse(text);
  }
}

describe('closing the terminal window', () => {
  it.each([[[]], [['--quiet']], [['--log', 'json']]])(
    'stops sim start %j in the same way as Ctrl+C',
    async (flags) => {
      const folder = scratchFolder();
      const [data, leader, end] = [
        join(folder, 'data'),
        join(folder, 'leader.cjs'),
        join(folder, 'end.json'),
      ];
      writeFileSync(leader, LEADER);
      const start = [`${root}bin/sim.js`, 'start', '--port', '0', '--data', data, ...flags];
      const command = [process.execPath, leader, end, ...start].map((word) => `'${word}'`).join(' ');
      // `script` of util-linux runs a command on its own terminal.
      const terminal = startProgram('script', ['-qefc', `exec ${command}`, '/dev/null'], { cwd: folder });
      const simulator = (await fileOnceWritten(join(data, 'running.json'))) as Place & {
        readonly pid: number;
      };
      onTestFinished(() => {
        if (!existsSync(end)) process.kill(simulator.pid, 'SIGKILL');
      });
      const session = await openSession(simulator);
      terminal.signal('SIGKILL');
      expect(await fileOnceWritten(end)).toEqual([0, null]);
      expect(['running.json', 'lock'].filter((name) => existsSync(join(data, name)))).toEqual([]);
      const again = await startSimulator({ dataDir: data });
      expect(await statusOf({ ...simulator, url: again.url }, session.id)).toBe('pending');
      await again.stop();
    },
  );

  it("exits with code 0 when nothing reads the simulator's output any longer", async () => {
    const dataDir = scratchFolder();
    const simulator = await startSimulatorProcess({ dataDir });
    simulator.closeOutput();
    // The session makes the simulator write output that nobody reads. It can stop before it responds.
    await openSession(simulator).catch(() => {});
    simulator.signal('SIGHUP');
    expect(await simulator.exited).toEqual({ code: 0, signal: null });
    expect(existsSync(join(dataDir, 'running.json'))).toBe(false);
  });
});
