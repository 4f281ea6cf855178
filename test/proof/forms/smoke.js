import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Starts the simulator with a command, receives a webhook, stops it with SIGTERM, and restarts it on its
 * data. Returns the time until it was ready, in ms.
 * @param {readonly string[]} command the words before `start`
 * @param {{ env?: Record<string, string> }} [surroundings]
 */
export async function smoke(command, { env = {} } = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'svc-simulator-form-'));
  try {
    const at = { cwd, env: { ...process.env, ...env } };
    const startMs = performance.now();
    const simulator = await startForm(command, at);
    const readyMs = Math.round(performance.now() - startMs);
    await output([...command, 'health'], at);
    const session = await signedWebhook(command, at);
    await simulator.stop();
    const again = await startForm(command, at);
    const { status } = JSON.parse(await output([...command, 'session', 'show', session, '--json'], at));
    if (status !== 'paid') throw new Error(`after another start the session is ${status}`);
    await again.stop();
    return readyMs;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/**
 * Creates and pays a session, and checks its webhook's signature with the secret from `sim env`. Returns the
 * session's id.
 */
export async function signedWebhook(command, at) {
  const receiver = createServer().listen(0, '127.0.0.1');
  try {
    await once(receiver, 'listening');
    const webhook = webhookAt(receiver);
    const url = `http://127.0.0.1:${receiver.address().port}/`;
    const { SIM_WEBHOOK_SECRET: secret } = JSON.parse(await output([...command, 'env', '--json'], at));
    const payment = await output([...command, 'trigger', 'paid', '--webhook-url', url, '--json'], at);
    const { headers, body } = await webhook;
    const signature = createHmac('sha256', secret).update(`${headers['svc-timestamp']}.`).update(body);
    if (headers['svc-signature'] !== signature.digest('hex')) throw new Error('the webhook is not signed');
    return JSON.parse(payment).session_id;
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}

async function startForm([program, ...words], at) {
  const child = spawn(program, [...words, 'start', '--port', '0', '--json'], {
    ...at,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await exit;
    if (code !== 0) throw new Error(`start ended with ${code} after SIGTERM`);
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue;
    // Reads and discards later output; otherwise the full pipe would block the simulator.
    child.stdout.resume();
    return { stop };
  }
  throw new Error(`${program} start ended before it was ready`);
}

/** Resolves with the next webhook that a server receives. */
function webhookAt(server) {
  return new Promise((resolve, reject) => {
    server.on('request', async (request, response) => {
      try {
        const parts = await request.toArray();
        response.end();
        resolve({ headers: request.headers, body: Buffer.concat(parts) });
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** Returns the output of a command; rejects if it fails. */
export async function output([program, ...words], options = {}) {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8');
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}`);
  return text;
}
