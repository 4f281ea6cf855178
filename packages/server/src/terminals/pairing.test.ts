import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { activate, sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { describe, expect, it } from 'vitest';

describe('pairing of terminals (specification, Pairing code; contract section 6)', async () => {
  let serials = 0;
  const newSerial = () => `SN-${++serials}`;
  const sim = await simulatorOfBlock();
  const merchant = await TestMerchant.register(sim);
  const other = await TestMerchant.register(sim);

  const requestCode = async (number: string, who = merchant): Promise<string> =>
    (await who.requestPairing('POST', number)).json.data.code;
  const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');
  const listTransactions = (number: string, secret: string) =>
    sendSigned(sim, { serial: number, secret }, 'GET', '/transactions');

  it('accepts any serial that fits into a path', async () => {
    const number = 'Nº 7/a?b#c%&=ñ:';
    const terminal = await merchant.terminal(number);
    expect((await listTransactions(number, terminal.secret)).status).toBe(200);
  });

  it('lets two accounts have terminals with the same serial, told apart by code and secret', async () => {
    const number = newSerial();
    const [code, otherCode] = [await requestCode(number), await requestCode(number, other)];
    expect(code).not.toBe(otherCode);
    const otherSecret = (await activate(sim, number, otherCode)).json.data.secret_key;
    const secret = (await activate(sim, number, code)).json.data.secret_key;
    const order = await merchant.create({ terminalSerial: number });
    const orderIds = async (secret: string) =>
      (await listTransactions(number, secret)).json.data.map(({ orderId }: { orderId: string }) => orderId);
    expect(await orderIds(secret)).toContain(order);
    expect(await orderIds(otherSecret)).toEqual([]);
    expect((await other.requestPairing('DELETE', number)).status).toBe(200);
    expect((await listTransactions(number, otherSecret)).status).toBe(401);
    expect((await listTransactions(number, secret)).status).toBe(200);
  });

  it('shows each pairing step in the trace without its secrets', async () => {
    const merchantWithTrace = await TestMerchant.register(sim);
    const number = newSerial();
    const code = await requestCode(number, merchantWithTrace);
    await activate(sim, number, wrongCode(code));
    const secret = (await activate(sim, number, code)).json.data.secret_key;
    await merchantWithTrace.requestPairing('DELETE', number);
    const trace = await sim.send('GET', '/console/trace', {
      token: await merchantWithTrace.logInToConsole(),
    });
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
