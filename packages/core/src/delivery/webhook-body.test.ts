import { describe, expect, it } from 'vitest';
import { samplePayment, sampleSession } from '../../test/samples.ts';
import { type WebhookSettings, webhookBody } from './webhook-body.ts';

const bodyFor = (webhook_body: WebhookSettings['webhook_body']) =>
  ({ webhook_body, receiver_credits: 'list' }) as const;
const paidSession = sampleSession({ status: 'paid', accreditation: 'scheduled', payment: samplePayment() });

// Literal texts, because receivers verify the signature of exactly these bytes (contract section 4).
const createdFields =
  '"session_payment":{"id":"8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01","origin":"button","amount_reference":10,"currency_reference":"USD","status":"pending"}';
const paidFields =
  '"session_payment":{"id":"8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01","origin":"button","amount_reference":10,"currency_reference":"USD","status":"paid","payment_method":"mobile_payment","svc_transaction":{"id":7}},' +
  '"payment_details":{"action_date":"2026-11-20T21:28:00Z","bank_code":"0134","bank_name":"Banesco","bank_reference_id":"000000000042","amount_ves":1220.11,"bcv_rate_usd_ves":122.0112,"bcv_rate_eur_ves":145.2414,"rate_usdt_ves":183.1112,"rate_col_ves":0.0501,"nombre":null,"tipo":null,"cedula":null,"telefono":null,"banco":null}';
const topOfData =
  '"session_id":"8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01","status":"paid","payment_method":"mobile_payment","amount_reference":10,"currency_reference":"USD","bcv_rate_usd_ves":122.0112';

describe('webhookBody', () => {
  it('places the fields next to event, under data, or in both places', () => {
    const head = '{"event":"payment_session.paid",';
    const data = `"data":{${paidFields},${topOfData}}`;
    expect(webhookBody('payment_session.paid', paidSession, bodyFor('data'))).toBe(`${head}${data}}`);
    expect(webhookBody('payment_session.paid', paidSession, bodyFor('both'))).toBe(
      `${head}${paidFields},${data}}`,
    );
    expect(webhookBody('payment_session.created', sampleSession(), bodyFor('data'))).toBe(
      `{"event":"payment_session.created","data":{${createdFields},"session_id":"8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01","status":"pending","amount_reference":10,"currency_reference":"USD"}}`,
    );
    for (const form of ['flat', 'data', 'both'] as const) {
      const body = JSON.parse(webhookBody('payment_session.paid', paidSession, bodyFor(form)));
      const { event, data, ...flat } = body;
      expect(event).toBe('payment_session.paid');
      expect(Object.keys(flat)).toEqual(form === 'data' ? [] : ['session_payment', 'payment_details']);
      expect(data === undefined).toBe(form === 'flat');
    }
  });
});
