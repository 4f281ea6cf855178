import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { type ConsoleVisit, createConsoleVisit } from '@svc-simulator/test-support/browser.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { beforeEach, expect, it } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';

const sim = await simulatorOfBlock();
let visit: ConsoleVisit;
beforeEach(async () => {
  visit = await createConsoleVisit(sim);
});

/** Creates a session with an abandoned webhook, and a receiver whose later responses the test can change. */
async function createAbandonedWebhook(path = '/hook') {
  const { sim, account } = visit;
  const trace = new SeenTrace(sim);
  let status = 401;
  const receiver = await startReceiver((_, response) => response.writeHead(status).end());
  const id = await sim.button(account, { webhook_url: `${receiver.url}${path}` });
  const [event] = await trace.givenUp([id]);
  const accept = () => {
    status = 200;
  };
  return { id, seen: trace, receiver, accept, delivery: event?.data.delivery_id };
}

it('lists deliveries by receiver and state, each with its response, its cause and a link to its session', async () => {
  const { browser } = visit;
  expect((await browser.get('/console/deliveries')).html).toContain('No deliveries yet');
  const { id, receiver, delivery } = await createAbandonedWebhook();
  const { html } = await browser.get('/console/deliveries');
  expect(html).toContain(`href="/console/sessions/${id}#d-${delivery}"`);
  expect(html).toContain('401 · ');
  expect(html).toContain('>abandoned</span>');
  expect(html).toContain('<td class="line">signature rejected</td>');
  expect(html).toContain(`<td class="line wide">${receiver.url.replace('http://', '')}/hook</td>`);
  const receiverLink = `url=${encodeURIComponent(`${receiver.url}/hook`)}`;
  expect(html).toContain(`href="/console/deliveries?${receiverLink}"`);
  const filteredHtml = async (query: string) => (await browser.get(`/console/deliveries?${query}`)).html;
  expect(await filteredHtml('state=delivered')).toContain('No results with these filters');
  expect(await filteredHtml(`state=gave_up&q=${encodeURIComponent(receiver.url)}`)).toContain(delivery);
  expect(await filteredHtml('q=nowhere.invalid')).toContain('No results with these filters');
  const chosenHtml = await filteredHtml(`event=payment_session.created&${receiverLink}`);
  expect(chosenHtml).toContain(delivery);
  // Each chip is a link that removes its filter.
  expect(chosenHtml).toContain(`<a class="chip" href="/console/deliveries?${receiverLink}"`);
  expect(chosenHtml).toContain('<a class="chip" href="/console/deliveries?event=payment_session.created"');
  expect(chosenHtml).toContain('<span class="soft">Receiver</span>');
  expect(await filteredHtml('event=payment_session.paid')).toContain('No results with these filters');
});

it('resends all abandoned webhooks, reports their number, and marks the ones that arrive as recovered', async () => {
  const { browser } = visit;
  const { id, seen, accept } = await createAbandonedWebhook();
  const noticeIn = async (text: string) => [
    (await browser.get('/console')).html.includes('Webhooks not delivered'),
    (await browser.get('/console/sessions')).html.includes(`>${text}</span>`),
  ];
  expect(await noticeIn('not delivered')).toEqual([true, true]);
  accept();
  const response = await browser.post('/console/deliveries', { do: 'resend_all', url: '' });
  expect([response.status, response.location]).toEqual([303, '/console/deliveries?count=1&done=rows_resent']);
  expect((await browser.get(`${response.location}`)).html).toContain('1 webhook was resent.');
  await seen.of(id, 'webhook.delivered');
  const { html } = await browser.get('/console/deliveries?state=healed');
  expect(html).toContain('Delivered by a resend');
  expect(await noticeIn('delivered')).toEqual([false, true]);
  const again = await browser.post('/console/deliveries', { do: 'resend_all' });
  expect(again.location).toContain('count=0');
});

it('counts a webhook once in the button that resends, also after an abandoned resend', async () => {
  const { browser } = visit;
  const { id, seen, receiver, delivery } = await createAbandonedWebhook();
  await browser.post('/console/deliveries', { do: 'resend', row: `${delivery}` });
  await seen.givenUp([id], 3);
  const { html } = await browser.get('/console/deliveries');
  expect(html).toContain('2 abandoned</a>');
  expect(html).toContain('>Resend<span class="unseen">: 1 webhook to ');
  expect(html.match(/created<\/a> <span class="soft">resend<\/span>/g)).toHaveLength(1);
  const all = await browser.post('/console/deliveries', { do: 'resend_all', url: receiver.url });
  expect(all.location).toContain('count=1');
});

it('resends the webhooks that one receiver refused, and the selected deliveries, without JavaScript', async () => {
  const { browser } = visit;
  const { id, seen, receiver, accept, delivery } = await createAbandonedWebhook();
  await createAbandonedWebhook('/other');
  accept();
  const { html } = await browser.get('/console/deliveries?state=gave_up');
  const [form = ''] =
    html
      .split('<form')
      .find((part) => part.includes(`value="${receiver.url}/hook"`))
      ?.split('</form>') ?? [];
  expect(form).toContain('Resend<span class="unseen">: 1 webhook to http');
  const [, action = ''] = /action="([^"]+)"/.exec(form) ?? [];
  const one = await browser.post(action, { do: 'resend_all', url: `${receiver.url}/hook` });
  expect(one.location).toBe('/console/deliveries?state=gave_up&count=1&done=rows_resent');
  await seen.of(id, 'webhook.delivered');
  const rows = [
    ['do', 'resend'],
    ['row', `${delivery}`],
    ['row', 'nowhere'],
  ];
  const selected = await browser.post('/console/deliveries?state=gave_up', rows);
  expect(selected.location).toBe('/console/deliveries?state=gave_up&count=1&left=1&done=rows_resent');
  const { html: notice } = await browser.get(`${selected.location}`);
  expect(notice).toContain('1 webhook was resent. 1 webhook couldn&#39;t be resent.');
});

it('reports that a stopped clock delays deliveries, on the overview as well', async () => {
  const { sim, account, browser } = visit;
  const trace = new SeenTrace(sim);
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  const id = await sim.button(account, { webhook_url: receiver.url });
  await trace.of(id, 'webhook.attempted');
  const stoppedNotice = 'clock is stopped: this webhook isn&#39;t sent';
  expect((await browser.get('/console/deliveries')).html).not.toContain(stoppedNotice);
  await sim.ask(account, 'PUT', '/control/clock', { frozen: true });
  expect((await browser.get('/console/deliveries?state=open')).html).toContain(stoppedNotice);
  expect((await browser.get('/console')).html).toContain(stoppedNotice);
});
