import { describe, expect, it } from 'vitest';
import { countingNumbers, NOW, samplePayment, sampleSession } from '../../test/samples.ts';
import { creditsOf } from '../session/credits.ts';
import { type WebhookSettings, webhookBody } from './webhook-body.ts';

const as = (webhook_body: WebhookSettings['webhook_body']) =>
  ({ webhook_body, receiver_credits: 'list' }) as const;
const paid = sampleSession({ status: 'paid', accreditation: 'scheduled', payment: samplePayment() });
const accredited = sampleSession({
  ...paid,
  accreditation: 'accredited',
  shares: [{ recipientId: '11111111-1111-4111-8111-111111111111', basisPoints: 2500, label: 'Flete' }],
});
const withCredits = (outcome: 'accredited' | 'accreditation_to_recipient_failed') => ({
  ...accredited,
  credits: creditsOf(accredited, outcome, NOW + 5000, countingNumbers()),
});

// Literal texts: what a receiver reads, byte for byte (contract section 4).
const createdFields =
  '"session_payment":{"id":"8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01","origin":"button","amount_reference":10,"currency_reference":"USD","status":"pending"}';
const paidFields =
  '"session_payment":{"id":"8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01","origin":"button","amount_reference":10,"currency_reference":"USD","status":"paid","payment_method":"mobile_payment","svc_transaction":{"id":7}},' +
  '"payment_details":{"action_date":"2026-11-20T21:28:00Z","bank_code":"0134","bank_name":"Banesco","bank_reference_id":"000000000042","amount_ves":1220.11,"bcv_rate_usd_ves":122.0112,"bcv_rate_eur_ves":145.2414,"rate_usdt_ves":183.1112,"rate_col_ves":0.0501,"nombre":null,"tipo":null,"cedula":null,"telefono":null,"banco":null}';
const topOfData =
  '"session_id":"8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01","status":"paid","payment_method":"mobile_payment","amount_reference":10,"currency_reference":"USD","bcv_rate_usd_ves":122.0112';
const creditFields =
  '"receiver_credits":[' +
  '{"receiver_id":"11111111-1111-4111-8111-111111111111","memo":"Flete","svc_credit_id":"1","status":"credited","amount_ves":305.03,"bank_commissions_ves":3.05,"amount_ves_credited":301.98,"receive_date":"2026-11-20T21:28:05.000Z","bank_name":"Banco de Venezuela","bank_reference_id":"000000000002"},' +
  '{"receiver_id":"owner","svc_credit_id":"3","status":"credited","amount_ves":915.08,"bank_commissions_ves":9.15,"amount_ves_credited":905.93,"receive_date":"2026-11-20T21:28:05.000Z","bank_name":"Banco de Venezuela","bank_reference_id":"000000000004"}],' +
  '"receiver_credits_summary":{"total_credits":2,"total_amount_ves":1220.11,"total_bank_commissions_ves":12.2,"total_amount_ves_credited":1207.91}';

describe('webhookBody', () => {
  it('of a new session has no payment', () => {
    expect(webhookBody('payment_session.created', sampleSession(), as('flat'))).toBe(
      `{"event":"payment_session.created",${createdFields}}`,
    );
  });

  it('of a paid session has its method, transaction and details', () => {
    expect(webhookBody('payment_session.paid', paid, as('flat'))).toBe(
      `{"event":"payment_session.paid",${paidFields}}`,
    );
  });

  it('of leg 2 has the credits beside session_payment', () => {
    expect(webhookBody('payment_session.accredited', withCredits('accredited'), as('flat'))).toBe(
      `{"event":"payment_session.accredited",${paidFields},${creditFields}}`,
    );
  });

  it('has the fields beside event, under data, or both, and under data what is read at its own level', () => {
    const head = '{"event":"payment_session.paid",';
    const data = `"data":{${paidFields},${topOfData}}`;
    expect(webhookBody('payment_session.paid', paid, as('data'))).toBe(`${head}${data}}`);
    expect(webhookBody('payment_session.paid', paid, as('both'))).toBe(`${head}${paidFields},${data}}`);
    expect(webhookBody('payment_session.created', sampleSession(), as('data'))).toBe(
      `{"event":"payment_session.created","data":{${createdFields},"session_id":"8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01","status":"pending","amount_reference":10,"currency_reference":"USD"}}`,
    );
    for (const form of ['flat', 'data', 'both'] as const) {
      const body = JSON.parse(webhookBody('payment_session.paid', paid, as(form)));
      const { event, data, ...flat } = body;
      expect(event).toBe('payment_session.paid');
      expect(Object.keys(flat)).toEqual(form === 'data' ? [] : ['session_payment', 'payment_details']);
      expect(data === undefined).toBe(form === 'flat');
    }
  });
});
