import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { activate, sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { describe, expect, it } from 'vitest';

describe('pairing of terminals (specification, Pairing code; contract section 6)', async () => {
  let serials = 0;
  const serial = () => `SN-${++serials}`;
  const sim = await simulatorOfBlock();
  const merchant = await TestMerchant.register(sim);
  const other = await TestMerchant.register(sim);

  const codeOf = async (number: string, who = merchant): Promise<string> =>
    (await who.pairing('POST', number)).json.data.code;
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
  const list = (number: string, secret: string) =>
    sendSigned(sim, { serial: number, secret }, 'GET', '/transactions');

  it('accepts any serial that fits into a path', async () => {
    const number = 'Nº 7/a?b#c%&=ñ:';
    const terminal = await merchant.terminal(number);
    expect((await list(number, terminal.secret)).status).toBe(200);
  });

  it('lets two accounts have terminals of the same serial, each found by its own code and secret', async () => {
    const number = serial();
    const [mine, theirs] = [await codeOf(number), await codeOf(number, other)];
    expect(mine).not.toBe(theirs);
    const second = (await activate(sim, number, theirs)).json.data.secret_key;
    const first = (await activate(sim, number, mine)).json.data.secret_key;
    const order = await merchant.create({ terminalSerial: number });
    const seen = async (secret: string) =>
      (await list(number, secret)).json.data.map(({ orderId }: { orderId: string }) => orderId);
    expect(await seen(first)).toContain(order);
    expect(await seen(second)).toEqual([]);
    expect((await other.pairing('DELETE', number)).status).toBe(200);
    expect((await list(number, second)).status).toBe(401);
    expect((await list(number, first)).status).toBe(200);
  });

  it('appears in the trace without its secrets', async () => {
    const own = await TestMerchant.register(sim);
    const number = serial();
    const code = await codeOf(number, own);
    await activate(sim, number, wrong(code));
    const secret = (await activate(sim, number, code)).json.data.secret_key;
    await own.pairing('DELETE', number);
    const trace = await sim.send('GET', '/console/trace', { token: await own.console() });
    const events = trace.json.data.filter(({ data }: { data: object }) => 'serial' in data);
    expect(events.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
      ['pos.pairing_requested', { serial: number }],
      ['pos.pairing_refused', { serial: number, tries_left: 4 }],
      ['pos.paired', { serial: number }],
      ['pos.unpaired', { serial: number }],
    ]);
    expect(trace.text).not.toContain(code);
    expect(trace.text).not.toContain(secret);
  });
});
