import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, startProgram, stdoutOf } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';

/**
 * Runs in its own process, and compares the globals before and after the package is loaded and used. Node
 * creates some globals on first access, so the program accesses all globals first.
 */
const program = `
const owners = { globalThis, console, process };
const touchGlobals = () => Object.values(owners).forEach((owner) => Reflect.ownKeys(owner).forEach((key) => {
  try { void owner[key]; } catch {}
}));
const snapshotGlobals = () => Object.entries(owners).flatMap(([name, owner]) => Reflect.ownKeys(owner).map((key) => {
  const { value, get, set } = Object.getOwnPropertyDescriptor(owner, key);
  return [name + '.' + String(key), value, get, set];
}));
const differences = (before, after) => {
  const known = new Map(before.map(([key, ...rest]) => [key, rest]));
  const gone = new Set(known.keys());
  return after.flatMap(([key, ...now]) => {
    gone.delete(key);
    const was = known.get(key);
    return was?.every((part, at) => Object.is(part, now[at])) ? [] : [key];
  }).concat([...gone]);
};

(async () => {
  touchGlobals();
  const before = snapshotGlobals();
  const { startSimulator } = require(process.argv[2]);
  const loaded = differences(before, snapshotGlobals());
  const received = Promise.withResolvers ? Promise.withResolvers() : deferred();
  const receiver = require('node:http').createServer((request, response) => {
    response.end();
    received.resolve();
  });
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const sim = await startSimulator();
  const session = await sim.session.create({ webhook_url: 'http://127.0.0.1:' + receiver.address().port });
  await sim.session.pay(session);
  await received.promise;
  const answers = [];
  for (const path of ['/health', '/nothing', '/console/login', '/docs', '/pay/' + session.id])
    answers.push((await fetch(sim.url + path, { headers: { accept: 'text/html' } })) instanceof Response);
  const running = differences(before, snapshotGlobals());
  const { executionAsyncId } = require('node:async_hooks');
  // If async hooks are active, each promise has its own id, and everything is slower.
  const ids = await Promise.all([1, 2].map(() => Promise.resolve().then(executionAsyncId)));
  await sim.close();
  receiver.close();
  console.log(JSON.stringify({ loaded, running, closed: differences(before, snapshotGlobals()), answers, hooked: ids[0] !== ids[1] }));
})();

function deferred() {
  let resolve;
  const promise = new Promise((done) => { resolve = done; });
  return { promise, resolve };
}
`;

it('leaves every global of the process unchanged, from import to close', async () => {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'program.cjs'), program);
  const child = startProgram(process.execPath, ['program.cjs', `${root}dist/testing.cjs`], { cwd });
  expect(JSON.parse(await stdoutOf(child))).toEqual({
    loaded: [],
    running: [],
    closed: [],
    answers: [true, true, true, true, true],
    hooked: false,
  });
});
