import { randomUUID } from 'node:crypto';
import { type Answer, call } from './api.ts';

/** A merchant with an access token, created through the API. */
export interface Merchant {
  /** Sends a request. `path` is relative to the merchant's path. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Creates a code that activates a terminal. */
  pairingCode(serial: string): Promise<string>;
  /** Creates a transaction and returns its `orderId`. */
  charge(more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Returns the transaction as the merchant sees it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what they find
  transaction(orderId: string): Promise<any>;
}

export async function openMerchant(url: string): Promise<Merchant> {
  const credentials = { email: `${randomUUID()}@cafe.invalid`, password: 'correct horse battery' };
  await call(url, 'POST', '/api/v1/merchants', {
    body: { ...credentials, legalName: 'Café Central C.A.', taxId: 'J-12345678-9' },
  });
  const login = await call(url, 'POST', '/api/v1/merchants/auth/login', { body: credentials });
  const { merchantId, accessToken } = login.body.data;
  const send = (method: string, path: string, body?: unknown) =>
    call(url, method, `/api/v1/merchants/${merchantId}${path}`, { token: accessToken, body });
  return {
    send,
    pairingCode: async (serial) =>
      (await send('POST', `/pos-terminals/${encodeURIComponent(serial)}/pairing`, { serial })).body.data.code,
    charge: async (more = {}) => {
      const orderId = randomUUID();
      const body = { orderId, amountReference: 12.5, currencyReference: 'USD', ...more };
      const answer = await send('POST', '/transactions', body);
      if (answer.status !== 201) throw new Error(`no transaction: ${JSON.stringify(answer.body)}`);
      return orderId;
    },
    transaction: async (orderId) => (await send('GET', `/transactions/${orderId}`)).body.data,
  };
}
