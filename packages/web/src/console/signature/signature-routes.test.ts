import { createHmac } from 'node:crypto';
import { inConsole } from '@svc-simulator/test-support/browser.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';

describe('the signature checker', async () => {
  const { sim, account, browser } = await inConsole();

  async function refusedWebhook() {
    const trace = new SeenTrace(sim);
    const receiver = await startReceiver((_, response) => response.writeHead(401).end());
    const id = await sim.button(account, { webhook_url: `${receiver.url}/hook` });
    await trace.of(id, 'webhook.attempted');
    const { html } = await browser.get(`/console/sessions/${id}`);
    const [, path = ''] = /href="(\/console\/sessions\/[^"]+\/signature\/[^"]+)"/.exec(html) ?? [];
    const [request] = receiver.received.all;
    return { id, path, body: `${request?.rawBody}`, timestamp: `${request?.headers['svc-timestamp']}` };
  }

  const mac = (text: string, key = account.secret) => createHmac('sha256', key).update(text).digest('hex');
  const paste = async (path: string, computed: string, signedText = '') =>
    (await browser.post(path, { computed, signed: signedText })).html;

  it('shows where two signed texts differ, whatever they contain', async () => {
    const { path, body, timestamp } = await refusedWebhook();
    const signedText = `${timestamp}.${body}`.replace('"event":', '<img src=x onerror=alert(1)>');
    const html = await paste(path, mac(signedText), signedText);
    expect(html).toContain('The key and algorithm are right');
    expect(html).toContain('<mark>&lt;</mark>img src=x');
    expect(html).not.toContain('<img src=x');
  });

  it('recognizes the signature of another webhook of the same session', async () => {
    const trace = new SeenTrace(sim);
    const receiver = await startReceiver((_, response) => response.writeHead(200).end());
    const id = await sim.button(account, { webhook_url: `${receiver.url}/hook` });
    await sim.ask(account, 'POST', `/control/sessions/${id}/outcome`, { leg: 1, outcome: 'paid' });
    await trace.of(id, 'webhook.attempted', 2);
    const [first, second] = receiver.received.all;
    const { html } = await browser.get(`/console/sessions/${id}`);
    const paths = [...new Set(html.match(/\/console\/sessions\/[^"]+\/signature\/[^"]+/g))];
    expect(paths).toHaveLength(2);
    const answers = await Promise.all(paths.map((path) => paste(path, `${first?.headers['svc-signature']}`)));
    expect(
      answers.map((answer) => answer.includes('signature belongs to a different webhook')).sort(),
    ).toEqual([false, true]);
    expect(second?.headers['svc-signature']).not.toBe(first?.headers['svc-signature']);
  });

  it('shows the page in Spanish, and requires a signature', async () => {
    const { path } = await refusedWebhook();
    const empty = await browser.post(`${path}?lang=es`, { computed: ' ' });
    expect(empty.status).toBe(400);
    expect(empty.html).toContain('Pega el valor que calculó tu programa.');
    expect((await browser.get(`${path}?lang=en`)).status).toBe(200);
  });

  it('compares with a webhook that was signed but not sent, and with none of another account', async () => {
    const id = await sim.button(account, {});
    const { html } = await browser.get(`/console/sessions/${id}`);
    const [path = ''] = /\/console\/sessions\/[^"]+\/signature\/e\d+/.exec(html) ?? [];
    expect(await paste(path, 'x')).toContain('No known mistake');
    const { path: checkerUrl } = await refusedWebhook();
    for (const wrong of [
      checkerUrl.replace(/sessions\/[^/]+/, `sessions/${id}`),
      `${path}9`,
      '/console/sessions/x/signature/y',
    ])
      expect((await browser.get(wrong)).status).toBe(404);
  });
});
