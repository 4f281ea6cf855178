import createClient from 'openapi-fetch';
// The test copies this file, and generates `api.ts` next to the copy from /openapi.json.
import type { paths } from './api.ts';

/** The results of a client that knows only the OpenAPI document, with both APIs. */
export interface Driven {
  readonly sessionStatus: string;
  readonly pointers: readonly string[];
  readonly transactionStatus: string;
  readonly listed: number;
}

/** Uses the payment-session API and the merchant API through types from an independent generator. */
export async function drive(
  baseUrl: string,
  account: { token: string; agreement_id: string; merchant_email: string; password: string },
): Promise<Driven> {
  const client = createClient<paths>({ baseUrl });
  const api = { authorization: `Bearer ${account.token}` };

  const creation = await client.POST('/api/v1/ext/payment-sessions/buttons', {
    headers: api,
    body: {
      agreement_id: account.agreement_id,
      amount_reference: 12.5,
      currency_reference: 'USD',
      identifier_label: 'Order',
      identifier: 'A-1',
      description: 'Coffee',
      success_url: 'https://shop.invalid/ok',
      failure_url: 'https://shop.invalid/ko',
    },
  });
  const sessionId = creation.data?.data.id;
  if (!sessionId) throw new Error(`no session: ${JSON.stringify(creation.error)}`);
  const forcing = await client.POST('/control/sessions/{session_id}/outcome', {
    params: { path: { session_id: sessionId } },
    headers: api,
    body: { leg: 1, outcome: 'paid' },
  });
  const status = await client.GET('/api/v1/ext/payment-sessions/status/{session_id}', {
    params: { path: { session_id: sessionId } },
    headers: api,
  });
  const refusal = await client.POST('/api/v1/ext/agreements', {
    headers: api,
    // @ts-expect-error the generated types know that an agreement needs its payment methods
    body: { title: 'No methods', default_bank_account_id: 'b' },
  });
  const pointers = (refusal.error?.errors ?? []).map(({ pointer }) => pointer);

  const login = await client.POST('/api/v1/merchants/auth/login', {
    body: { email: account.merchant_email, password: account.password },
  });
  const merchant = login.data?.data;
  if (!merchant) throw new Error(`no merchant: ${JSON.stringify(login.error)}`);
  const headers = { authorization: `Bearer ${merchant.accessToken}` };
  const orderId = crypto.randomUUID();
  const transaction = await client.POST('/api/v1/merchants/{merchantId}/transactions', {
    params: { path: { merchantId: merchant.merchantId } },
    headers,
    body: { orderId, amountReference: 9.99, currencyReference: 'USD' },
  });
  if (transaction.error) throw new Error(`no transaction: ${JSON.stringify(transaction.error)}`);
  const cancelled = await client.POST('/api/v1/merchants/{merchantId}/transactions/{orderId}/cancellation', {
    params: { path: { merchantId: merchant.merchantId, orderId } },
    headers,
  });
  const list = await client.GET('/api/v1/merchants/{merchantId}/transactions', {
    params: { path: { merchantId: merchant.merchantId } },
    headers,
  });
  return {
    sessionStatus: `${forcing.data?.data.status} ${status.data?.data.status}`,
    pointers,
    transactionStatus: cancelled.data?.data.status ?? '',
    listed: list.data?.data.length ?? -1,
  };
}
