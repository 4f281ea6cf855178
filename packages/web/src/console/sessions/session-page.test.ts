import { inConsole, logIn } from '@svc-simulator/test-support/browser.ts';
import { tagsOf } from '@svc-simulator/test-support/markup-reader.ts';
import { paymentForm } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

/** Returns the outcomes for which a page has buttons. */
const offersIn = (html: string) =>
  tagsOf(html).flatMap(({ attributes }) => /^outcome-(.+)$/.exec(attributes.id ?? '')?.[1] ?? []);

describe('the page of a session', async () => {
  const { sim, account, browser } = await inConsole();

  const page = async (id: string, tab = 'story') =>
    (await browser.get(`/console/sessions/${id}?tab=${tab}`)).html;
  const force = (id: string, leg: number, outcome: string) =>
    browser.post(`/console/sessions/${id}`, { do: 'outcome', leg: String(leg), outcome });
  const statusOf = async (id: string) =>
    (await sim.ask(account, 'GET', `/api/v1/ext/payment-sessions/status/${id}`)).json.data.status;

  it("shows only the outcomes that the session's state allows", async () => {
    const createSession = async (...outcomes: readonly (readonly [number, string])[]) => {
      const id = await sim.button(account);
      for (const [leg, outcome] of outcomes) await force(id, leg, outcome);
      return offersIn(await page(id));
    };
    const legTwo = ['accredited', 'accreditation_to_recipient_failed'];
    expect(await createSession()).toEqual(['paid', 'failed', 'expired']);
    expect(await createSession([1, 'paid'])).toEqual(legTwo);
    expect(await createSession([1, 'paid'], [2, 'accredited'])).toEqual([]);
    expect(await createSession([1, 'paid'], [2, 'accreditation_to_recipient_failed'])).toEqual([
      'accredited',
    ]);
    expect(await createSession([1, 'failed'])).toEqual([]);
    expect(await createSession([1, 'expired'])).toEqual([]);
    const scheduled = await sim.button(account);
    await sim.send('POST', `/pay/${scheduled}`, paymentForm());
    const html = await page(scheduled);
    expect(offersIn(html)).toEqual(legTwo);
    expect(html).toContain('The accreditation happens automatically');
  });

  it('links from a failed session to a form with its data', async () => {
    const id = await sim.button(account, { identifier: 'COPY-7', amount_reference: 12.5 });
    expect(await page(id)).not.toContain('New session with the same data');
    await force(id, 1, 'failed');
    const [, path = ''] = /href="([^"]+)"[^>]*>New session with the same data/.exec(await page(id)) ?? [];
    const { html } = await browser.get(path.replaceAll('&amp;', '&'));
    expect(html).toMatch(/name="identifier"[^>]*value="COPY-7"|value="COPY-7"[^>]*name="identifier"/);
    expect(html).toMatch(
      /name="amount_reference"[^>]*value="12.50"|value="12.50"[^>]*name="amount_reference"/,
    );
  });

  it('forces an outcome and returns to the page with a notice', async () => {
    const id = await sim.button(account);
    const answer = await force(id, 1, 'paid');
    expect([answer.status, answer.location]).toEqual([303, `/console/sessions/${id}?done=outcome_paid`]);
    expect(await statusOf(id)).toBe('paid');
    expect((await browser.get(`${answer.location}`)).html).toContain('The session is paid.');
    const types = (await sim.trace(account, `&session_id=${id}`)).map(({ type }) => type);
    expect(types).toContain('control.outcome');
  });

  it("explains why an outcome wasn't forced if the session has changed in the meantime", async () => {
    const id = await sim.button(account);
    await force(id, 1, 'failed');
    const late = await force(id, 1, 'paid');
    expect(late.status).toBe(409);
    expect(late.html).toContain('leg 1 invalid from state failed');
    expect(offersIn(late.html)).toEqual([]);
    expect(await statusOf(id)).toBe('failed');
  });

  it('refuses actions for which the page has no button', async () => {
    const id = await sim.button(account);
    for (const form of [{}, { do: 'expire' }])
      expect((await browser.post(`/console/sessions/${id}`, form as Record<string, string>)).status).toBe(
        404,
      );
    for (const form of [
      { do: 'outcome', leg: '1', outcome: 'accredited' },
      { do: 'outcome', leg: '2', outcome: 'paid' },
      { do: 'outcome', leg: '3', outcome: 'constructor' },
      { do: 'probe', kind: 'all' },
      { do: 'resend', delivery: 'nonsense' },
    ]) {
      const answer = await browser.post(`/console/sessions/${id}`, form as Record<string, string>);
      expect([form, answer.status]).toEqual([form, 409]);
    }
    expect(await statusOf(id)).toBe('pending');
  });

  it('returns the same 404 for another account’s session and for an unknown one', async () => {
    const foreign = await sim.button(await sim.account());
    const nobody = '00000000-0000-4000-8000-000000000000';
    const showAndForce = async (id: string) => {
      const output = await browser.get(`/console/sessions/${id}`);
      const forcing = await force(id, 1, 'paid');
      return [output.status, forcing.status, output.html, forcing.html].map((text) =>
        `${text}`.replaceAll(id, 'ID'),
      );
    };
    const [theirs, none] = [await showAndForce(foreign), await showAndForce(nobody)];
    expect(theirs.slice(0, 2)).toEqual(['404', '404']);
    expect(theirs).toEqual(none);
  });

  it('shows events in order, from the call to the accreditation', async () => {
    const id = await sim.button(account, { identifier: 'A-77' });
    await sim.send('POST', `/pay/${id}`, paymentForm());
    await sim.clock.advance(5000);
    const html = await page(id, 'events');
    const story = [...html.matchAll(/<span class="event-title">([^<]+)</g)].map(([, title]) => title);
    expect(story).toEqual([
      'Session created',
      'Webhook emitted',
      'Session paid',
      'Webhook emitted',
      'Money accredited',
      'Webhook emitted',
    ]);
    const facts = await page(id, 'facts');
    for (const fact of ['A-77', 'mobile payment', 'Banco de Venezuela', 'Bs 1,220.11', 'Bs 1,207.91']) {
      expect(facts).toContain(fact);
    }
    expect(html).toContain('data-live-url="/console/live?session=');
  });

  it('says if receiver_credits is a list or an object keyed by receiver, with a link to the setting', async () => {
    const id = await sim.button(account);
    await force(id, 1, 'paid');
    expect(await page(id, 'facts')).not.toContain('receiver_credits</a>');
    await force(id, 2, 'accredited');
    const setting = '<a href="/console/settings">receiver_credits setting</a>';
    expect(await page(id, 'facts')).toContain(
      `as receiver_credits.owner or under a partner&#39;s id. ${setting}`,
    );
    await sim.ask(account, 'PUT', '/console/settings', { receiver_credits: 'list' });
    expect(await page(id, 'facts')).toContain(`Your program reads them as a list. ${setting}`);
    await sim.ask(account, 'PUT', '/console/settings', { receiver_credits: 'by_receiver' });
  });

  it('shows the signature for a session without webhook_url, and says that nobody received it', async () => {
    const html = await page(await sim.button(account));
    expect(html).toContain('This session has no webhook_url');
    expect(html).toContain('The webhook was signed and recorded in the trace, but not sent.');
    expect(html).toContain('svc-signature: ');
    expect(html).not.toContain('value="resend"');
  });

  it("shows the page in Spanish, with the API's names unchanged", async () => {
    const spanish = await logIn(sim, account, { 'accept-language': 'es-VE' });
    const { html } = await spanish.get(`/console/sessions/${await sim.button(account)}`);
    for (const text of ['Forzar un resultado', 'title="pending">pendiente<', 'title="expired"', 'Historia'])
      expect(html).toContain(text);
  });

  it('opens the first page of events for an unknown cursor', async () => {
    const id = await sim.button(account);
    const answer = await browser.get(`/console/sessions/${id}?cursor=nonsense&before=-1`);
    expect([answer.status, offersIn(answer.html).length]).toEqual([200, 3]);
  });

  it('links back to the list that the browser came from, with its filters and without its notice', async () => {
    const path = `/console/sessions/${await sim.button(account)}`;
    const backFrom = async (referer: string) =>
      /class="back" href="([^"]+)"/.exec((await browser.get(path, { referer })).html)?.[1];
    const host = 'http://shop.invalid';
    expect(await backFrom(`${host}/console/deliveries?state=gave_up&done=x`)).toBe(
      '/console/deliveries?state=gave_up',
    );
    for (const referer of ['', 'nonsense', `${host}/console/keys?q=a`, `${host}${path}?q=a`])
      expect([referer, await backFrom(referer)]).toEqual([referer, '/console/sessions']);
  });
});
