import { inAccount } from '@svc-simulator/test-support/account.ts';
import { TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import {
  agreementBody,
  buttonBody,
  type TestAccount,
  type TestSimulator,
} from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const ID = '5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b';

describe('older forms (contract section 12)', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  inAccount((visit) => {
    ({ sim, account } = visit);
  });

  const both = async (method: string, path: string, body?: unknown, token = account.token) => {
    const [english, spanish] = await Promise.all(
      ['en', 'es'].map((language) =>
        sim.send(method, path, { token, body, headers: { 'accept-language': language } }),
      ),
    );
    return { english: english?.json ?? {}, spanish: spanish?.json ?? {} };
  };

  it.each([
    ['POST', '/api/v1/ext/stops', '/api/v1/ext/payment-stops'],
    ['GET', `/api/v1/ext/stops/stp_${ID}/links`, `/api/v1/ext/payment-stops/stp_${ID}/links`],
    ['PATCH', '/api/v1/ext/stops/reorder', '/api/v1/ext/payment-stops/reorder'],
    ['POST', '/api/v1/ext/payment-sessions/button', '/api/v1/ext/payment-sessions/buttons'],
    ['POST', '/api/svcpagos/Login', '/api/svcpagos/login'],
    [
      'POST',
      `/api/v1/merchants/${ID}/transactions/A-1/invalidation`,
      `/api/v1/merchants/${ID}/transactions/A-1/cancellation`,
    ],
    [
      'POST',
      `/api/v1/pos-terminals/SN-1/transactions/${ID}/invalidation/commit`,
      `/api/v1/pos-terminals/SN-1/transactions/${ID}/cancellation/commit`,
    ],
  ])('%s %s is 404 and names the path of today', async (method, path, newer) => {
    const { english, spanish } = await both(method, path, method === 'GET' ? undefined : {});
    for (const { status, detail, message } of [english, spanish]) {
      expect(status).toBe(404);
      expect(detail).toContain(` ${newer}.`);
      expect(message).toBe(detail);
    }
    expect(english.detail).toContain('older form');
    expect(spanish.detail).toContain('forma antigua');
  });

  it.each(['/api/svcpagos/orders', '/api/svcpagos/sdk/v2/checkout'])(
    '%s says that the API of the checkout SDK is not simulated',
    async (path) => {
      const { english, spanish } = await both('POST', path, {});
      expect(english).toMatchObject({ status: 404, success: false });
      expect(english.detail).toMatch(/checkout SDK's own API is not simulated/);
      expect(spanish.detail).toMatch(/la API propia del SDK de pago no se simula/);
    },
  );

  it('a path that only looks like one is unknown as ever', async () => {
    for (const path of ['/api/v1/ext/stopsign', '/api/v1/ext/payment-sessions/buttonx/y', '/api/v1/extra'])
      expect((await sim.send('POST', path, { body: {} })).json.detail).toMatch(/No operation has the path/);
  });

  it.each([
    [
      'settlement_id',
      { agreement_id: undefined, settlement_id: 'agr_0123456789abcdef' },
      '/settlement_id',
      'agreement_id',
    ],
    ['USD_BCV', { currency_reference: 'USD_BCV' }, '/currency_reference', 'USD'],
    ['EUR_BCV', { currency_reference: 'EUR_BCV' }, '/currency_reference', 'EUR'],
  ])('%s in a session is refused by the name of today', async (_name, more, pointer, newer) => {
    const session = { ...buttonBody, agreement_id: account.agreement, ...more };
    const request = { ...session, due_date_session: '2090-01-01T00:00:00Z' };
    for (const [path, body, at] of [
      ['buttons', session, pointer],
      ['request', request, pointer],
      ['request/batch', { items: [request] }, `/items/0${pointer}`],
    ] as const) {
      const { english, spanish } = await both('POST', `/api/v1/ext/payment-sessions/${path}`, body);
      const detail = `is an older name, which is not taken: send ${newer}`;
      expect(english.errors).toContainEqual({ pointer: at, detail });
      expect(english.detail).toBe(`${at}: ${detail}${english.errors.length > 1 ? ' (and 1 more)' : ''}`);
      expect(spanish.detail).toContain(`es un nombre antiguo, que no se acepta: envía ${newer}`);
    }
  });

  it('a value that is simply unknown is told what there is', async () => {
    const body = { ...buttonBody, agreement_id: account.agreement, currency_reference: 'DISCARDED' };
    const { english } = await both('POST', '/api/v1/ext/payment-sessions/buttons', body);
    expect(english.detail).toBe('/currency_reference: must be one of USD, EUR, COP, USDT, VES');
  });

  it('split as an object in an agreement is refused, with where its parts go', async () => {
    const body = { ...agreementBody, split: { type: 'percent', rules: [] } };
    const { english, spanish } = await both('POST', '/api/v1/ext/agreements', body);
    expect(english.detail).toMatch(/^\/split: .*true or false, .*agreements\/split-receipt$/);
    expect(spanish.detail).toMatch(/^\/split: .*true o false, .*agreements\/split-receipt$/);
    const { english: text } = await both('POST', '/api/v1/ext/agreements', {
      ...agreementBody,
      split: 'yes',
    });
    expect(text.detail).toBe('/split: must be true or false, not a text');
  });

  it('status=DISCARDED is refused in every spelling of the filter', async () => {
    const merchant = await TestMerchant.register(sim);
    const path = `/api/v1/merchants/${merchant.id}/transactions`;
    for (const query of ['status=DISCARDED', 'status[eq]=DISCARDED', 'status[in]=PAID,DISCARDED']) {
      const { english, spanish } = await both('GET', `${path}?${query}`, undefined, merchant.token);
      expect(english.status).toBe(400);
      expect(english.detail).toMatch(/older name, which is not taken: send CANCELED$/);
      expect(spanish.detail).toMatch(/nombre antiguo, que no se acepta: envía CANCELED$/);
    }
  });

  it('an order that is no UUID and an activation without serial say what is wanted', async () => {
    const merchant = await TestMerchant.register(sim);
    const body = { orderId: 'A-1042', amountReference: 1, currencyReference: 'USD' };
    const { english } = await both(
      'POST',
      `/api/v1/merchants/${merchant.id}/transactions`,
      body,
      merchant.token,
    );
    expect(english.detail).toMatch(/^\/orderId: must be a UUID such as /);
    const activation = await both('POST', '/api/v1/pos-terminals/SN-1/pairing/activate', { code: '123456' });
    expect(activation.english.detail).toBe('/serial: is required');
  });

  it('are all listed, in both languages', async () => {
    for (const language of ['en', 'es']) {
      const headers = { accept: 'text/html', 'accept-language': language };
      const { text } = await sim.send('GET', '/fidelidad', { headers });
      const listed = [
        ...['settlement_id', 'USD_BCV', 'EUR_BCV', 'DISCARDED', '/api/v1/ext/stops', '/api/svcpagos/Login'],
        ...['/api/v1/ext/payment-sessions/button', '/api/svcpagos/**', 'orderId', 'serial', 'split'],
        '/api/v1/merchants/{merchantId}/transactions/{orderId}/invalidation',
        '/api/v1/pos-terminals/{serialNumber}/transactions/{orderId}/invalidation',
      ];
      for (const form of listed) expect(text).toContain(`<code>${form}</code>`);
    }
  });
});
