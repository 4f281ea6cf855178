import { inAccount } from '@svc-simulator/test-support/account.ts';
import { paymentForm, type TestAccount, type TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const typed = {
  nombre: 'Ana "la jefa" Díaz',
  tipo: 'E',
  cedula: '12.345.678',
  telefono: '+58 414 765 4321',
  banco: '0134',
};

describe('what a session tells of its payment (contract section 10)', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  inAccount((visit) => {
    ({ sim, account } = visit);
  });

  const send = (method: string, path: string, body?: unknown) =>
    sim.send(method, path, { token: account.token, body });
  const paymentOf = async (id: string) =>
    (await send('GET', `/api/v1/ext/payment-sessions/status/${id}`)).json.data.session_payment;
  const force = (id: string, body: object) => send('POST', `/control/sessions/${id}/outcome`, body);
  const request = async (more: object = {}) => {
    const made = await send('POST', '/api/v1/ext/payment-sessions/request', {
      amount_reference: 3,
      currency_reference: 'USD',
      identifier: 'R',
      agreement_id: account.agreement,
      due_date_session: '2035-01-01T00:00:00Z',
      ...more,
    });
    return made.json.data;
  };

  it('has a text for the payer in every state, in the language of their page', async () => {
    const { id } = await request();
    expect((await paymentOf(id)).user_message).toBe('El pago está pendiente.');
    await sim.send('POST', `/pay/${id}?lang=en`, paymentForm({ otp: '333333' }));
    expect(await paymentOf(id)).toMatchObject({
      user_message: 'The bank refused the payment: the amount exceeds the allowed limit.',
      reason: 'bank_limit',
    });
    await sim.send('POST', `/pay/${id}?lang=en`, paymentForm());
    const paid = await paymentOf(id);
    expect(paid.user_message).toBe('The payment was successful.');
    expect(paid).not.toHaveProperty('reason');
    const expired = await sim.button(account);
    await force(expired, { leg: 1, outcome: 'expired' });
    expect(await paymentOf(expired)).toMatchObject({
      user_message: 'El plazo para pagar venció, y el pago no se realizó.',
      reason: 'control',
      expired_at: expect.any(String),
    });
  });

  it('repeats what the payer typed, and gives it back on the page for the next try, but not the key', async () => {
    const { id } = await request({ failure_url: 'https://shop.invalid/ko' });
    const refused = paymentForm({ ...typed, concepto: 'Dos cafés', otp: '111111' });
    expect((await sim.send('POST', `/pay/${id}`, refused)).status).toBe(303);
    expect((await paymentOf(id)).payment_details).toMatchObject(typed);
    const page = (await sim.send('GET', `/pay/${id}`)).text;
    expect(page).toContain('value="12.345.678"');
    expect(page).toContain('value="+58 414 765 4321"');
    expect(page).toContain('value="Ana &quot;la jefa&quot; Díaz"');
    expect(page).toContain('value="Dos cafés"');
    expect(page).toMatch(/<option value="0134" selected/);
    expect(page).toMatch(/<option value="E" selected/);
    expect(page).not.toContain('value="111111"');
    const faulty = paymentForm({ ...typed, cedula: '1', otp: '987654' });
    const again = await sim.send('POST', `/pay/${id}`, faulty);
    expect([again.status, again.text.includes('value="+58 414 765 4321"')]).toEqual([400, true]);
    expect(again.text).not.toContain('987654');
  });

  it('has nobody’s fields after a forced outcome, and crypto_details of a payment by crypto alone', async () => {
    const forced = await sim.button(account);
    await force(forced, { leg: 1, outcome: 'paid' });
    expect(await paymentOf(forced)).toMatchObject({
      payment_details: { nombre: null, tipo: null, cedula: null, telefono: null, banco: null },
      crypto_details: null,
    });
    const crypto = await sim.button(account, { amount_reference: 12.34, currency_reference: 'USDT' });
    await sim.send('POST', `/pay/${crypto}`, paymentForm({ metodo: 'crypto' }));
    expect((await paymentOf(crypto)).crypto_details).toMatchObject({
      crypto_wallet_name: 'BinancePay',
      crypto_order_id: expect.stringMatching(/^\d+$/),
      crypto_status: 'paid',
      amount_ves_check: 2259.59,
      crypto_amount: 12.34,
    });
    expect((await paymentOf(crypto)).payment_details.bank_name).toBe('BinancePay');
  });

  it('fails for the reason that a forced outcome, or a script, gives', async () => {
    const outcomes = [{ leg1: 'failed', after_ms: 1000, reason: 'insufficient_funds' }];
    const script = { rules: [{ match: { identifier: 'scripted' }, outcomes }] };
    expect((await send('PUT', '/control/script', script)).status).toBe(200);
    const scripted = await sim.button(account, { identifier: 'scripted' });
    await sim.clock.advance(1000);
    expect(await paymentOf(scripted)).toMatchObject({
      reason: 'insufficient_funds',
      user_message: 'El banco rechazó el pago: la cuenta no tiene fondos suficientes.',
    });
    const [silent, told] = [await sim.button(account), await sim.button(account)];
    await force(silent, { leg: 1, outcome: 'failed' });
    expect(await paymentOf(silent)).toMatchObject({ reason: 'bank_rejected' });
    const answer = await force(told, { leg: 1, outcome: 'failed', reason: 'invalid_otp' });
    expect(answer.json.data.session_payment).toMatchObject({ reason: 'invalid_otp' });
  });

  it.each([
    [{ leg: 1, outcome: 'paid', reason: 'bank_limit' }],
    [{ leg: 2, outcome: 'accredited', reason: 'bank_limit' }],
    [{ leg: 1, outcome: 'failed', reason: 'control' }],
  ])('refuses the outcome %j', async (body) => {
    const refused = await force(await sim.button(account), body);
    expect(refused.json).toMatchObject({ status: 400, errors: [{ pointer: '/reason' }] });
  });

  it('has a transaction id that a signed integer of 32 bits holds', async () => {
    for (let turn = 0; turn < 50; turn++) {
      const id = await sim.button(account);
      await force(id, { leg: 1, outcome: 'paid' });
      const { svc_transaction_id: number } = await paymentOf(id);
      expect(number).toBeGreaterThan(0);
      expect(number).toBe(number | 0);
    }
  });

  it('answers a duration for a button alone', async () => {
    const made = await request({ duration_minutes: 7 });
    expect(made).not.toHaveProperty('duration_minutes');
    expect(made.config).not.toHaveProperty('duration_minutes');
    const button = await send('POST', '/api/v1/ext/payment-sessions/buttons', {
      ...{ amount_reference: 1, currency_reference: 'USD', identifier: 'B', identifier_label: 'Order' },
      ...{
        description: 'Tea',
        success_url: 'https://shop.invalid/ok',
        failure_url: 'https://shop.invalid/ko',
      },
      agreement_id: account.agreement,
      duration_minutes: 7,
    });
    expect(button.json.data).toMatchObject({ duration_minutes: 7, config: { duration_minutes: 7 } });
  });
});
