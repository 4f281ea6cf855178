import { describe, expect, it } from 'vitest';
import { type FieldStage, setFieldStage } from './support/field-client.ts';
import { PATIENCE_MS } from './support/sightings.ts';

const text = expect.stringMatching(/\S/);
const soon = { timeout: PATIENCE_MS };

/**
 * Programs as foreign teams write them for the real service, from its documents alone. Nothing in them knows the simulator; each says
 * what it believes, and that has to be what the simulator says.
 */
describe.each([
  ['http', []],
  ['https', ['--tls']],
])('programs written for the real service, over %s', (scheme, args) => {
  it('plain Node: the payer comes back with the session, and the shop has every webhook', async () => {
    const stage = await setFieldStage(args);
    const shop = await startShop(stage);
    const paid = await shop.ask('POST', '/buy?order=A-1&price=25.5');
    expect(new URL(paid.page).protocol).toBe(`${scheme}:`);
    expect(await shop.ask('POST', '/pay-by-robot?order=A-1&otp=000000')).toEqual({
      status: 303,
      location: `${shop.url}/thanks?order=A-1&session_id=${paid.session}#receipt`,
    });
    await expect
      .poll(async () => (await shop.ask('GET', '/order?order=A-1')).events, soon)
      .toEqual(['payment_session.created', 'payment_session.paid', 'payment_session.accredited']);
    expect(await shop.ask('GET', '/order?order=A-1')).toMatchObject({
      state: 'paid',
      message: text,
      payer: { nombre: 'María Pérez', tipo: 'V', cedula: '12345678', telefono: '04141234567', banco: '0134' },
      credited: [{ receiver_id: 'owner', status: 'credited' }],
    });

    const refused = await shop.ask('POST', '/buy?order=A-2&price=10');
    await shop.ask('POST', '/pay-by-robot?order=A-2&otp=111111');
    expect(await shop.ask('GET', '/order?order=A-2')).toMatchObject({
      state: 'failed',
      reason: 'insufficient_funds',
      message: text,
    });
    expect([await stage.status(paid.session), await stage.status(refused.session)]).toEqual([
      'paid',
      'failed',
    ]);
  });
});

function startShop({ url, account, serve }: FieldStage) {
  return serve('plain-https-shop.cjs', {
    PROVIDER_URL: url,
    PROVIDER_TOKEN: account.token,
    PROVIDER_AGREEMENT: account.agreement_id,
    PROVIDER_WEBHOOK_SECRET: account.webhook_secret,
  });
}
