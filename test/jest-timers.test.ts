import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { root, startProgram, stdoutOf } from './support/program.ts';
import { scratchInside } from './support/scratch.ts';

const program = `
  const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
  const { ModuleMocker } = require('jest-mock');
  const { startSimulator } = require(${JSON.stringify(`${root}dist/testing.cjs`)});
  const modern = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
  const legacy = new LegacyFakeTimers({
    config: { rootDir: __dirname, testMatch: [] },
    global: globalThis,
    moduleMocker: new ModuleMocker(globalThis),
    timerConfig: { idToRef: (id) => id, refToId: (ref) => ref },
  });

  async function main() {
    for (const timers of [modern, legacy]) {
      timers.useFakeTimers();
      console.log(await startSimulator({ lang: 'en' }).then(() => 'started', ({ message }) => message));
      timers.useRealTimers();
    }
    modern.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const sim = await startSimulator();
    const { id } = await sim.session.create();
    await sim.session.pay(id);
    console.log((await sim.session.status(id)).status);
    await sim.close();
  }
  main();
`;

it("names Jest's fake timers in the error of startSimulator(), and starts with real timers", async () => {
  const cwd = scratchInside(`${root}test/generators`);
  await writeFile(`${cwd}/jest.cjs`, program);
  const lines = (await stdoutOf(startProgram(process.execPath, ['jest.cjs'], { cwd }))).split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/leave these real: nextTick, setImmediate, queueMicrotask$/),
    expect.stringMatching(/leave these real: nextTick, setImmediate$/),
    'paid',
    '',
  ]);
});
