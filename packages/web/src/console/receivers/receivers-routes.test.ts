import { createHmac } from 'node:crypto';
import { createConsoleVisit, inConsole } from '@svc-simulator/test-support/browser.ts';
import { describe, expect, it } from 'vitest';

describe('the page of receivers', async () => {
  const { sim, account, browser } = await inConsole();

  const hook = (name: string, who = account) => `/console/hooks/${who.id}/${name}`;
  const post = (body: string, headers: Record<string, string> = {}, who = account) =>
    sim.send('POST', hook('captura', who), { body, headers });
  const rowsOf = (html: string) => html.match(/id="received-\d+"/g) ?? [];
  /** Waits until the page contains a text, because webhooks arrive after the call. */
  const pageWith = async (text: string) => {
    await expect.poll(async () => (await browser.get('/console/receivers')).html).toContain(text);
    return (await browser.get('/console/receivers')).html;
  };

  it('lists the four URLs with their responses, and explains how to send a first webhook to them', async () => {
    const { account: newAccount, browser: page } = await createConsoleVisit(sim);
    const { html } = await page.get('/console/receivers');
    for (const [name, status] of [
      ['paid', 200],
      ['accredited', 200],
      ['fail', 500],
      ['captura', 200],
    ]) {
      expect(html.replaceAll(/<\/?(wbr|span)[^>]*>/g, '')).toContain(
        `<code>${sim.url}${hook(`${name}`, newAccount)}</code>`,
      );
      expect(html).toContain(`responds with ${status}`);
    }
    expect(html.match(/responds with 500/g)).toHaveLength(1);
    expect(html).toContain(`--webhook-url ${sim.url}${hook('captura', newAccount)}`);
  });

  it('shows the bytes of a received webhook, and that its signature is valid', async () => {
    const session = await sim.button(account, { webhook_url: sim.url + hook('paid') });
    const html = await pageWith('payment_session.created');
    expect(html).toContain('valid signature');
    expect(html).toContain(`href="/console/sessions/${session}"`);
    const event = (await sim.trace(account, '&type=webhook.received')).at(-1);
    expect(html).toContain(`${event?.data.raw_body}`.replaceAll('"', '&quot;'));
    expect(html).not.toContain(account.secret);
  });

  it('distinguishes wrong, missing and valid signatures in every signature variant', async () => {
    const { account: newAccount, browser: page } = await createConsoleVisit(sim);
    const html = async () => (await page.get('/console/receivers')).html;
    await post('{"event":"x"}', {}, newAccount);
    expect(await html()).toContain('not signed');
    await post('{"event":"x"}', { 'svc-signature': '0'.repeat(64), 'svc-timestamp': 'now' }, newAccount);
    expect(await html()).toContain('wrong signature');
    expect(await html()).not.toContain('valid signature');
    await post('z'.repeat(70_000), { 'svc-signature': '0'.repeat(64), 'svc-timestamp': 'now' }, newAccount);
    expect(await html()).toContain('signature not checked: body cut');
    expect(await html()).toContain('70000 bytes arrived');
    const body = { webhook_signature: 'body' };
    await sim.ask(newAccount, 'PUT', '/console/settings', body);
    await sim.button(newAccount, { webhook_url: sim.url + hook('paid', newAccount) });
    await expect.poll(html).toContain('valid signature');
  });

  it('checks the signature of binary bodies, and shows them in base64', async () => {
    const { account: newAccount, browser: page } = await createConsoleVisit(sim);
    const body = new Uint8Array(Buffer.from('{"event":"Peña"}', 'latin1'));
    const signature = createHmac('sha256', newAccount.secret).update('now.').update(body).digest('hex');
    const headers = { 'svc-signature': signature, 'svc-timestamp': 'now' };
    await sim.send('POST', hook('captura', newAccount), { body, headers });
    const { html } = await page.get('/console/receivers');
    expect(html).toContain('valid signature');
    expect(html).toContain(Buffer.from(body).toString('base64'));
    expect(html).toContain('valid UTF-8');
  });

  it('shows any bytes as text, and cuts a long body', async () => {
    await post(`</code><script>alert(1)</script>${'y'.repeat(20_000)}END`, {
      'content-type': 'text/plain',
      'x-hostile': '"><img src=x onerror=alert(2)>',
    });
    const { html } = await browser.get('/console/receivers');
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('yEND');
    expect(html).toContain('Not a webhook');
    for (const odd of ['null', '[]', '{"event":5}', '']) expect((await post(odd)).status).toBe(200);
    expect((await browser.get('/console/receivers')).status).toBe(200);
  });

  it('builds the URL of a receiver with a chosen response, and escapes any text', async () => {
    const query = new URLSearchParams({ answer_status: '503', fail_times: '2', answer_body: '"><b>' });
    const { html } = await browser.get(`/console/receivers?${query}`);
    const [, address = ''] = /<code>([^<]*captura\?[^<]*)</.exec(html) ?? [];
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;"');
    const url = address.replaceAll('&amp;', '&');
    const answers: number[] = [];
    for (let times = 0; times < 3; times++)
      answers.push((await fetch(url, { method: 'POST', headers: { 'idempotency-key': 'k' } })).status);
    expect(answers).toEqual([503, 503, 200]);
    const [, use = ''] = /href="(\/console\/simulate\?webhook_url=[^"]+)"/.exec(html) ?? [];
    expect((await browser.get(use.replaceAll('&amp;', '&'))).html).toContain('fail_times=2');
  });

  it('lists its webhooks page by page, and none of another account', async () => {
    const { account: newAccount, browser: page } = await createConsoleVisit(sim);
    await post('{"event":"not-yours"}');
    for (let i = 0; i < 26; i++) await post(JSON.stringify({ event: `number ${i}` }), {}, newAccount);
    const first = (await page.get('/console/receivers?size=25')).html;
    expect(rowsOf(first)).toHaveLength(25);
    expect(first).not.toContain('not-yours');
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&');
    const second = (await page.get(`${next}`)).html;
    expect(rowsOf(second)).toHaveLength(1);
    expect(second).toContain('number 0');
    expect(second).not.toContain('rel="next"');
  });
});
