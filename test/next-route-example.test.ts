import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { POST } from '../examples/webhook-receiver/next-route.ts';
import { openSession } from './support/api.ts';
import { listening } from './support/listening.ts';
import { signatureOver } from './support/signature.ts';
import { runSimHere } from './support/sim-here.ts';
import { startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const SECRET = 'whsec_of_the_route';

describe('examples/webhook-receiver/next-route.ts', () => {
  it('takes a genuine webhook, once', async () => {
    const handled = vi.spyOn(console, 'log').mockImplementation(() => {});
    const url = await serve(POST);
    const simulator = await startSimulator();
    vi.stubEnv('WEBHOOK_SECRET', simulator.account.webhook_secret);
    const trace = await followTrace(simulator);
    const { id } = await openSession(simulator, { webhook_url: url });
    const attempted = await trace.first(
      ({ type, session_id }) => type === 'webhook.attempted' && session_id === id,
    );
    expect(attempted.data.status).toBe(200);
    const { data } = await trace.first(
      ({ type, session_id }) => type === 'webhook.emitted' && session_id === id,
    );
    const { headers, raw_body: body } = data as { headers: Record<string, string>; raw_body: string };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    expect(handled.mock.calls).toEqual([[`${id}: payment_session.created`]]);
  });

  it('passes every check of sim doctor', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubEnv('WEBHOOK_SECRET', SECRET);
    const { code, stdout } = await runSimHere(['doctor', await serve(POST), '--secret', SECRET]);
    expect(code, stdout).toBe(0);
  });

  it('refuses what is too large, and says what it lacks when it has no secret', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
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
    expect(said.mock.calls).toEqual([[expect.stringMatching(/^secret_missing: /)]]);
  });
});

/** A route handler on a local port, as its framework would call it: node:http in front, web Request and Response behind. */
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
      // What broke off in the middle costs its own request alone.
      outgoing.destroy();
    }
  });
  return `http://127.0.0.1:${await listening(server)}/webhooks`;
}
