import { inConsole } from '@svc-simulator/test-support/browser.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { expect, it } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';

const visit = await inConsole();

it('says first that a webhook was refused because of chaos', async () => {
  const { sim, account, browser } = visit;
  const { token } = account;
  const trace = new SeenTrace(sim);
  const receiver = await startReceiver((_, response) => response.writeHead(401).end());
  await sim.send('PUT', '/control/chaos', { token, body: { duplicate: 1, bad_signature: 1 } });
  const id = await sim.button(account, { webhook_url: receiver.url });
  await trace.of(id, 'webhook.attempted', 2);
  const { html } = await browser.get(`/console/sessions/${id}`);
  expect(html).toContain('<span class="tag wait">chaos: sent twice</span>');
  expect(html).toContain('<span class="tag wait">chaos: sent twice, wrong signature</span>');
  const reasons = [...html.matchAll(/<summary>([^<]+)<\/summary>|<strong>([^<]+)<\/strong>/g)];
  const summaries = reasons.map(([, summary, strong]) => summary ?? strong);
  expect(summaries).toContain('Chaos in this account gave this attempt an invalid signature on purpose.');
  // Chaos made the signature invalid, so the page must not call it correct.
  expect(html).not.toContain('The signature was correct');
  const events = (await browser.get(`/console/sessions/${id}?tab=events`)).html;
  expect(events).toContain('Chaos: wrong signature');
});

it('warns in red that a receiver accepted a webhook with a forged signature', async () => {
  const { sim, account, browser } = visit;
  const { token } = account;
  const trace = new SeenTrace(sim);
  const receiver = await startReceiver((_, response) => response.writeHead(200).end());
  await sim.send('PUT', '/control/chaos', { token, body: { bad_signature: 1 } });
  const id = await sim.button(account, { webhook_url: receiver.url });
  await trace.of(id, 'webhook.delivered');
  const { html } = await browser.get(`/console/sessions/${id}`);
  expect(html).toContain('<span class="toned">accepted a forged signature</span>');
  expect(html).toContain('<details class="delivery bad"');
  expect(html).not.toContain('<details class="delivery good"');
  expect(html).toContain('It should have returned 401');
});
