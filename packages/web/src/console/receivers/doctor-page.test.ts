import { createHmac, timingSafeEqual } from 'node:crypto';
import { createConsoleVisit, inConsole, logIn } from '@svc-simulator/test-support/browser.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it, vi } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';

const visit = await inConsole();
const testReceiver = (url: string, scenario: string, browser = visit.browser) =>
  browser.post('/console/receivers/examination', { url, scenario });
const outcomes = (html: string) =>
  [...html.matchAll(/class="tag \w+">(passed|failed|skipped)</g)].map(([, word]) => word);

function startVerifyingReceiver(secret: string) {
  return startReceiver(({ headers, rawBody }, response) => {
    const signature = Buffer.from(String(headers['svc-signature'] ?? ''));
    const signedText = `${headers['svc-timestamp']}.${rawBody.toString('utf8')}`;
    const right = Buffer.from(createHmac('sha256', secret).update(signedText).digest('hex'));
    const isRight = signature.length === right.length && timingSafeEqual(signature, right);
    response.writeHead(isRight ? 200 : 401).end();
  });
}

it('tests a receiver with the chosen scenario, and shows the requests and responses', async () => {
  const receiver = await startVerifyingReceiver(visit.account.secret);
  const happy = await testReceiver(receiver.url, 'happy_path');
  expect(happy.status).toBe(200);
  expect(outcomes(happy.html)).toEqual(['passed', 'passed', 'passed']);
  expect(happy.html).toContain('All 3 checks passed</h1>');
  expect(happy.html).toMatch(/payment_session\.accredited<\/code> → <strong class="figures">200</);

  const forged = await testReceiver(receiver.url, 'forged');
  expect(outcomes(forged.html)).toEqual(['passed', 'passed', 'passed', 'passed', 'failed']);
  expect(forged.html).toContain('1 of 5 checks failed</h1>');
  expect(forged.html).toContain('Scenario: Forged');
  expect(forged.html).toMatch(/stale_timestamp<\/code> → <strong class="figures">200<.*?<\/li>/s);
  expect(forged.html).toContain('What to do:');

  const trusting = await startReceiver();
  const fooled = await testReceiver(trusting.url, 'forged');
  expect(outcomes(fooled.html)).toEqual(['passed', 'failed', 'skipped', 'skipped', 'failed']);
  const refusing = await startReceiver((_, response) => response.writeHead(503).end());
  expect(outcomes((await testReceiver(refusing.url, 'duplicate')).html)).toEqual([
    'failed',
    'skipped',
    'skipped',
    'skipped',
  ]);
});

it('reports how the receiver responds to a late accreditation', async () => {
  const { sim } = visit;
  const lateFrom = sim.clock.now() + 10_000;
  const deaf = await startReceiver((_, response) =>
    response.writeHead(sim.clock.now() < lateFrom ? 200 : 410).end(),
  );
  const waits = vi.spyOn(sim.clock, 'after');
  const examined = testReceiver(deaf.url, 'late_accreditation');
  await vi.waitFor(() => expect(waits).toHaveBeenCalledWith(10_000, expect.any(Function)), 30_000);
  waits.mockRestore();
  await sim.clock.advance(10_000);
  const { html } = await examined;
  expect(outcomes(html)).toEqual(['passed', 'passed', 'passed', 'failed']);
  expect(html).toMatch(/payment_session\.accredited<\/code> → <strong class="figures">410</);
});

it('tests how a receiver handles an expired session, with the webhook if the account sends one', async () => {
  const { account: newAccount, browser } = await createConsoleVisit(visit.sim);
  const receiver = await startVerifyingReceiver(newAccount.secret);
  const silent = await testReceiver(receiver.url, 'expiry', browser);
  expect(outcomes(silent.html)).toEqual(['passed', 'passed', 'passed', 'skipped']);
  expect(silent.html).toContain('3 checks passed, 1 was skipped');
  expect(silent.html).toContain('turn on extra_events');
  await visit.sim.ask(newAccount, 'PUT', '/console/settings', { extra_events: true });
  const report = await testReceiver(receiver.url, 'expiry', browser);
  expect(outcomes(report.html)).toEqual(['passed', 'passed', 'passed', 'passed']);
  expect(report.html).toMatch(/payment_session\.expired<\/code> → <strong class="figures">200</);
  const sessions = await visit.sim.ask(newAccount, 'GET', '/console/sessions?status=expired&by=examination');
  expect(sessions.json.data).toHaveLength(2);
});

it("explains why a URL can't be tested, and shows the URL as text", async () => {
  const report = await testReceiver('javascript:alert(1)//"><b>', 'happy_path');
  expect(report.status).toBe(400);
  expect(report.html).toContain('value="javascript:alert(1)//&quot;&gt;&lt;b&gt;"');
  const newAccount = await visit.sim.account();
  const browser = await logIn(visit.sim, newAccount, { 'accept-language': 'es' });
  const receiver = await startReceiver();
  await visit.sim.ask(newAccount, 'PUT', '/control/chaos', { duplicate: 1 });
  expect((await testReceiver(receiver.url, 'happy_path', browser)).html).toContain('El caos está activado');
  expect((await browser.get('/console/receivers')).html).toContain('El caos está activado');
  await visit.sim.ask(newAccount, 'DELETE', '/control/chaos');
  await visit.sim.ask(newAccount, 'PUT', '/control/clock', { frozen: true });
  expect((await testReceiver(receiver.url, 'happy_path', browser)).html).toContain(
    'Vuelve primero a la hora real',
  );
  expect((await browser.get('/console/receivers')).html).toContain('Vuelve primero a la hora real');
  expect(receiver.received.all).toEqual([]);
});

it('sends nothing from a hosted simulator to a forbidden address', async () => {
  await using sim = await TestSimulator.start({ hosted: true });
  const { browser } = await createConsoleVisit(sim);
  // A loopback address in the form of NAT64, which looks like a public address.
  const { html } = await testReceiver('http://[64:ff9b::7f00:1]:9/', 'forged', browser);
  expect(outcomes(html)).toEqual(['failed', 'skipped', 'skipped', 'skipped', 'skipped']);
  expect(html).toContain('refused address');
});

it('folds the experiments into one line, and counts the skipped checks', async () => {
  // The experiments wait until the beginning of a second, so the clock is set to that time.
  visit.sim.clock.jump(50);
  const receiver = await startReceiver(({ headers, rawBody }, response) => {
    const signedText = `${headers['svc-timestamp']}${rawBody}`;
    const digest = createHmac('sha256', visit.account.secret).update(signedText).digest('hex');
    response.writeHead(headers['svc-signature'] === digest ? 200 : 401).end();
  });
  const { html } = await testReceiver(receiver.url, 'happy_path');
  expect(html).toContain('1 of 3 checks failed, 2 skipped</h1>');
  const [, count, folded = ''] =
    /<summary>(\d+) test webhooks with known mistakes → 401, 200<\/summary>(.*?)<\/details>/s.exec(html) ??
    [];
  expect(receiver.received.all).toHaveLength(Number(count) + 1);
  expect(folded).toContain('<code>separator ');
  expect(html.replace(folded, '')).not.toContain('<code>separator ');
  expect(html).toContain('The receiver must first pass “accepts a valid webhook”<');
});
