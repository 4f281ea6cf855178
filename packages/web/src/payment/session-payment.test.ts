import { failureText } from '@svc-simulator/core';
import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { paymentForm } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const fields = {
  nombre: 'Ana "la jefa" Díaz',
  tipo: 'E',
  cedula: '12.345.678',
  telefono: '+58 414 765 4321',
  banco: '0134',
};

describe('payment data of a session (contract section 10)', async () => {
  const { sim, account } = await startAccountForBlock();

  const send = (method: string, path: string, body?: unknown) =>
    sim.send(method, path, { token: account.token, body });
  const paymentOf = async (id: string) =>
    (await send('GET', `/api/v1/ext/payment-sessions/status/${id}`)).json.data.session_payment;
  const request = async (more: object = {}) => {
    const creation = await send('POST', '/api/v1/ext/payment-sessions/request', {
      amount_reference: 3,
      currency_reference: 'USD',
      identifier: 'R',
      agreement_id: account.agreement,
      due_date_session: '2035-01-01T00:00:00Z',
      ...more,
    });
    return creation.json.data;
  };

  it("fills in the payer's values again for the next attempt, except the key", async () => {
    const { id } = await request({ failure_url: 'https://shop.invalid/ko' });
    const refusal = paymentForm({ ...fields, concepto: 'Dos cafés', otp: '111111' });
    expect((await sim.send('POST', `/pay/${id}`, refusal)).status).toBe(303);
    expect((await paymentOf(id)).payment_details).toMatchObject(fields);
    const page = (await sim.send('GET', `/pay/${id}`)).text;
    expect(page).toContain('value="12.345.678"');
    expect(page).toContain('value="+58 414 765 4321"');
    expect(page).toContain('value="Ana &quot;la jefa&quot; Díaz"');
    expect(page).toContain('value="Dos cafés"');
    expect(page).toMatch(/<option value="0134" selected/);
    expect(page).toMatch(/<option value="E" selected/);
    expect(page).not.toContain('value="111111"');
    const faulty = paymentForm({ ...fields, cedula: '1', otp: '987654' });
    const again = await sim.send('POST', `/pay/${id}`, faulty);
    expect([again.status, again.text.includes('value="+58 414 765 4321"')]).toEqual([400, true]);
    expect(again.text).not.toContain('987654');
  });

  it("says why a payment failed in the reader's language", async () => {
    const { id } = await request({ failure_url: 'https://shop.invalid/ko' });
    await sim.send('POST', `/pay/${id}`, paymentForm({ ...fields, otp: '111111' }));
    const pageIn = async (lang: string) => (await sim.send('GET', `/pay/${id}?lang=${lang}`)).text;
    expect(await pageIn('es')).toContain(failureText('insufficient_funds', 'es'));
    expect(await pageIn('en')).toContain(failureText('insufficient_funds', 'en'));
  });
});
