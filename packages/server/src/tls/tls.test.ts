import { existsSync } from 'node:fs';
import { fetchTrusting, toTrustOptions } from '@svc-simulator/client';
import { createSimulator, type Simulator } from '@svc-simulator/simulator/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

describe('a simulator with TLS', () => {
  let sim: Simulator;
  let trustingFetch: typeof fetch;
  let authorization: string;
  beforeAll(async () => {
    sim = await createSimulator({ port: 0, tls: true, accreditationDelayMs: 0 });
    trustingFetch = fetchTrusting(sim.caCertificate?.pem ?? '');
    authorization = `Bearer ${(await sim.demo)?.token}`;
  });
  afterAll(() => sim.close());

  const createButton = async (webhook_url: string) => {
    const answer = await trustingFetch(`${sim.url}/api/v1/ext/payment-sessions/buttons`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{
          amount_reference: 1,
          currency_reference: 'USD',
          identifier_label: 'A',
          identifier: '1',
          description: 'x',
        },
        success_url: 'https://shop.invalid/ok',
        failure_url: 'https://shop.invalid/ko',
        webhook_url,
        agreement_id: (await sim.demo)?.agreement_id,
      }),
    });
    return ((await answer.json()) as { data: { id: string; payment_url: string } }).data;
  };

  it('serves only clients that trust its authority', async () => {
    expect(sim.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect((await trustingFetch(`${sim.url}/health`)).status).toBe(200);
    expect((await trustingFetch(`${sim.url.replace('127.0.0.1', 'localhost')}/health`)).status).toBe(200);
    await expect(fetch(`${sim.url}/health`)).rejects.toMatchObject({
      cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    });
    await expect(fetch(`${sim.url.replace('https', 'http')}/health`)).rejects.toThrow();
  });

  it("provides its authority's certificate as a file and at /ca.pem", async () => {
    const answer = await trustingFetch(`${sim.url}/ca.pem`);
    expect(answer.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    expect(await answer.text()).toBe(sim.caCertificate?.pem);
    expect(existsSync(sim.caCertificate?.file ?? '')).toBe(true);
  });

  it('returns https URLs, and recognizes URLs of its own receivers', async () => {
    const keys = await trustingFetch(`${sim.url}/console/keys`, {
      headers: { authorization: `Bearer ${(await sim.demo)?.console_token}` },
    });
    const { receivers } = ((await keys.json()) as { data: { receivers: { captura: string } } }).data;
    expect(receivers.captura).toMatch(`${sim.url}/console/hooks/`);
    for (const host of ['127.0.0.1', 'LOCALHOST', '[::1]']) {
      const { id, payment_url } = await createButton(receivers.captura.replace('127.0.0.1', host));
      expect(payment_url).toBe(`${sim.url}/pay/${id}`);
      const trace = await trustingFetch(`${sim.url}/console/trace?session_id=${id}&type=webhook.emitted`, {
        headers: { authorization: `Bearer ${(await sim.demo)?.console_token}` },
      });
      expect(await trace.json()).toMatchObject({ data: [{ data: { route: 'loopback' } }] });
    }
  });

  it('accepts relays over wss', async () => {
    const relay = new WebSocket(`${sim.url.replace('https', 'wss')}/relay`, {
      headers: { authorization },
      ...(await toTrustOptions(sim.caCertificate?.pem ?? '')),
    });
    const frame = await new Promise((resolve, reject) =>
      relay.once('message', resolve).once('error', reject),
    );
    expect(JSON.parse(String(frame))).toMatchObject({ type: 'ready' });
    relay.close();
  });

  it('sets secure cookies for its console', async () => {
    const { short_name, password } = (await sim.demo) as { short_name: string; password: string };
    const answer = await trustingFetch(`${sim.url}/console/login`, {
      method: 'POST',
      headers: { accept: 'text/html', origin: sim.url, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ short_name, password }),
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      303,
      expect.stringContaining('; Secure'),
    ]);
  });
});

describe('a simulator with TLS in memory', () => {
  it("removes its authority's file when it stops", async () => {
    const sim = await createSimulator({ port: 0, tls: true, demo: false });
    const file = sim.caCertificate?.file ?? '';
    expect(existsSync(file)).toBe(true);
    await sim.close();
    expect(existsSync(file)).toBe(false);
  });
});
