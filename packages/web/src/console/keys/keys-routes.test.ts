import { createConsoleVisit, inConsole, logIn } from '@svc-simulator/test-support/browser.ts';
import { describe, expect, it } from 'vitest';
import { signatureCheck } from './keys-page.tsx';

describe('the page of keys', async () => {
  const { sim, account, browser } = await inConsole();

  const statusOf = async (path: string, token: string | undefined) =>
    (await sim.send('GET', path, { token })).status;
  const secrets = /sim_(?:api|con|web)_[\w-]{32}|whsec_[\w-]{32}/g;

  it('contains no secret until the user requests one', async () => {
    expect((await browser.get('/console/keys')).html.match(secrets)).toBeNull();
    expect((await browser.get('/console/keys?show=webhook_secret')).html.match(secrets)).toBeNull();
    const output = await browser.post('/console/keys', { show: 'webhook_secret' });
    expect(new Set(output.html.match(secrets))).toEqual(new Set([account.secret]));
    expect(output.html).toContain(`<code>${account.secret}</code>`);
    expect(output.headers.get('cache-control')).toBe('no-store');
    expect((await browser.get('/console/keys')).html.match(secrets)).toBeNull();
  });

  it('shows a new API token once, and keeps older tokens valid', async () => {
    const creation = await browser.post('/console/keys', { show: 'env' });
    const [token] = creation.html.match(secrets) ?? [];
    expect(token).toMatch(/^sim_api_/);
    expect(creation.html).toContain(
      `SIM_URL=${sim.url}\nSIM_TOKEN=${token}\nSIM_AGREEMENT_ID=${account.agreement}\nSIM_WEBHOOK_SECRET=${account.secret}`,
    );
    expect(token).not.toBe(account.token);
    expect(await statusOf('/api/v1/ext/payment-stops', token)).toBe(200);
    expect(await statusOf('/api/v1/ext/payment-stops', account.token)).toBe(200);
    expect((await browser.get('/console/keys')).html.match(secrets)).toBeNull();
    expect(JSON.stringify(await sim.trace(account))).not.toContain(token);
  });

  it('replaces the console token, rejects the former one, and keeps the browser logged in', async () => {
    expect(await statusOf('/console/trace', account.console)).toBe(200);
    const creation = await browser.post('/console/keys', { show: 'console_token' });
    const [token] = creation.html.match(secrets) ?? [];
    expect(token).toMatch(/^sim_con_/);
    expect(await statusOf('/console/trace', token)).toBe(200);
    expect(await statusOf('/console/trace', account.console)).toBe(401);
    expect((await browser.get('/console/keys')).status).toBe(200);
    const trace = await sim.send('GET', '/console/trace', { token });
    expect(trace.text).not.toMatch(secrets);
    expect(trace.json.data.at(-1)).toMatchObject({
      type: 'login.succeeded',
      data: { surface: 'keys_page', token: 'console' },
    });
  });

  it('lists tokens without their secret part, and revokes the selected one', async () => {
    const creation = await browser.post('/console/keys', { show: 'env' });
    const [token = ''] = creation.html.match(secrets) ?? [];
    const { html } = await browser.get('/console/keys');
    const row = html.split('<li').find((part) => part.includes(token.slice(-4))) ?? '';
    const [, id = ''] = /value="(tok_[0-9a-f]{16})"/.exec(row) ?? [];
    const response = await browser.post('/console/keys/revoke', { token_id: id });
    expect(response.location).toBe('/console/keys?done=token_revoked');
    expect(await statusOf('/api/v1/ext/payment-stops', token)).toBe(401);
    const after = await browser.get('/console/keys?done=token_revoked');
    expect(after.html).not.toContain(id);
    expect(after.html).toContain('Token revoked');
    expect((await browser.get('/console/keys/revoke')).location).toBe('/console/keys');
  });

  it('replaces the webhook secret, and shows until when the former one is valid if a grace period is set', async () => {
    const { account: newAccount, browser: page } = await createConsoleVisit(sim);
    const post = async (show: string) => {
      const { html } = await page.post('/console/keys', { show });
      return { html, secret: html.match(secrets)?.[0] };
    };
    const first = await post('new_webhook_secret_with_grace');
    expect(first.secret).not.toBe(newAccount.secret);
    expect(first.html).toContain('also signed with the previous secret, in svc-signature-previous, until');
    const second = await post('new_webhook_secret');
    expect(second.secret).not.toBe(first.secret);
    expect(second.html).not.toContain(
      'also signed with the previous secret, in svc-signature-previous, until',
    );
    const { data } = (await sim.ask(newAccount, 'GET', '/console/keys/webhook-secret')).json;
    expect(data).toEqual({ webhook_secret: second.secret, previous: null });
  });

  it('reveals nothing if the requested secret is unknown', async () => {
    for (const fields of [{}, { show: 'everything' }]) {
      const answer = await browser.post('/console/keys', fields as Record<string, string>);
      expect([answer.status, answer.location]).toEqual([303, '/console/keys']);
    }
  });

  it("shows verification code for the account's signature variant", async () => {
    const newAccount = await sim.account();
    const page = await logIn(sim, newAccount);
    expect((await page.get('/console/keys')).html).toContain('svc-timestamp&#39;]}.');
    const body = { webhook_signature: 'body' };
    await sim.ask(newAccount, 'PUT', '/console/settings', body);
    expect((await page.get('/console/keys')).html).not.toContain('svc-timestamp&#39;]}.');
  });

  it('shows a first call and the verification in six more languages, within 160 kB', async () => {
    const { html } = await browser.get('/console/keys');
    const calls = {
      Python: 'hmac.compare_digest(expected.encode()',
      PHP: 'hash_hmac(',
      Java: 'Mac.getInstance(',
      'C#': 'HMACSHA256',
      Go: 'hmac.New(sha256.New',
      Ruby: 'OpenSSL::HMAC',
    };
    for (const [language, call] of Object.entries(calls)) {
      expect(html).toContain(`<summary>${language}</summary>`);
      expect(html).toContain(call);
      expect(html).toContain(`id="call-${language}"`);
    }
    expect(html).not.toMatch(/data-copy="[^"]*(?:YOUR_|&lt;)/);
    expect(html.length).toBeLessThan(160_000);
  });
});

describe('the verification code on the page of keys', () => {
  // Expected value: printf '%s' "$signed" | openssl dgst -sha256 -hmac whsec_golden
  const rawBody = Buffer.from('{"event":"payment_session.paid", "n":1.0}');
  const timestamp = '2026-01-01T00:00:00.000Z';

  it.each([
    ['timestamp', '8a2e3f530ce67af63f244066cda2c21f14f00e35e547a26b009c51a95c8054de'],
    ['body', '53a3faab7c104d8649966c8a9bfa606fa2ba639b32d2b734e6c212ed6ef09bc4'],
    ['sha256', 'sha256=53a3faab7c104d8649966c8a9bfa606fa2ba639b32d2b734e6c212ed6ef09bc4'],
  ] as const)('accepts a valid signature of the variant %s and no other', async (variant, signature) => {
    const source = `data:text/javascript,${encodeURIComponent(signatureCheck(variant, 'rawBody: bytes'))}`;
    const { isGenuine } = await import(/* @vite-ignore */ source);
    const check = (signature: string | undefined, bytes = rawBody, secret = 'whsec_golden') =>
      isGenuine({ 'svc-timestamp': timestamp, 'svc-signature': signature }, bytes, secret);
    expect(check(signature)).toBe(true);
    expect(check(signature, Buffer.from('{"event":"payment_session.paid","n":1.0}'))).toBe(false);
    expect(check(signature, rawBody, 'whsec_other')).toBe(false);
    for (const wrong of [undefined, '', 'zz', signature.slice(2), `${signature}00`]) {
      expect(check(wrong)).toBe(false);
    }
  });
});
