import { createHmac, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { languages } from './support/languages.js';
import { projectWith } from './support/package.ts';
import { startProgram, stdoutOf } from './support/program.ts';
import { runSimHere } from './support/sim-here.ts';

const secret = 'whsec_of_the_test';
const FAILS_ONCE = '00000000-0000-4000-8000-000000000000';
const body = JSON.stringify({
  event: 'payment_session.paid',
  session_payment: { id: 'a session', amount_reference: 1, currency_reference: 'USD' },
});

/**
 * Creates the files of `sim init` for a framework. The program's work takes a moment, and fails the first
 * time for one key.
 */
async function initWith(framework: string, events: string, work: readonly [before: string, slow: string]) {
  const folder = projectWith([], { type: framework === 'next' ? 'module' : undefined });
  const { code, stderr } = await runSimHere(['init', '--framework', framework], { cwd: folder });
  expect(code, stderr).toBe(0);
  const file = `${folder}/${events}`;
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(work[0]);
  writeFileSync(file, text.replace(work[0], `${work[0]}${work[1]}`));
  return { folder, file };
}

const slowNode = [
  'async function handleEvent(event) {\n',
  `  await new Promise((resolve) => setTimeout(resolve, 200));
  if (event.idempotency_key === '${FAILS_ONCE}' && !globalThis.isFailed) throw ((globalThis.isFailed = true), new Error('the work failed'));
`,
] as const;
const slowPython = [
  'def handle_event(event):\n',
  `    import time
    time.sleep(0.2)
    from flask import request
    if request.headers["idempotency-key"] == "${FAILS_ONCE}" and not hasattr(time, "failed"):
        time.failed = True
        raise RuntimeError("the work failed")
`,
] as const;

const nodeProgram = (module: string) => `
import { createServer } from 'node:http';
import { receiveWebhook } from './${module}';
createServer(receiveWebhook).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;
const honoProgram = (module: string) => `
import { serve } from '${import.meta.resolve('@hono/node-server')}';
import { POST } from './${module}';
serve({ fetch: POST, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
`;
const flaskProgram = `
from flask import Flask
from werkzeug.serving import make_server
from payment_webhooks import payment_webhooks
app = Flask(__name__)
app.register_blueprint(payment_webhooks)
server = make_server("127.0.0.1", 0, app, threaded=True)
print(server.server_port, flush=True)
server.serve_forever()
`;

const receivers = [
  ['node', 'payment-events.cjs', slowNode, ['program.mjs', nodeProgram('payment-webhooks.cjs')]],
  ['express', 'payment-events.cjs', slowNode, ['program.mjs', nodeProgram('payment-webhooks.cjs')]],
  ['hono', 'payment-events.cjs', slowNode, ['program.mjs', honoProgram('payment-webhooks.cjs')]],
  [
    'next',
    'app/webhooks/payments/payment-events.js',
    slowNode,
    ['program.mjs', honoProgram('app/webhooks/payments/route.js')],
  ],
  ['flask', 'payment_events.py', slowPython, ['program.py', flaskProgram]],
] as const;

function send(port: string, key: string): Promise<number> {
  const timestamp = new Date().toISOString();
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'svc-timestamp': timestamp, 'svc-signature': signature, 'idempotency-key': key };
  return fetch(`http://127.0.0.1:${port}/webhooks/payments`, { method: 'POST', headers, body }).then(
    ({ status }) => status,
  );
}

async function isThere(framework: string): Promise<boolean> {
  if (framework !== 'flask') return true;
  return (await startProgram('python3', ['-c', 'import flask']).exited).code === 0;
}

it.for(receivers)(
  'processes two simultaneous copies of a webhook once, and processes it again after a failure, in %s',
  async ([framework, events, work, [name, program]], { skip }) => {
    if (!(await isThere(framework))) skip();
    const { folder } = await initWith(framework, events, work);
    writeFileSync(`${folder}/${name}`, program);
    const command = name.endsWith('.py') ? 'python3' : process.execPath;
    const { lines, stdout, stop } = startProgram(command, [name], {
      cwd: folder,
      env: { WEBHOOK_SECRET: secret, PYTHONUNBUFFERED: '1' },
    });
    const port = await lines.first((line) => line !== '');
    const key = randomUUID();
    expect(await Promise.all([send(port, key), send(port, key)])).toEqual([200, 200]);
    expect(await send(port, key)).toBe(200);
    expect(await send(port, FAILS_ONCE)).toBe(500);
    expect(await send(port, FAILS_ONCE)).toBe(200);
    await stop();
    expect(stdout().match(/ship the order/g)).toHaveLength(2);
  },
);

it('processes both copies of a webhook if the program stores their key only after its work', async () => {
  const { folder, file } = await initWith('node', 'payment-events.cjs', slowNode);
  const claimedFirst = readFileSync(file, 'utf8');
  const claimedLast =
    claimedFirst.replace(/exports\.takeEvent = [\s\S]*/, '') +
    `
exports.takeEvent = async (event) => {
  if (claims.has(event.idempotency_key)) return;
  await handleEvent(event);
  claims.set(event.idempotency_key, true);
};
`;
  writeFileSync(file, claimedLast);
  writeFileSync(`${folder}/program.mjs`, nodeProgram('payment-webhooks.cjs'));
  const { lines, stdout, stop } = startProgram(process.execPath, ['program.mjs'], {
    cwd: folder,
    env: { WEBHOOK_SECRET: secret },
  });
  const port = await lines.first((line) => line !== '');
  const key = randomUUID();
  expect(await Promise.all([send(port, key), send(port, key)])).toEqual([200, 200]);
  await stop();
  expect(stdout().match(/ship the order/g)).toHaveLength(2);
});

const java = languages.find(({ name }) => name === 'Java');
/** A minimal replacement of slf4j, so that the program compiles without Spring Boot. */
const logger = {
  'org/slf4j/Logger.java':
    'package org.slf4j; public interface Logger { default void info(String text, Object value) { System.out.println("logged"); } }',
  'org/slf4j/LoggerFactory.java':
    'package org.slf4j; public class LoggerFactory { public static Logger getLogger(Class<?> of) { return new Logger() {}; } }',
};

it.skipIf(!java?.isThere())('processes two simultaneous copies of a webhook once in Java', async () => {
  const events = 'src/main/java/com/example/PaymentEvents.java';
  const { folder } = await initWith('spring', events, [
    'private void handle(String json) {\n',
    `        try { Thread.sleep(200); } catch (InterruptedException failure) {}
        if (json.equals("fails once") && failures++ == 0) throw new IllegalStateException("the work failed");
    }
    private static int failures = 0;
    private void logged(String json) {
`,
  ]);
  const file = `${folder}/${events}`;
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(
      'failures++ == 0) throw new IllegalStateException("the work failed");',
      '$&\n        logged(json);',
    ),
  );
  const drive = `package com.example;
class Drive {
  public static void main(String[] words) throws Exception {
    PaymentEvents events = new PaymentEvents();
    Thread first = new Thread(() -> events.take("a", "key")), second = new Thread(() -> events.take("a", "key"));
    first.start(); second.start(); first.join(); second.join();
    try { events.take("fails once", "other"); } catch (IllegalStateException failure) { System.out.println("failed"); }
    events.take("fails once", "other");
  }
}`;
  for (const [path, text] of Object.entries({ ...logger, 'com/example/Drive.java': drive })) {
    mkdirSync(`${folder}/${dirname(path)}`, { recursive: true });
    writeFileSync(`${folder}/${path}`, text);
  }
  const sources = [file, ...Object.keys(logger), 'com/example/Drive.java'];
  await stdoutOf(startProgram('javac', ['-d', 'classes', ...sources], { cwd: folder }));
  const output = await stdoutOf(
    startProgram('java', ['-cp', 'classes', 'com.example.Drive'], { cwd: folder }),
  );
  expect(output).toBe('logged\nfailed\nlogged\n');
});
