/**
 * Uses the package as a user would, in the runtime that runs this file, from an empty directory next to the
 * installed package. Prints a line of JSON for each check. See run.js.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
// Deno adds globals when these modules are loaded, so they are loaded before the globals are recorded.
import 'node:console';
import 'node:module';
import 'node:worker_threads';

const CHECK_TIMEOUT_MS = 60_000;
const self = globalThis.Deno
  ? [process.execPath, 'run', '--allow-all', '--node-modules-dir=manual']
  : [process.execPath];
const sim = [...self, 'node_modules/svc-simulator/bin/sim.js'];

// Node adds a global for `fetch` when one of its classes is first used.
new Response().text();
const globalsBefore = shapeOfGlobals();
let simulator;
let receiver;

await check('start', async () => {
  simulator = start([...sim, 'start', '--json', '--port', '0', '--accreditation-delay', '0']);
  Object.assign(simulator, JSON.parse(await firstLine(simulator, (line) => line.startsWith('{'))));
  const health = await (await fetch(`${simulator.url}/health`)).json();
  equal(health.data.status, 'ok');
});

await check('round trip', async () => {
  receiver = await listen();
  const { verifyWebhook } = await import('svc-simulator/webhooks');
  const { headers, raw: body } = await payOneSession(simulator.url, simulator.account);
  const received = { headers, body, secret: simulator.account.webhook_secret };
  equal((await verifyWebhook(received)).event, 'payment_session.paid');
  const tampered = verifyWebhook({ ...received, body: `${body} ` });
  equal(await tampered.catch(({ code }) => code), 'signature_raw_body');
});

await check('relay', async () => {
  const relay = start([...sim, 'relay', '--json', '--port', String(receiver.port)]);
  await firstLine(relay, (line) => line.includes('"connected"'));
  await payOneSession(simulator.url, simulator.account);
  await firstLine(
    relay,
    (line) => line.includes('payment_session.accredited') && line.includes('"status":200'),
  );
  equal(await stop(relay), 0);
  equal(await stop(simulator), 0);
});

await check('https', async () => {
  const secure = start([...sim, 'start', '--tls', '--ephemeral', '--json', '--port', '0']);
  const { url, ca_file } = JSON.parse(await firstLine(secure, (line) => line.startsWith('{')));
  const script = `console.log((await fetch('${url}/health')).status)`;
  writeFileSync('fetch.mjs', script);
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: ca_file, DENO_CERT: ca_file };
  const output = start([...self, 'fetch.mjs'], env);
  equal(await output.ended, 0);
  equal(output.stdout.trim(), '200');
  // `sim` commands find the certificate authority in the run file.
  equal(await start([...sim, 'session', 'create']).ended, 0);
  // Without the authority, `fetch` refuses the certificate.
  equal(await start([...self, 'fetch.mjs']).ended, 1);
  equal(await stop(secure), 0);
});

await check('exec', async () => {
  writeFileSync(
    'command.mjs',
    `const answer = await fetch(process.env.SIM_URL + '/health');
     console.log((await answer.json()).data.status);
     process.exit(7);`,
  );
  const command = start([...sim, 'exec', '--', ...self, 'command.mjs']);
  equal(await command.ended, 7);
  equal(command.stdout.trim(), 'ok');
  // Runs the code of recipes.md: with the runtime's own test runner, and in Bun with its hash function.
  const [signing] = /^const mac = new Bun.CryptoHasher[^`]*`[^`]*`.*$/m.exec(
    readFileSync('recipes.md', 'utf8'),
  );
  writeFileSync(
    'recipe.test.mjs',
    `import { equal } from 'node:assert';
     import { createHmac } from 'node:crypto';
     import { test } from 'node:test';
     test('recipe', async () => {
       equal((await fetch(process.env.SIM_URL + '/health')).status, 200);
       if (!globalThis.Bun) return;
       const [headers, rawBody] = [new Headers({ 'svc-timestamp': '2026-11-20T21:27:00.000Z' }), '{"a":"ñ"}'];
       ${signing}
       const hmac = createHmac('sha256', process.env.SIM_WEBHOOK_SECRET);
       equal(expected, hmac.update(headers.get('svc-timestamp') + '.' + rawBody).digest('hex'));
     });`,
  );
  const words = globalThis.Bun
    ? ['test']
    : globalThis.Deno
      ? ['test', '--allow-net', '--allow-env']
      : ['--test'];
  const tests = start([...sim, 'exec', '--', process.execPath, ...words, 'recipe.test.mjs']);
  equal((await tests.ended) + tests.stdout + tests.stderr, `0${tests.stdout}${tests.stderr}`);
});

await check('testing library', async () => {
  const { startSimulator } = await import('svc-simulator/testing');
  const inProcess = await startSimulator();
  const session = await inProcess.session.create({
    webhook_url: `http://127.0.0.1:${receiver.port}/library`,
  });
  await inProcess.session.pay(session);
  const { body } = await inProcess.webhooks.waitFor('payment_session.accredited', { session });
  equal(body.session_payment.status, 'paid');
  await ownServerAnswers(inProcess.url);
  await inProcess.close();
});

await check('globals unchanged', async () => {
  const now = shapeOfGlobals();
  const changedGlobals = [...now].filter(([name, value]) => !Object.is(value, globalsBefore.get(name)));
  equal(JSON.stringify(changedGlobals.map(([name]) => String(name))), '[]');
  const answer = await fetch(`http://127.0.0.1:${receiver.port}/`, { method: 'POST', body: '{}' });
  equal(answer instanceof Response, true);
});

receiver?.server.closeAllConnections?.();
receiver?.server.close();
process.exit(0);

async function check(name, work) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS);
  });
  const error = await Promise.race([work(), late]).then(
    () => undefined,
    (reason) => String(reason?.stack ?? reason),
  );
  clearTimeout(timer);
  console.log(JSON.stringify({ check: name, error }));
}

function equal(actual, expected) {
  if (actual !== expected) throw new Error(`expected ${expected}, found ${actual}`);
}

/** Creates a button session, pays it on the payment page, and resolves with the webhook of the payment. */
async function payOneSession(url, account) {
  const creation = await fetch(`${url}/api/v1/ext/payment-sessions/buttons`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      agreement_id: account.agreement_id,
      amount_reference: 25.5,
      currency_reference: 'USD',
      identifier_label: 'Order',
      identifier: 'A-1',
      description: 'Two coffees',
      success_url: 'https://shop.invalid/ok',
      failure_url: 'https://shop.invalid/ko',
      webhook_url: `http://127.0.0.1:${receiver.port}/webhooks`,
    }),
  });
  equal(creation.status, 201);
  const { id, payment_url } = (await creation.json()).data;
  const form = {
    metodo: 'immediate_debit',
    tipo: 'V',
    cedula: '12345678',
    telefono: '04121234567',
    banco: '0102',
  };
  const payment = await fetch(payment_url, {
    method: 'POST',
    body: new URLSearchParams({ ...form, otp: '000000' }),
    redirect: 'manual',
  });
  equal(payment.status, 303);
  return receiver.first(
    ({ body }) => body.event === 'payment_session.paid' && body.session_payment.id === id,
  );
}

async function listen() {
  const received = [];
  const waiting = new Set();
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const raw = Buffer.concat(parts);
    received.push({ raw, headers: request.headers, body: JSON.parse(raw) });
    response.end('ok');
    for (const look of waiting) look();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const first = (matches) =>
    new Promise((resolve) => {
      const look = () => {
        const webhook = received.find(matches);
        if (!webhook) return;
        waiting.delete(look);
        resolve(webhook);
      };
      waiting.add(look);
      look();
    });
  return { server, port: server.address().port, first };
}

function start([command, ...words], env = process.env) {
  const child = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const program = { child, stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (part) => {
      program[stream] += part;
    });
  program.lines = createInterface({ input: child.stdout });
  program.ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  process.once('exit', () => child.kill('SIGKILL'));
  return program;
}

function firstLine(program, matches) {
  return new Promise((resolve, reject) => {
    program.lines.on('line', (line) => matches(line) && resolve(line));
    program.ended.then((code) => reject(new Error(`ended with ${code}: ${program.stderr}`)));
  });
}

function stop(program) {
  // Not `child.kill()`: Deno would then report the signal, even if the program exits with a code.
  process.kill(program.child.pid, 'SIGTERM');
  return program.ended;
}

/** Checks that `Bun.serve` or `Deno.serve` still accepts a `Response` after the package was loaded. */
async function ownServerAnswers(simulatorUrl) {
  equal((await fetch(`${simulatorUrl}/health`)) instanceof Response, true);
  const { Bun, Deno } = globalThis;
  const answer = () => new Response('still here');
  const server =
    Bun?.serve({ port: 0, hostname: '127.0.0.1', fetch: answer }) ??
    Deno?.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, answer);
  if (!server) return;
  const port = server.port ?? server.addr.port;
  equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'still here');
  await (server.stop?.(true) ?? server.shutdown());
}

/** Returns every global and every method of `console`, to find out which were replaced. */
function shapeOfGlobals() {
  const shape = new Map();
  for (const [owner, prefix] of [
    [globalThis, ''],
    [console, 'console.'],
  ])
    for (const name of Reflect.ownKeys(owner)) {
      // Reading localStorage without a configured file would print a warning or throw.
      if (/storage/i.test(String(name))) continue;
      const { value, get } = Reflect.getOwnPropertyDescriptor(owner, name);
      shape.set(`${prefix}${String(name)}`, get ? owner[name] : value);
    }
  return shape;
}
