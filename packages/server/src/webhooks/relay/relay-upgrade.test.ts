import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { expect, it } from 'vitest';

const { sim, account } = await startAccountForBlock();

it.each([
  ['en', /a proxy has probably removed it.*Upgrade and Connection/],
  ['es', /es probable que un proxy intermedio haya quitado la petición.*Upgrade y Connection/],
])(
  'returns 426 when the upgrade is missing, and names the proxy and its headers (%s)',
  async (lang, cause) => {
    const headers = { 'accept-language': lang };
    const answer = await sim.send('GET', '/relay', { token: account.token, headers });
    expect(answer.status).toBe(426);
    expect(answer.headers.get('upgrade')).toBe('websocket');
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('x-request-id')).toEqual(expect.any(String));
    expect(answer.json).toMatchObject({ status: 426, detail: expect.stringMatching(cause) });
  },
);
