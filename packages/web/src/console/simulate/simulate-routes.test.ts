import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { createConsoleVisit, logIn, type TestBrowser } from '@svc-simulator/test-support/browser.ts';
import type { TestAccount } from '@svc-simulator/test-support/simulator.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const sim = await simulatorOfBlock();
let account: TestAccount;
let browser: TestBrowser;
beforeEach(async () => {
  ({ account, browser } = await createConsoleVisit(sim));
});

const HOME = '/console/simulate';
const readControl = async (what: string) => (await sim.ask(account, 'GET', `/control/${what}`)).json.data;
const act = (what: string, more: Record<string, string> = {}) => browser.post(HOME, { do: what, ...more });
const page = async (path = HOME) => (await browser.get(path)).html;

const session = {
  origin: 'button',
  amount_reference: '10,50',
  currency_reference: 'USD',
  identifier: 'A-1',
  description: 'two coffees',
  duration_minutes: '5',
  due_in_days: '1',
};

describe('the form for a session', () => {
  it('creates a button and a request, and shows a QR code for a phone', async () => {
    for (const origin of ['button', 'request']) {
      const creation = await act('session', { ...session, origin, agreement_id: account.agreement });
      const [, id] =
        /^\/console\/simulate\?made=([\w-]+)&done=session_made#session$/.exec(`${creation.location}`) ?? [];
      const { json } = await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, account);
      expect(json.data).toMatchObject({ session_origin: origin, amount_reference: 10.5, identifier: 'A-1' });
      const html = await page(`${creation.location}`);
      expect(html).toMatch(/<img src="data:image\/png;base64,[\w+/=]{100,}"/);
      expect(html).toContain(`${sim.url}/pay/${id}`);
    }
  });

  it('keeps the input next to its errors, in the language of the page', async () => {
    const fields = { ...session, agreement_id: account.agreement, amount_reference: '1.005"><b>' };
    const refusal = await act('session', fields);
    expect(refusal.status).toBe(400);
    expect(refusal.html).toContain('value="1.005&quot;&gt;&lt;b&gt;"');
    expect(refusal.html).toContain('id="amount_reference-fault"');
    const spanish = await logIn(sim, account, { 'accept-language': 'es' });
    const { html } = await spanish.post(HOME, { do: 'session', ...fields, amount_reference: '0' });
    // The error appears once, at the field, which has the focus.
    expect(html.match(/debe ser mayor que 0/gi)).toHaveLength(1);
    expect(html).toMatch(/<input[^>]* autofocus[^>]* id="amount_reference"/);
    expect(html).not.toContain('/amount_reference');
    const none = await spanish.post('/console/agreements', { title: 'T', default_bank_account_id: 'b' });
    expect(none.html).toContain('al menos uno de débito inmediato');
  });

  it('fills the form with an example, and links to the form for an agreement if there is none', async () => {
    expect(await page(`${HOME}?preset=fail`)).toContain(
      `value="${sim.url}/console/hooks/${account.id}/fail"`,
    );
    await act('reset', { understood: 'yes' });
    expect(await page()).toContain('href="/console/agreements#add"');
    const fields = { title: 'Shop', default_bank_account_id: 'main' };
    const creation = await browser.post('/console/agreements', { ...fields, payment_methods: 'crypto' });
    expect(creation.location).toContain('done=added');
    expect(await page()).toContain('>Shop (agr_');
    expect((await browser.post('/console/agreements', fields)).html).toContain('ust allow at least one of');
  });

  it('creates a charge that its terminal finds, once the account has a merchant', async () => {
    expect(await page()).toContain('href="/console/terminals">Create the merchant');
    const body = { legalName: 'Shop', taxId: 'J-1', email: 'a@shop.invalid', password: 'correct horse' };
    await sim.ask(account, 'POST', '/console/merchant', body);
    const creation = await act('charge', {
      amountReference: '3',
      currencyReference: 'USD',
      terminalSerial: '',
    });
    const [, path] =
      /^(\/console\/transactions\/[\w-]+)\?done=charge_made$/.exec(`${creation.location}`) ?? [];
    expect(await page(`${path}`)).toContain('PENDING');
    expect((await act('charge', { amountReference: '-1', currencyReference: 'USD' })).status).toBe(400);
  });
});

describe('the page of simulations', () => {
  it('turns chaos on with sliders and off again, counts faults, and refuses invalid values', async () => {
    const set = await act('chaos', {
      duplicate: '100',
      drop: '0',
      delay_ms: '50',
      latency_ms: '0',
      seed: '42',
    });
    expect(set.location).toBe(`${HOME}/faults?done=chaos_on#chaos`);
    expect(await readControl('chaos')).toMatchObject({
      active: true,
      seed: 42,
      duplicate: 1,
      drop: 0,
      delay_ms: { min: 0, max: 50 },
    });
    await sim.button(account, { webhook_url: `${sim.url}/console/hooks/${account.id}/captura` });
    const html = await page(`${HOME}/faults`);
    expect(html).toContain('Chaos on, seed 42');
    expect(html).toContain('In 1 webhooks and');
    for (const [name, value] of [
      ['delay_ms', '50'],
      ['seed', '42'],
    ])
      expect(html).toMatch(new RegExp(`<input[^>]* value="${value}"[^>]* name="${name}"`));
    await act('chaos_off');
    expect((await readControl('chaos')).active).toBe(false);
    const nothing = await act('chaos', { duplicate: '0' });
    expect(nothing.status).toBe(400);
    expect(nothing.html).toContain('needs at least one fault');
    expect((await act('chaos', { duplicate: '300' })).status).toBe(400);
  });

  it('adds rules to the script and removes them, with and without the magic amounts', async () => {
    await act('rule_add', {
      match_identifier: 'order-*',
      outcome: '1',
      following: '0',
      afterwards: 'last',
      rule_name: '<b>second try</b>',
    });
    await act('rule_add', {
      match_amount: '*.50',
      outcome: '2',
      following: '',
      after_seconds: '5',
      afterwards: 'repeat',
    });
    await act('magic_on');
    const { rules, ready } = await readControl('script');
    expect(ready).toBe('magic_amounts');
    expect(rules.slice(0, 2)).toMatchObject([
      {
        name: '<b>second try</b>',
        match: { identifier: 'order-*' },
        outcomes: [{ leg1: 'failed' }, { leg1: 'paid', leg2: 'accredited' }],
        afterwards: 'last',
      },
      { match: { amount_reference: '*.50' }, outcomes: [{ leg1: 'expired', after_ms: 5000 }] },
    ]);
    const html = await page('/console');
    expect(html).toContain('2 scripted outcomes, magic amounts');
    expect(await page(`${HOME}/next`)).toContain('&lt;b&gt;second try');
    const refusal = await act('rule_add', { match_amount: '1.005', outcome: '1', after_seconds: '5' });
    expect(refusal.html).toContain('id="match_amount-fault"');
    const late = await act('rule_add', { outcome: '1', after_seconds: '-5' });
    expect(late.html).toContain('Enter a number of seconds');
    await act('rule_remove', { rule: '0' });
    await act('magic_off');
    expect(await readControl('script')).toMatchObject({
      ready: null,
      rules: [{ match: { amount_reference: '*.50' } }],
    });
    await act('rule_remove', { rule: '0' });
    expect(await readControl('script')).toMatchObject({ set_at: null, rules: [] });
    await act('magic_on');
    await act('script_off');
    expect(await readControl('script')).toMatchObject({ set_at: null });
  });

  it('ignores unknown actions, and redirects only within the console', async () => {
    for (const what of ['', 'constructor', '__proto__', 'reset_all'])
      expect((await act(what)).location).toBe(HOME);
    const out = await browser.post(`${HOME}?next=${encodeURIComponent('//evil.invalid/')}`, {
      do: 'chaos_off',
    });
    expect(out.location).toBe('/console?done=chaos_off');
    expect((await browser.get(`${HOME}?made=${encodeURIComponent('"><b>')}&preset=toString`)).status).toBe(
      200,
    );
  });
});

it('shows a page for each task of Simulate, with links to the others', async () => {
  for (const task of ['', '/time', '/faults', '/next', '/snapshots']) {
    const html = await page(HOME + task);
    expect(html).toContain(`href="${HOME}${task}" aria-current="page"`);
    expect(html.match(/href="\/console\/simulate(?:\/(?:time|faults|next|snapshots))?"/g)).not.toHaveLength(
      1,
    );
  }
});

describe('the form for a snapshot', () => {
  /** Posts a file as the page's form does. */
  async function upload(what: string, text: string | Uint8Array<ArrayBuffer>, from = sim.url) {
    const form = new FormData();
    form.append('file', new Blob([text], { type: 'application/json' }), 'snapshot.json');
    form.append('do', what);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(sim.url + HOME, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: { cookie, origin: from, 'accept-language': 'en' },
    });
    return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
  }

  it("refuses a file that isn't UTF-8, and accepts a byte order mark", async () => {
    const id = await sim.button(account, { identifier: 'Peña' });
    const snapshotText = (await browser.get(`${HOME}/snapshot?trace=none`)).html;
    const later = await sim.button(account);
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const bytes = new Uint8Array(Buffer.from(`{"format":"${snapshotText.slice(10)}`, encoding));
      const refusal = await upload('snapshot_load', bytes);
      expect([encoding, refusal.status]).toEqual([encoding, 400]);
    }
    const refusal = await upload('snapshot_load', new Uint8Array(Buffer.from(snapshotText, 'latin1')));
    expect(refusal).toMatchObject({ status: 400, html: expect.stringMatching(/byte at offset \d+ isn/) });
    const statusOf = async (session: string) =>
      (await sim.send('GET', `/api/v1/ext/payment-sessions/status/${session}`, account)).status;
    expect(await statusOf(later)).toBe(200);
    expect((await upload('snapshot_load', `\uFEFF${snapshotText}`)).status).toBe(303);
    expect([await statusOf(id), await statusOf(later)]).toEqual([200, 404]);
  });

  it("refuses files that aren't snapshots, and posts from another site", async () => {
    const refusal = await upload('snapshot_load', '{"format":"<script>alert(1)</script>"}');
    expect(refusal.status).toBe(400);
    expect(refusal.html).not.toContain('<script>alert');
    const remainingId = await sim.button(account);
    const snapshotText = (await browser.get(`${HOME}/snapshot?trace=none`)).html;
    expect((await upload('snapshot_load', snapshotText, 'https://evil.invalid')).status).toBe(403);
    expect(
      (await sim.send('GET', `/api/v1/ext/payment-sessions/status/${remainingId}`, account)).status,
    ).toBe(200);
  });
});
