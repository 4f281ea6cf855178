import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type Figure, reported, within } from './figures.ts';
import { interleave } from './rounds.ts';

const ROUNDS = 21;

/** Prints what starting took in ms, since the module was loaded; then ends the process. */
const done = `(() => { process.stdout.write(String(performance.now() - began)); process.exit(); })()`;
const simulator = `const { startSimulator } = require(${JSON.stringify(resolve('dist/testing.cjs'))});
const began = performance.now();
startSimulator().then(() => ${done});`;
const server = `const { createServer } = require('node:http');
const began = performance.now();
createServer().listen(0, '127.0.0.1', () => ${done});`;
const second = `const { startSimulator } = require(${JSON.stringify(resolve('dist/testing.cjs'))});
let began;
startSimulator().then(() => { began = performance.now(); return startSimulator(); }).then(() => ${done});`;
const account = `const { startSimulator } = require(${JSON.stringify(resolve('dist/testing.cjs'))});
let began;
startSimulator().then((sim) => { began = performance.now(); return sim.account(); }).then(() => ${done});`;

/** Ten sessions, half of them paid, none of their webhooks taken: accreditation, retries, expiry and retention all come. */
const life = `const { startSimulator } = require(${JSON.stringify(resolve('dist/testing.cjs'))});
let began;
startSimulator({ accreditationDelayMs: 5000 }).then(async (sim) => {
  const webhook_url = sim.url + '/console/hooks/' + sim.accountId + '/fail';
  await sim.clock.freeze();
  const sessions = [];
  for (let order = 0; order < 10; order++) sessions.push(await sim.session.create({ webhook_url }));
  for (const session of sessions.slice(0, 5)) await sim.session.pay(session);
  began = performance.now();
  await sim.clock.advance('30 days');
}).then(() => ${done});`;

/** How long a test waits for a simulator in its process, over the least that any server costs. */
export async function measure(): Promise<Figure[]> {
  const times = await interleave(ROUNDS, {
    simulator: () => elapsed(simulator),
    server: () => elapsed(server),
    second: () => elapsed(second),
    account: () => elapsed(account),
    life: () => elapsed(life),
    loaded: () => wholeProcess(simulator),
    bare: () => wholeProcess(server),
  });
  return [
    within('startSimulator() to ready, over an empty server', times.simulator - times.server, 60),
    reported('a second one in the process', times.second, 'ms', times.server),
    reported('a further account', times.account, 'ms'),
    within('an account of ten sessions lives 30 days in one advance', times.life, 1000),
    reported('a process that loads it and starts one', times.loaded, 'ms', times.bare),
  ];
}

/** Runs a script in a process of its own, so that nothing is loaded or optimised yet; answers what it printed. */
async function elapsed(script: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const part of child.stdout) text += part;
  const ms = Number(text);
  if (text === '' || Number.isNaN(ms))
    throw new Error(`a script printed ${JSON.stringify(text)}:\n${script}`);
  return ms;
}

async function wholeProcess(script: string): Promise<number> {
  const began = performance.now();
  await elapsed(script);
  return performance.now() - began;
}
