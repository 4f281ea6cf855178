import { activate, pointersOf, sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MINUTE = 60_000;

describe('pairing of terminals (specification, Pairing code; contract section 6)', () => {
  let sim: TestSimulator;
  let merchant: TestMerchant;
  let other: TestMerchant;
  let serials = 0;
  const serial = () => `SN-${++serials}`;
  beforeAll(async () => {
    sim = await TestSimulator.start();
    merchant = await TestMerchant.register(sim);
    other = await TestMerchant.register(sim);
  });
  afterAll(() => sim.close());

  const codeOf = async (number: string, who = merchant): Promise<string> =>
    (await who.pairing('POST', number)).json.data.code;
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
  const list = (number: string, secret: string) =>
    sendSigned(sim, { serial: number, secret }, 'GET', '/transactions');

  it('gives a code of 6 digits, and a secret of 64 hexadecimal ones for it', async () => {
    const number = serial();
    const paired = await merchant.pairing('POST', number);
    expect(paired.status).toBe(200);
    expect(paired.json.data).toEqual({ code: expect.stringMatching(/^\d{6}$/) });
    const activated = await activate(sim, number, paired.json.data.code);
    expect(activated.status).toBe(200);
    expect(activated.json.data).toEqual({ secret_key: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await list(number, activated.json.data.secret_key)).status).toBe(200);
  });

  it('takes any serial that a path can hold', async () => {
    const number = 'Nº 7/a?b#c%&=ñ:';
    const terminal = await merchant.terminal(number);
    expect((await list(number, terminal.secret)).status).toBe(200);
  });

  it('wants the serial of the path in the body, and a code', async () => {
    const path = `/pos-terminals/${serial()}/pairing`;
    for (const body of [{}, { serial: 'other' }, { serial: '' }, { serial: 5 }]) {
      const answer = await merchant.send('POST', path, body);
      expect([answer.status, pointersOf(answer)]).toEqual([400, ['/serial']]);
    }
    const activation = (body: object) =>
      sim.send('POST', '/api/v1/pos-terminals/SN-X/pairing/activate', { body });
    expect(pointersOf(await activation({}))).toEqual(['/code', '/serial']);
    expect(pointersOf(await activation({ serial: 'other', code: '123456' }))).toEqual(['/serial']);
    expect((await activation({ serial: 'other', code: '123456' })).status).toBe(400);
  });

  it('refuses a terminal that is linked, until it is unlinked', async () => {
    const { serial: number, secret } = await merchant.terminal(serial());
    const again = await merchant.pairing('POST', number);
    expect([again.status, pointersOf(again)]).toEqual([400, ['/serial']]);
    expect(again.json.detail).toContain('linked');
    const unpaired = await merchant.pairing('DELETE', number);
    expect([unpaired.status, unpaired.json.data]).toEqual([200, { serial: number, linked: false }]);
    expect((await list(number, secret)).status).toBe(401);
    expect((await merchant.pairing('DELETE', number)).status).toBe(404);
    const renewed = await merchant.terminal(number);
    expect(renewed.secret).not.toBe(secret);
    expect((await list(number, renewed.secret)).status).toBe(200);
    expect((await list(number, secret)).status).toBe(401);
  });

  it('unlinks nothing that is not the merchant’s own, and voids a code that is out', async () => {
    const { serial: number, secret } = await merchant.terminal(serial());
    expect((await other.pairing('DELETE', number)).status).toBe(404);
    expect((await other.pairing('DELETE', serial())).status).toBe(404);
    expect((await list(number, secret)).status).toBe(200);
    const waiting = serial();
    const code = await codeOf(waiting);
    expect((await merchant.pairing('DELETE', waiting)).status).toBe(200);
    expect((await activate(sim, waiting, code)).status).toBe(400);
  });

  it('takes a code once', async () => {
    const number = serial();
    const code = await codeOf(number);
    const answers = await Promise.all([1, 2, 3].map(() => activate(sim, number, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(pointersOf(await activate(sim, number, code))).toEqual(['/code']);
  });

  it('takes a code for ten minutes', async () => {
    const [inTime, late] = [serial(), serial()];
    const codes = [await codeOf(inTime), await codeOf(late)] as const;
    await sim.clock.advance(10 * MINUTE - 1);
    expect((await activate(sim, inTime, codes[0])).status).toBe(200);
    await sim.clock.advance(1);
    const answer = await activate(sim, late, codes[1]);
    expect([answer.status, pointersOf(answer)]).toEqual([400, ['/code']]);
    expect((await merchant.pairing('DELETE', late)).status).toBe(404);
    expect((await activate(sim, late, await codeOf(late))).status).toBe(200);
  });

  it('takes the right code after four wrong tries, and none after five', async () => {
    for (const [tries, status] of [
      [4, 200],
      [5, 400],
    ] as const) {
      const number = serial();
      const code = await codeOf(number);
      for (let attempt = 0; attempt < tries; attempt++) {
        expect((await activate(sim, number, wrong(code))).status).toBe(400);
      }
      expect((await activate(sim, number, code)).status).toBe(status);
    }
  });

  it('voids the code after five wrong tries that come at once', async () => {
    const number = serial();
    const code = await codeOf(number);
    await Promise.all([1, 2, 3, 4, 5].map(() => activate(sim, number, wrong(code))));
    expect((await activate(sim, number, code)).status).toBe(400);
    const renewed = await codeOf(number);
    expect((await activate(sim, number, renewed)).status).toBe(200);
  });

  it('replaces a code that is out by the next one', async () => {
    const number = serial();
    const [first, second] = [await codeOf(number), await codeOf(number)];
    expect((await activate(sim, number, first)).status).toBe(400);
    expect((await activate(sim, number, second)).status).toBe(200);
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

  it('stands in the trace, without its secrets', async () => {
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
