import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { buttonBody, call } from './support/api.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { type Simulator, startSimulatorProcess } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

const METRICS_TOKEN = 'metrics-4f1d3c2b9a8e7d6c5b4a';

describe('the log of a hosted simulator', () => {
  it.each(['text', 'json'])(
    'contains no secret after a complete run with the log format %s',
    async (format) => {
      const simulator = await startSimulatorProcess({
        dataDir: scratchFolder(),
        args: ['--hosted', '--drain', '0', '--log', format],
        env: { SIM_METRICS_TOKEN: METRICS_TOKEN },
      });
      const secrets = new Map<string, string>([['the metrics token', METRICS_TOKEN]]);
      await useAllSecrets(simulator, secrets);
      await misuseAllSecrets(simulator, secrets);
      expect(secrets.size).toBeGreaterThanOrEqual(15);
      expect(await simulator.stop()).toEqual({ code: 0, signal: null });

      const output = simulator.stdout() + simulator.stderr();
      expect(output).toContain('session.created');
      const leaks = [...secrets].filter(([, secret]) => output.includes(secret)).map(([name]) => name);
      expect(leaks).toEqual([]);
    },
  );
});

/** Creates a secret of every kind, stores it in `secrets`, and uses it. */
async function useAllSecrets({ url }: Simulator, secrets: Map<string, string>): Promise<void> {
  const keep = (name: string, secret: string) => {
    expect(secret, name).toMatch(/^.{6,}$/);
    secrets.set(name, secret);
    return secret;
  };
  const name = `shop-${randomUUID().slice(0, 8)}`;
  const password = keep('the password', `correct-horse-${randomUUID()}`);
  const registered = await call(url, 'POST', '/console/register', { body: { short_name: name, password } });
  const { console_token, key } = registered.body.data;
  const token = keep('the API token', key.token);
  keep('the first console token', console_token);
  keep('the webhook secret', key.webhook_secret);
  const historical = await call(url, 'POST', '/register', { body: { short_name: `${name}-old`, password } });
  keep('the API token of the historical registration', historical.body.data.token);
  keep('the webhook secret of the historical registration', historical.body.data.webhook_secret);

  const login = await call(url, 'POST', '/api/svcpagos/login', { body: { short_name: name, password } });
  keep('the API token of the log-in', login.body.data.token);
  const refreshToken = keep('the refresh token', login.body.data.refreshToken);
  const refreshed = await call(url, 'POST', '/api/svcpagos/refresh-token', { body: { refreshToken } });
  keep('the refreshed API token', refreshed.body.data.token);
  keep('the second refresh token', refreshed.body.data.refreshToken);
  const renewed = await call(url, 'POST', '/console/login', { body: { short_name: name, password } });
  const consoleToken = keep('the second console token', renewed.body.data.console_token);
  const page = await fetch(`${url}/console/login`, {
    method: 'POST',
    body: new URLSearchParams({ short_name: name, password }),
    headers: { origin: url },
    redirect: 'manual',
  });
  keep('the browser’s cookie', /=([^;]+)/.exec(page.headers.get('set-cookie') ?? '')?.[1] ?? '');

  const email = `${name}@shop.example`;
  const merchantPassword = keep('the merchant’s password', `battery-staple-${randomUUID()}`);
  await call(url, 'POST', '/console/merchant', {
    token: consoleToken,
    body: { legalName: 'Café Central C.A.', taxId: 'J-12345678-9', email, password: merchantPassword },
  });
  const entered = await call(url, 'POST', '/api/v1/merchants/auth/login', {
    body: { email, password: merchantPassword },
  });
  const { accessToken, merchantId } = entered.body.data;
  keep('the merchant’s access token', accessToken);
  const terminal = `/pos-terminals/VT-0001/pairing`;
  const paired = await call(url, 'POST', `/api/v1/merchants/${merchantId}${terminal}`, {
    token: accessToken,
    body: { serial: 'VT-0001' },
  });
  const activated = await call(url, 'POST', `/api/v1${terminal}/activate`, {
    body: { serial: 'VT-0001', code: paired.body.data.code },
  });
  keep('the terminal’s secret key', activated.body.data.secret_key);

  const agreement = await call(url, 'POST', '/api/v1/ext/agreements', {
    token,
    body: { title: 'Shop', payment_methods: { crypto: true }, default_bank_account_id: 'main' },
  });
  const trace = await followTrace({ url, account: { console_token: consoleToken } });
  const receiver = await startReceiver();
  const hook = `${url}/console/hooks/${registered.body.data.account_id}/captura`;
  for (const webhook_url of [hook, receiver.url]) {
    await call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', {
      token,
      body: buttonBody(agreement.body.data.agreement_id, { webhook_url }),
    });
  }
  await trace.first(({ type }) => type === 'webhook.delivered');
}

/** Uses secrets where they don't belong, so that error messages could contain them. */
async function misuseAllSecrets({ url }: Simulator, secrets: Map<string, string>): Promise<void> {
  const misuse = async (secret: string) => {
    const wrong = { token: secret, headers: { 'x-pos-signature': secret, 'idempotency-key': secret } };
    await call(url, 'GET', '/console/keys', wrong);
    await call(url, 'POST', '/api/v1/ext/agreements', { ...wrong, body: { title: secret } });
    await call(url, 'POST', '/api/svcpagos/refresh-token', { body: { refreshToken: secret } });
    await fetch(`${url}/api/svcpagos/login`, { method: 'POST', body: `{"password":"${secret}` });
    await fetch(`${url}/nowhere/${secret}?token=${secret}`);
    const relay = `GET /relay HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\n`;
    for (const bytes of [relay, `${relay}upgrade: websocket\r\nconnection: upgrade\r\n\r\n`])
      await sendRaw(url, bytes);
  };
  await Promise.all([...secrets.values()].map(misuse));
  // Hashing is slow, so only one secret is tried as a password.
  const password = secrets.get('the password');
  await call(url, 'POST', '/console/login', { body: { short_name: password, password } });
}

/** Sends an incomplete request, and waits until the connection is closed. */
function sendRaw(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.on('error', () => {}).on('close', () => resolve());
    socket.resume();
  });
}
