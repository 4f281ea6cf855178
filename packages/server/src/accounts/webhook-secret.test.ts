import { SECRET_GRACE_MS, signWebhook } from '@svc-simulator/contract';
import { chaosClient, staged, startScene } from '@svc-simulator/test-support/chaos-scene.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import type { TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const PATH = '/console/keys/webhook-secret';

const shown = async (sim: TestSimulator, { console }: TestAccount) =>
  (await sim.send('GET', PATH, { token: console })).json.data;
const replaced = async (sim: TestSimulator, { console }: TestAccount, body?: object) =>
  sim.send('POST', PATH, { token: console, body });

interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The signed webhook of a new session. */
async function signed(sim: TestSimulator, account: TestAccount): Promise<Signed> {
  const id = await sim.button(account);
  const [emitted] = await sim.trace(account, `&type=webhook.emitted&session_id=${id}`);
  const { headers, raw_body } = (emitted?.data ?? {}) as { headers: Signed['headers']; raw_body: string };
  return { headers, body: raw_body };
}

/** The signature of a webhook with this secret. */
const by = (secret: string, { headers, body }: Signed) =>
  signWebhook({ secret, timestamp: headers['svc-timestamp'] ?? '', body });

describe.each(eachStore())('the webhook secret, %s', (_, open) => {
  it('is distinguished from a token if it is sent as one', async () => {
    const { sim } = await open();
    const { secret } = await sim.account();
    const { status, json } = await sim.send('GET', PATH, { token: secret });
    expect([status, json.detail]).toEqual([
      401,
      expect.stringMatching(/^Wrong kind of token: a webhook secret .*console token/),
    ]);
  });

  it('signs together with the old one for a day of the account’s clock if grace is requested', async () => {
    const { sim, other } = await open();
    const account = await sim.account();
    const { token } = account;
    await sim.send('POST', '/control/clock/freeze', { token });
    const { now } = (await sim.send('GET', '/control/clock', { token })).json.data;
    const { webhook_secret: secret, previous } = (await replaced(sim, account, { grace: true })).json.data;
    const until = new Date(Date.parse(now) + SECRET_GRACE_MS).toISOString();
    expect(previous).toEqual({ webhook_secret: account.secret, signs_until: until });
    expect(await shown(other, account)).toEqual({ webhook_secret: secret, previous });
    const pass = (ms: number) => sim.send('POST', '/control/clock/advance', { token, body: { ms } });
    await pass(SECRET_GRACE_MS - 1);
    const within = await signed(other, account);
    expect(within.headers['svc-signature']).toBe(by(secret, within));
    expect(within.headers['svc-signature-previous']).toBe(by(account.secret, within));
    await pass(1);
    const after = await signed(other, account);
    expect(after.headers['svc-signature']).toBe(by(secret, after));
    expect(after.headers).not.toHaveProperty('svc-signature-previous');
    expect(await shown(sim, account)).toEqual({ webhook_secret: secret, previous: null });
  });
});

it('ends the older secret when it is replaced again, with or without grace', async () => {
  const sim = await startScene();
  const account = await sim.account();
  await replaced(sim, account, { grace: true });
  const second = (await replaced(sim, account, { grace: true })).json.data;
  expect(second.previous.webhook_secret).not.toBe(account.secret);
  expect((await replaced(sim, account)).json.data.previous).toBeNull();
  expect((await replaced(sim, account, { grace: 'yes' })).json.errors).toMatchObject([{ pointer: '/grace' }]);
});

it("isn't in the trace or a snapshot, and loading a snapshot keeps it", async () => {
  const sim = await startScene();
  const account = await sim.account();
  const { token } = account;
  const { webhook_secret: secret, previous } = (await replaced(sim, account, { grace: true })).json.data;
  await sim.button(account);
  const file = await sim.send('GET', '/control/snapshot', { token });
  const trace = JSON.stringify(await sim.trace(account));
  expect(trace).toContain('"type":"webhook_secret.replaced"');
  for (const text of [file.text, trace]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(account.secret);
  }
  expect((await sim.send('PUT', '/control/snapshot', { token, body: file.json })).status).toBe(200);
  expect(await shown(sim, account)).toEqual({ webhook_secret: secret, previous });
});

it('signs a forged webhook with neither of two valid secrets', async () => {
  const { sim, account, receiver, trace } = await staged();
  const secrets = [account.secret, (await replaced(sim, account, { grace: true })).json.data.webhook_secret];
  const genuine = await sim.button(account, { webhook_url: receiver.url });
  await trace.of(genuine, 'webhook.delivered');
  const body = { session_id: genuine, kind: 'bad_signature' };
  await sim.ask(account, 'POST', '/control/probes', body);
  await chaosClient(sim, account).set({ bad_signature: 1 });
  const upset = await sim.button(account, { webhook_url: receiver.url });
  await trace.of(upset, 'webhook.attempted');
  const [right, ...forged] = receiver.received.all.map(({ headers, rawBody }) => ({
    headers: headers as Signed['headers'],
    body: String(rawBody),
  }));
  expect(forged).toHaveLength(2);
  const signatures = ({ headers }: Signed) => [headers['svc-signature'], headers['svc-signature-previous']];
  if (!right) throw new Error('nothing came');
  expect(signatures(right)).toEqual([...secrets].reverse().map((secret) => by(secret, right)));
  for (const webhook of forged) {
    expect(signatures(webhook)).toHaveLength(2);
    for (const secret of secrets) expect(signatures(webhook)).not.toContain(by(secret, webhook));
  }
});
