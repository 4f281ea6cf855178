import { inAccount } from '@svc-simulator/test-support/account.ts';
import type { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('older forms (contract section 12)', () => {
  let sim: TestSimulator;
  inAccount((visit) => {
    ({ sim } = visit);
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
