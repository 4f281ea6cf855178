import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { POST } from '../examples/webhook-receiver/next-route.ts';
import { openSession } from './support/api.ts';
import { listenOnFreePort } from './support/listening.ts';
import { createFakeNpx } from './support/npx.ts';
import { root, startProgram } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { signatureOver } from './support/signature.ts';
import { runSimHere } from './support/sim-here.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe.each(['express', 'hono'])('examples/webhook-receiver/%s.js', (name) => {
  it('accepts a valid webhook, and ignores a duplicate', async () => {
    const simulator = await startSimulator();
    const program = startProgram(process.execPath, [`${root}examples/webhook-receiver/${name}.js`], {
      env: { WEBHOOK_SECRET: simulator.account.webhook_secret, PORT: '0' },
    });
    const line = await program.lines.first((line) => line.includes('http://'));
    const id = await sendWebhookTwice(simulator, line.replace(/.*(http:\S+)$/, '$1'));
    await program.stop();
    const handledLines = program.lines.all.filter((line) => line.includes('payment_session.created'));
    expect(handledLines, 'and not processed again').toEqual([expect.stringContaining(id)]);
  });
});

it('says in one line that the port is in use, in examples/webhook-receiver/express.js', async () => {
  const port = new URL((await startReceiver((_, response) => response.end())).url).port;
  const program = startProgram(process.execPath, [`${root}examples/webhook-receiver/express.js`], {
    env: { WEBHOOK_SECRET: SECRET, PORT: port },
  });
  expect((await program.exited).code).toBe(1);
  expect(program.stderr()).toBe(`Port ${port} is in use: stop the other program, or set PORT.\n`);
});

const SECRET = 'whsec_of_the_route';

describe('examples/webhook-receiver/next-route.ts', () => {
  it('accepts a valid webhook, and ignores a duplicate', async () => {
    const consoleLog = vi.spyOn(console, 'log').mockImplementation(() => {});
    const simulator = await startSimulator();
    vi.stubEnv('WEBHOOK_SECRET', simulator.account.webhook_secret);
    const id = await sendWebhookTwice(simulator, await serve(POST));
    expect(consoleLog.mock.calls).toEqual([[`${id}: payment_session.created`]]);
  });

  it('passes every check of sim doctor', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubEnv('WEBHOOK_SECRET', SECRET);
    const { code, stdout } = await runSimHere(['doctor', await serve(POST), '--secret', SECRET]);
    expect(code, stdout).toBe(0);
  });

  it('refuses an oversized body, and names the missing secret', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    const url = 'http://shop.invalid/webhooks';
    vi.stubEnv('WEBHOOK_SECRET', SECRET);
    const large = Buffer.alloc(1024 * 1024 + 1);
    const timestamp = new Date().toISOString();
    const headers = {
      'svc-timestamp': timestamp,
      'svc-signature': signatureOver(large, timestamp, SECRET),
      'idempotency-key': 'k',
    };
    expect((await POST(new Request(url, { method: 'POST', headers, body: large }))).status).toBe(413);
    vi.stubEnv('WEBHOOK_SECRET', '');
    expect((await POST(new Request(url, { method: 'POST', body: 'x' }))).status).toBe(500);
    expect(consoleError.mock.calls).toEqual([[expect.stringMatching(/^secret_missing: /)]]);
  });
});

describe('examples/ci/force-outcome.sh', () => {
  const run = async (dataDir: string, ...words: string[]) =>
    startProgram('bash', [`${root}examples/ci/force-outcome.sh`, ...words], {
      cwd: root,
      env: { SIM_DATA: dataDir, PATH: `${await createFakeNpx()}:${process.env.PATH}` },
    });

  it('exits with 0 once the receiver has accepted the webhooks of both legs', async () => {
    const dataDir = scratchFolder();
    await startSimulator({ dataDir });
    const receiver = await startReceiver();
    const script = await run(dataDir, `${receiver.url}/webhooks`);
    expect(await script.exited, script.stderr()).toEqual({ code: 0, signal: null });
    expect(receiver.received.all.map(({ event }) => event)).toEqual([
      'payment_session.created',
      'payment_session.paid',
      'payment_session.accredited',
    ]);
    expect(script.stdout()).toContain('webhook.delivered');
  });

  it('exits with 2 if the URL is missing, and with 3 if no simulator is running', async () => {
    const nobody = scratchFolder();
    const [usage, nowhere] = [await run(nobody), await run(nobody, 'http://localhost:1/webhooks')];
    expect((await usage.exited).code).toBe(2);
    expect(usage.stderr()).toContain('usage:');
    expect((await nowhere.exited).code).toBe(3);
    expect(nowhere.stderr()).toContain('npx sim start');
  });
});

/** Makes the simulator send one webhook twice; returns the session's id. */
async function sendWebhookTwice(simulator: Simulator, url: string): Promise<string> {
  const trace = await followTrace(simulator);
  const { id } = await openSession(simulator, { webhook_url: url });
  const firstData = async (text: string) =>
    (await trace.first(({ type, session_id }) => type === text && session_id === id)).data;
  expect((await firstData('webhook.attempted')).status).toBe(200);
  const { headers, raw_body: body } = (await firstData('webhook.emitted')) as {
    headers: Record<string, string>;
    raw_body: string;
  };
  const again = await fetch(url, { method: 'POST', headers, body });
  expect(again.status, 'a repeated webhook is acknowledged').toBe(200);
  return id;
}

/**
 * Serves a route handler on a local port as its framework would: converts requests of node:http to `Request`,
 * and the handler's `Response` back.
 */
async function serve(handler: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const answer = await handler(
        new Request(`http://${incoming.headers.host}${incoming.url}`, {
          method: incoming.method as string,
          headers: new Headers(incoming.headers as Record<string, string>),
          body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>,
          duplex: 'half',
        } as RequestInit),
      );
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      // The client has aborted the request; later requests still work.
      outgoing.destroy();
    }
  });
  return `http://127.0.0.1:${await listenOnFreePort(server)}/webhooks`;
}
