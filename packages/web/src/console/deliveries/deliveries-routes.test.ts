import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { type ConsoleVisit, visitOf } from '@svc-simulator/test-support/browser.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { beforeEach, expect, it } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';

const sim = await simulatorOfBlock();
let visit: ConsoleVisit;
beforeEach(async () => {
  visit = await visitOf(sim);
});

/** A session whose webhook was given up, and a receiver that answers otherwise from now on when it is told to. */
async function givenUp(path = '/hook') {
  const { sim, account } = visit;
  const seen = new SeenTrace(sim);
  let status = 401;
  const receiver = await startReceiver((_, response) => response.writeHead(status).end());
  const id = await sim.button(account, { webhook_url: `${receiver.url}${path}` });
  const [event] = await seen.givenUp([id]);
  const accept = () => {
    status = 200;
  };
  return { id, seen, receiver, accept, delivery: event?.data.delivery_id };
}

it('lists deliveries by receiver and state, each with its answer, its cause and the way to its session', async () => {
  const { browser } = visit;
  expect((await browser.get('/console/deliveries')).html).toContain('No deliveries yet');
  const { id, receiver, delivery } = await givenUp();
  const { html } = await browser.get('/console/deliveries');
  expect(html).toContain(`href="/console/sessions/${id}#d-${delivery}"`);
  expect(html).toContain('401 · ');
  expect(html).toContain('>given up</span>');
  expect(html).toContain('The receiver rejected the signature, and its response doesn&#39;t say why.');
  expect(html).toContain(`q=${encodeURIComponent(`${receiver.url}/hook`)}`);
  const filtered = async (query: string) => (await browser.get(`/console/deliveries?${query}`)).html;
  expect(await filtered('state=delivered')).toContain('No results with these filters');
  expect(await filtered(`state=gave_up&q=${encodeURIComponent(receiver.url)}`)).toContain(delivery);
  expect(await filtered('q=nowhere.invalid')).toContain('No results with these filters');
});

it('sends all that was given up again, says how many, and marks what arrived as healed', async () => {
  const { browser } = visit;
  const { id, seen, accept } = await givenUp();
  const told = async (text: string) => [
    (await browser.get('/console')).html.includes('Webhooks not delivered'),
    (await browser.get('/console/sessions')).html.includes(`>${text}</span>`),
  ];
  expect(await told('not delivered')).toEqual([true, true]);
  accept();
  const sent = await browser.post('/console/deliveries', { since: 'all', q: '' });
  expect([sent.status, sent.location]).toEqual([303, '/console/deliveries?resent=1']);
  expect((await browser.get(`${sent.location}`)).html).toContain('1 webhook was resent.');
  await seen.of(id, 'webhook.delivered');
  const { html } = await browser.get('/console/deliveries?state=healed');
  expect(html).toContain('It arrived with a resend');
  expect(await told('delivered')).toEqual([false, true]);
  expect((await browser.post('/console/deliveries', { since: 'all' })).location).toContain('resent=0');
});

it('says of what waits that the clock stands still, there and on the overview', async () => {
  const { sim, account, browser } = visit;
  const seen = new SeenTrace(sim);
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  const id = await sim.button(account, { webhook_url: receiver.url });
  await seen.of(id, 'webhook.attempted');
  const stopped = 'clock is stopped: this isn’t sent';
  expect((await browser.get('/console/deliveries')).html).not.toContain(stopped);
  await sim.ask(account, 'PUT', '/control/clock', { frozen: true });
  expect((await browser.get('/console/deliveries?state=open')).html).toContain(stopped);
  expect((await browser.get('/console')).html).toContain(stopped);
});
