import { inConsole } from '@svc-simulator/test-support/browser.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { expect, it } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';

const visit = await inConsole();

const NOT_BEFORE = '(the clock is stopped: this won&#39;t happen until you resume it)';
const CLOCK_STOPPED = 'This account&#39;s clock is stopped at';

it("shows no due time on a session's page while the account’s clock is stopped", async () => {
  const { sim, account, browser } = visit;
  const { token } = account;
  const trace = new SeenTrace(sim);
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  const id = await sim.button(account, { webhook_url: receiver.url });
  await trace.of(id, 'webhook.attempted');
  const pages = async () => ({
    session: (await browser.get(`/console/sessions/${id}`)).html,
    overview: (await browser.get('/console')).html,
    payer: await (await fetch(`${sim.url}/pay/${id}?lang=en`)).text(),
  });
  const running = await pages();
  expect(running.session).not.toContain(NOT_BEFORE);
  expect(running.overview).not.toContain(CLOCK_STOPPED);
  expect(running.payer).toContain('data-left-ms="');

  await sim.send('PUT', '/control/clock', { token, body: { frozen: true } });
  const stoppedPages = await pages();
  // The text appears twice: for the next attempt, and for the expiry of the session.
  expect(stoppedPages.session.split(NOT_BEFORE)).toHaveLength(3);
  expect(stoppedPages.overview).toContain(CLOCK_STOPPED);
  expect(stoppedPages.payer).not.toContain('data-left-ms="');
  expect(stoppedPages.payer).toContain('this session won&#39;t expire until the clock is resumed');

  await sim.send('PUT', '/control/clock', { token, body: { frozen: false } });
  const again = await pages();
  expect(again.session).not.toContain(NOT_BEFORE);
  expect(again.payer).toContain('data-left-ms="');
});
