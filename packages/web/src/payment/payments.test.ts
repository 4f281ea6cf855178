import { inAccount } from '@svc-simulator/test-support/account.ts';
import { paymentForm, type TestAccount, type TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('paying on the page (contract sections 5 and 9)', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  inAccount((visit) => {
    ({ sim, account } = visit);
  });

  const pay = (id: string, fields = {}) => sim.send('POST', `/pay/${id}`, paymentForm(fields));
  const status = async (id: string) =>
    (await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token: account.token })).json.data;
  const request = async (more: object = {}) => {
    const body = {
      amount_reference: 3,
      currency_reference: 'VES',
      identifier: 'R',
      agreement_id: account.agreement,
      due_date_session: '2035-01-01T00:00:00Z',
      ...more,
    };
    return (await sim.send('POST', '/api/v1/ext/payment-sessions/request', { token: account.token, body }))
      .json.data.id as string;
  };

  it('pays with 000000, sends the payer to success_url, and accredits by itself', async () => {
    const id = await sim.button(account);
    const paid = await pay(id);
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(`https://shop.invalid/ok?session_id=${id}`);
    const before = await status(id);
    expect(before).toMatchObject({
      status: 'paid',
      session_payment: {
        payment_method: 'mobile_payment',
        payment_details: { bank_code: '0102', amount_ves: 1220.11 },
      },
    });
    expect(before.receiver_credits ?? before.session_payment.receiver_credits ?? null).toBeNull();
    await sim.clock.advance(4999);
    expect(await sim.trace(account, `&session_id=${id}&type=session.accredited`)).toEqual([]);
    await sim.clock.advance(1);
    expect(await sim.trace(account, `&session_id=${id}&type=session.accredited`)).toHaveLength(1);
    expect((await status(id)).status).toBe('paid');
  });

  it('refuses a program with problems, in the language of the page', async () => {
    const as = (id: string, fields = {}, lang = 'en') =>
      sim.send('POST', `/pay/${id}?lang=${lang}`, {
        ...paymentForm(fields),
        headers: { ...paymentForm(fields).headers, accept: 'application/problem+json' },
      });
    const id = await sim.button(account);
    const wrong = await as(id, { telefono: '1' });
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(wrong.json.errors).toEqual([
      { pointer: '/telefono', detail: expect.stringContaining('mobile phone') },
    ]);
    expect((await as(id, { telefono: '1' }, 'es')).json.errors[0].detail).toContain('celular');
    expect((await as(id)).status).toBe(303);
    expect((await as(id)).json).toMatchObject({ status: 409, detail: expect.stringContaining('is paid') });
    expect((await as(crypto.randomUUID())).json).toMatchObject({ status: 404, title: 'Not found' });
    const late = await sim.button(await sim.account());
    await sim.clock.advance(10 * 60_000);
    expect((await as(late)).json.detail).toContain('is expired');
  });

  it('uses the account’s own accreditation delay', async () => {
    const own = await sim.account();
    await sim.send('PUT', '/console/settings', { token: own.console, body: { accreditation_delay_ms: 100 } });
    const id = await sim.button(own);
    await pay(id);
    await sim.clock.advance(100);
    expect(await sim.trace(own, '&type=session.accredited')).toHaveLength(1);
  });

  it.each([
    ['111111', 'insufficient_funds'],
    ['222222', 'invalid_otp'],
    ['333333', 'bank_limit'],
    ['987654', 'invalid_otp'],
  ])('fails a button with %s', async (otp, reason) => {
    const id = await sim.button(account);
    const failed = await pay(id, { otp });
    expect([failed.status, failed.headers.get('location')]).toEqual([
      303,
      `https://shop.invalid/ko?session_id=${id}`,
    ]);
    const after = await status(id);
    expect(after.status).toBe('failed');
    expect(after.session_payment.user_message).toBeTruthy();
    const [event] = await sim.trace(account, `&session_id=${id}&type=session.payment_failed`);
    expect(event?.data.reason).toBe(reason);
    expect((await pay(id)).status).toBe(409);
  });

  it('keeps a request open after a failed attempt, and shows a result page where there is no URL', async () => {
    const id = await request();
    const failed = await pay(id, { otp: '111111' });
    expect(failed.status).toBe(200);
    expect(failed.headers.get('content-type')).toContain('text/html');
    expect((await status(id)).status).toBe('pending');
    const paid = await pay(id);
    expect(paid.status).toBe(200);
    expect((await status(id)).status).toBe('paid');
  });

  it('shows faults beside what was typed and leaves the session pending', async () => {
    const id = await sim.button(account);
    const refused = await pay(id, { cedula: 'abc', telefono: '', otp: '' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('value="abc"');
    expect((await status(id)).status).toBe('pending');
    expect((await pay(id, { metodo: 'cash' })).status).toBe(400);
    expect(
      (await sim.send('POST', `/pay/${id}`, { body: '{}', headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(415);
  });

  it('lets the payer choose how leg 2 ends', async () => {
    const id = await sim.button(account);
    await pay(id, { acreditacion: 'accreditation_to_recipient_failed', metodo: 'crypto' });
    await sim.clock.advance(5000);
    const [emitted] = (await sim.trace(account, `&session_id=${id}&type=webhook.emitted`)).slice(-1);
    expect(emitted?.data.event).toBe('payment_session.accreditation_to_recipient_failed');
  });

  it('pays once when two submits come together', async () => {
    const id = await sim.button(account);
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409, 409, 409, 409]);
    expect(await sim.trace(account, `&session_id=${id}&type=session.paid`)).toHaveLength(1);
  });

  it('takes multipart forms as well', async () => {
    const id = await sim.button(account);
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(paymentForm().body)) form.set(name, value);
    const answer = await fetch(`${sim.url}/pay/${id}`, { method: 'POST', body: form, redirect: 'manual' });
    expect(answer.status).toBe(303);
  });

  it('decides a deadline by the clock, and says so on the page', async () => {
    const id = await sim.button(account, { duration_minutes: 5 });
    expect((await sim.send('GET', `/pay/${id}`)).status).toBe(200);
    await sim.clock.advance(300_000);
    expect((await pay(id)).status).toBe(409);
    const page = await sim.send('GET', `/pay/${id}?lang=en`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<html lang="en">');
    expect(page.text).not.toContain('<form');
    expect((await sim.send('GET', '/pay/nowhere')).status).toBe(404);
    expect((await pay('nowhere')).status).toBe(404);
  });

  it('has a policy that forbids everything but its own style and script, and leaves form-action free', async () => {
    const page = await sim.send('GET', `/pay/${await sim.button(account)}`);
    const csp = page.headers.get('content-security-policy') ?? '';
    expect(csp).toContain("default-src 'none'");
    expect(csp).not.toContain('form-action');
    expect(csp).not.toContain('unsafe');
    expect(page.text).toContain('<html lang="es">');
  });

  it('redirects to deep links and encodes what a header cannot hold', async () => {
    const id = await sim.button(account, { success_url: 'miapp://pago/listo?x=ñ' });
    expect((await pay(id)).headers.get('location')).toBe(`miapp://pago/listo?x=%C3%B1&session_id=${id}`);
  });

  it('tells the shop which session the payer comes back from, by redirect and by link', async () => {
    const id = await sim.button(account, { success_url: 'https://shop.invalid/ok?a=1&session_id=old#end' });
    const wanted = `https://shop.invalid/ok?a=1&session_id=${id}#end`;
    expect((await pay(id)).headers.get('location')).toBe(wanted);
    expect((await pay(id)).text).toContain(`href="${wanted.replace('&', '&amp;')}"`);
    const failed = await request({ failure_url: 'miapp:pago' });
    expect((await pay(failed, { otp: '111111' })).headers.get('location')).toBe(
      `miapp:pago?session_id=${failed}`,
    );
  });
});
