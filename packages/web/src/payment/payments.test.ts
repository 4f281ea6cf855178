import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { paymentForm } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('paying on the page (contract sections 5 and 9)', async () => {
  const { sim, account } = await startAccountForBlock();

  it("returns problems to a program whose payment is refused, in the page's language", async () => {
    const pay = (id: string, fields = {}, lang = 'en') =>
      sim.send('POST', `/pay/${id}?lang=${lang}`, {
        ...paymentForm(fields),
        headers: { ...paymentForm(fields).headers, accept: 'application/problem+json' },
      });
    const id = await sim.button(account);
    const wrong = await pay(id, { telefono: '1' });
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ]);
    expect(wrong.json.errors).toEqual([
      { pointer: '/telefono', detail: expect.stringContaining('mobile number') },
    ]);
    expect((await pay(id, { telefono: '1' }, 'es')).json.errors[0].detail).toContain('celular');
    expect((await pay(id)).status).toBe(303);
    expect((await pay(id)).json).toMatchObject({ status: 409, detail: expect.stringContaining('is paid') });
    expect((await pay(crypto.randomUUID())).json).toMatchObject({ status: 404, title: 'Not found' });
    const late = await sim.button(await sim.account());
    await sim.clock.advance(10 * 60_000);
    expect((await pay(late)).json.detail).toContain('is expired');
  });
});
