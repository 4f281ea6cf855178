import { SECRET_GRACE_MS, signWebhook } from '@svc-simulator/contract';
import { createChaosClient, startScene, startWebhookScene } from '@svc-simulator/test-support/chaos-scene.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import type { TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const PATH = '/console/keys/webhook-secret';

const readSecret = async (sim: TestSimulator, { console }: TestAccount) =>
  (await sim.send('GET', PATH, { token: console })).json.data;
const replaceSecret = async (sim: TestSimulator, { console }: TestAccount, body?: object) =>
  sim.send('POST', PATH, { token: console, body });

interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Creates a session and returns its signed webhook. */
async function createSignedWebhook(sim: TestSimulator, account: TestAccount): Promise<SignedWebhook> {
  const id = await sim.button(account);
  const [emitted] = await sim.trace(account, `&type=webhook.emitted&session_id=${id}`);
  const { headers, raw_body } = (emitted?.data ?? {}) as {
    headers: SignedWebhook['headers'];
    raw_body: string;
  };
  return { headers, body: raw_body };
}

const sign = (secret: string, { headers, body }: SignedWebhook) =>
  signWebhook({ secret, timestamp: headers['svc-timestamp'] ?? '', body });

describe.each(eachStore())('the webhook secret, %s', (_, open) => {
  it('is refused with a 401 that explains the mistake if it is sent as a token', async () => {
    const { sim } = await open();
    const { secret } = await sim.account();
    const { status, json } = await sim.send('GET', PATH, { token: secret });
    expect([status, json.detail]).toEqual([
      401,
      expect.stringMatching(/^Wrong kind of token: a webhook secret .*console token/),
    ]);
  });

  it("signs together with the previous secret for a day of the account's clock if the request asks for a grace period", async () => {
    const { sim, other } = await open();
    const account = await sim.account();
    const { token } = account;
    await sim.send('POST', '/control/clock/freeze', { token });
    const { now } = (await sim.send('GET', '/control/clock', { token })).json.data;
    const { webhook_secret: secret, previous } = (await replaceSecret(sim, account, { grace: true })).json
      .data;
    const until = new Date(Date.parse(now) + SECRET_GRACE_MS).toISOString();
    expect(previous).toEqual({ webhook_secret: account.secret, signs_until: until });
    expect(await readSecret(other, account)).toEqual({ webhook_secret: secret, previous });
    const advance = (ms: number) => sim.send('POST', '/control/clock/advance', { token, body: { ms } });
    await advance(SECRET_GRACE_MS - 1);
    const within = await createSignedWebhook(other, account);
    expect(within.headers['svc-signature']).toBe(sign(secret, within));
    expect(within.headers['svc-signature-previous']).toBe(sign(account.secret, within));
    await advance(1);
    const after = await createSignedWebhook(other, account);
    expect(after.headers['svc-signature']).toBe(sign(secret, after));
    expect(after.headers).not.toHaveProperty('svc-signature-previous');
    expect(await readSecret(sim, account)).toEqual({ webhook_secret: secret, previous: null });
  });
});

it('invalidates the oldest of three secrets, with or without a grace period', async () => {
  const sim = await startScene();
  const account = await sim.account();
  await replaceSecret(sim, account, { grace: true });
  const second = (await replaceSecret(sim, account, { grace: true })).json.data;
  expect(second.previous.webhook_secret).not.toBe(account.secret);
  expect((await replaceSecret(sim, account)).json.data.previous).toBeNull();
  expect((await replaceSecret(sim, account, { grace: 'yes' })).json.errors).toMatchObject([
    { pointer: '/grace' },
  ]);
});

it('is in neither the trace nor snapshots, and loading a snapshot keeps it', async () => {
  const sim = await startScene();
  const account = await sim.account();
  const { token } = account;
  const { webhook_secret: secret, previous } = (await replaceSecret(sim, account, { grace: true })).json.data;
  await sim.button(account);
  const file = await sim.send('GET', '/control/snapshot', { token });
  const trace = JSON.stringify(await sim.trace(account));
  expect(trace).toContain('"type":"webhook_secret.replaced"');
  for (const text of [file.text, trace]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(account.secret);
  }
  expect((await sim.send('PUT', '/control/snapshot', { token, body: file.json })).status).toBe(200);
  expect(await readSecret(sim, account)).toEqual({ webhook_secret: secret, previous });
});

it('signs forged webhooks with neither of two valid secrets', async () => {
  const { sim, account, receiver, trace } = await startWebhookScene();
  const secrets = [
    account.secret,
    (await replaceSecret(sim, account, { grace: true })).json.data.webhook_secret,
  ];
  const validSession = await sim.button(account, { webhook_url: receiver.url });
  await trace.of(validSession, 'webhook.delivered');
  const body = { session_id: validSession, kind: 'bad_signature' };
  await sim.ask(account, 'POST', '/control/probes', body);
  await createChaosClient(sim, account).set({ bad_signature: 1 });
  const chaosSession = await sim.button(account, { webhook_url: receiver.url });
  await trace.of(chaosSession, 'webhook.attempted');
  const [validWebhook, ...forgedWebhooks] = receiver.received.all.map(({ headers, rawBody }) => ({
    headers: headers as SignedWebhook['headers'],
    body: String(rawBody),
  }));
  expect(forgedWebhooks).toHaveLength(2);
  const signatures = ({ headers }: SignedWebhook) => [
    headers['svc-signature'],
    headers['svc-signature-previous'],
  ];
  if (!validWebhook) throw new Error('nothing came');
  expect(signatures(validWebhook)).toEqual(
    [...secrets].reverse().map((secret) => sign(secret, validWebhook)),
  );
  for (const webhook of forgedWebhooks) {
    expect(signatures(webhook)).toHaveLength(2);
    for (const secret of secrets) expect(signatures(webhook)).not.toContain(sign(secret, webhook));
  }
});
