import {
  pointersOf,
  sendSigned,
  TestMerchant,
  type TestTerminal,
} from '@svc-simulator/test-support/merchant.ts';
import { type Answered, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const closing = {
  batchNumber: 7,
  transactionCount: 0,
  closedAt: '2025-12-31T20:00:00-04:00',
  currencyReference: 'VES',
};

describe('closings (contract sections 6 and 9)', () => {
  let sim: TestSimulator;
  let merchant: TestMerchant;
  let terminals = 0;
  beforeAll(async () => {
    sim = await TestSimulator.start();
    merchant = await TestMerchant.register(sim);
  });
  afterAll(() => sim.close());

  const newTerminal = () => merchant.terminal(`SN-${++terminals}`);
  const close = (terminal: TestTerminal, body: object = {}) =>
    sendSigned(sim, terminal, 'POST', '/settlements', { body: { ...closing, ...body } });
  const get = (terminal: TestTerminal, path = '') => sendSigned(sim, terminal, 'GET', `/settlements${path}`);
  const ofMerchant = (serial: string, query = '', who = merchant) =>
    who.send('GET', `/pos-terminals/${serial}/settlements${query}`);
  const batches = ({ json }: Answered) =>
    json.data.map(({ batchNumber }: { batchNumber: unknown }) => batchNumber);

  it('are made once, and found by their number', async () => {
    const terminal = await newTerminal();
    const made = await close(terminal, { terminal: '00000007', debitBatch: 'D-1', unknown: 1 });
    expect(made.status).toBe(201);
    expect(made.json.data).toEqual({
      ...closing,
      closedAt: '2026-01-01T00:00:00.000Z',
      terminal: '00000007',
      debitBatch: 'D-1',
      serialNumber: terminal.serial,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    expect((await get(terminal, '/7')).json.data).toEqual(made.json.data);
    for (const batchNumber of [7, '7']) expect((await close(terminal, { batchNumber })).status).toBe(409);
    for (const number of ['8', '07', 'nonsense']) {
      expect((await get(terminal, `/${number}`)).status).toBe(404);
    }
    const text = await close(terminal, { batchNumber: 'B/7 ñ' });
    expect(text.json.data.batchNumber).toBe('B/7 ñ');
    expect((await get(terminal, `/${encodeURIComponent('B/7 ñ')}`)).json.data).toEqual(text.json.data);
  });

  it('are the terminal’s own, newest first, a page at a time', async () => {
    const [terminal, neighbour] = [await newTerminal(), await newTerminal()];
    for (const batchNumber of [1, 2, 3]) await close(terminal, { batchNumber });
    await close(neighbour, { batchNumber: 1 });
    expect(batches(await get(terminal))).toEqual([3, 2, 1]);
    const page = await get(terminal, '?limit=2');
    expect(batches(page)).toEqual([3, 2]);
    const rest = await get(terminal, `?limit=2&cursor=${page.json.next_cursor}`);
    expect([batches(rest), rest.json.next_cursor]).toEqual([[1], null]);
    expect(pointersOf(await get(terminal, '?limit=1001'))).toEqual(['/limit']);
    expect((await get(neighbour, '/2')).status).toBe(404);
  });

  it('are shown to the merchant by time of closing, a page at a time', async () => {
    const terminal = await newTerminal();
    const { serial } = terminal;
    const days = [3, 1, 5, 2, 4];
    for (const day of days) {
      await close(terminal, { batchNumber: day, closedAt: `2025-12-0${day}T10:00:00Z` });
    }
    expect(batches(await ofMerchant(serial))).toEqual([5, 4, 3, 2, 1]);
    expect(batches(await ofMerchant(serial, '?sort=-closedAt'))).toEqual([5, 4, 3, 2, 1]);
    expect(batches(await ofMerchant(serial, '?sort=closedAt'))).toEqual([1, 2, 3, 4, 5]);
    expect(batches(await ofMerchant(serial, '?size=2&page=2'))).toEqual([3, 2]);
    expect(batches(await ofMerchant(serial, '?size=2&page=3&sort=closedAt'))).toEqual([5]);
    expect(batches(await ofMerchant(serial, '?size=200&page=2'))).toEqual([]);
    expect((await ofMerchant('unknown')).status).toBe(404);
    expect((await ofMerchant(serial, '', await TestMerchant.register(sim))).status).toBe(404);
    const faulty = await ofMerchant(serial, '?page=0&size=201&sort=amount');
    expect([faulty.status, pointersOf(faulty)]).toEqual([400, ['/page', '/size', '/sort']]);
    for (let batch = 6; batch <= 25; batch++) await close(terminal, { batchNumber: batch });
    expect(batches(await ofMerchant(serial))).toHaveLength(20);
    await merchant.pairing('DELETE', serial);
    expect((await ofMerchant(serial, '?page=2')).json.data).toHaveLength(5);
  });

  it('are shown to the terminal as to its merchant, by time of closing and with how many there are', async () => {
    const terminal = await newTerminal();
    for (const day of [3, 1, 2])
      await close(terminal, { batchNumber: day, closedAt: `2025-12-0${day}T10:00:00Z` });
    for (const sort of ['closedAt', '+closedAt', '%2BclosedAt']) {
      const page = await get(terminal, `?size=2&sort=${sort}`);
      expect([batches(page), page.json.total]).toEqual([[1, 2], 3]);
      expect(batches(await ofMerchant(terminal.serial, `?size=2&sort=${sort}`))).toEqual([1, 2]);
    }
    expect(batches(await get(terminal, '?page=2&size=2'))).toEqual([1]);
    expect(pointersOf(await get(terminal, '?page=0&size=201&sort=x'))).toEqual(['/page', '/size', '/sort']);
    const cut = await get(terminal, '?limit=1');
    expect([batches(cut), cut.json.total]).toEqual([[2], 3]);
    expect((await ofMerchant(terminal.serial)).json.total).toBe(3);
  });

  it('are shown to whoever has the merchant’s token, unless the terminal is another’s', async () => {
    const terminal = await newTerminal();
    await close(terminal, { batchNumber: 'B-1' });
    const path = (serial: string) => `/api/v1/pos-terminals/${serial}/settlements`;
    const read = (url: string, { token } = merchant) => sim.send('GET', url, { token });
    const list = await read(path(terminal.serial));
    expect([batches(list), list.json.total]).toEqual([['B-1'], 1]);
    expect((await read(`${path(terminal.serial)}/B-1`)).json.data.batchNumber).toBe('B-1');
    const other = await TestMerchant.register(sim);
    const [foreign, unknown] = [await read(path(terminal.serial), other), await read(path('SN-none'))];
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.json.detail).toBe(unknown.json.detail);
    expect(
      (await sim.send('POST', path(terminal.serial), { token: merchant.token, body: closing })).status,
    ).toBe(401);
  });

  it('are taken with any count, and the trace says where it is not the terminal’s own', async () => {
    const own = await TestMerchant.register(sim);
    const terminal = await own.terminal('SN-count');
    for (const authorizationCode of ['A', 'B']) {
      const path = `/transactions/${await own.create()}/commit`;
      await sendSigned(sim, terminal, 'POST', path, { body: { authorizationCode } });
      await sendSigned(sim, terminal, 'POST', path, { body: { authorizationCode } });
    }
    expect((await close(terminal, { batchNumber: 1, transactionCount: 2 })).status).toBe(201);
    expect((await close(terminal, { batchNumber: 2, transactionCount: 2 })).status).toBe(201);
    const token = await own.console();
    const trace = await sim.send('GET', '/console/trace?type=pos.settled', { token });
    expect(trace.json.data.map(({ data }: { data: object }) => data)).toEqual([
      expect.objectContaining({ batch_number: 1, own_count: 2, count_differs: false }),
      expect.objectContaining({ batch_number: 2, own_count: 0, count_differs: true }),
    ]);
  });
});

describe('practices of the merchant and POS API', () => {
  it('are done by a transaction’s whole life', async () => {
    await using sim = await TestSimulator.start();
    const merchant = await TestMerchant.register(sim);
    const token = await merchant.console();
    const terminal = await merchant.terminal('SN-1');
    const signed = (path: string, body?: object) => sendSigned(sim, terminal, 'POST', path, { body });
    const done = async () => {
      const { practices } = (await sim.send('GET', '/console/progress', { token })).json.data;
      return practices
        .filter((practice: { done: boolean; id: string }) => practice.done && practice.id !== 'login')
        .map((practice: { id: string }) => practice.id);
    };
    expect(await done()).toEqual(['terminal_paired']);
    const [paid, cancelled] = [await merchant.create(), await merchant.create()];
    await signed(`/transactions/${paid}/commit`, { authorizationCode: 'A' });
    expect(await done()).toEqual(['terminal_paired', 'transaction_paid']);
    await merchant.cancel(paid);
    expect(await done()).toEqual(['terminal_paired', 'transaction_paid']);
    await merchant.cancel(cancelled);
    expect(await done()).toEqual(['terminal_paired', 'transaction_paid', 'transaction_cancelled']);
    await signed(`/transactions/${cancelled}/commit`, { authorizationCode: 'B' });
    await signed(`/transactions/${paid}/cancellation/commit`);
    await signed('/settlements', closing);
    expect(await done()).toEqual([
      'terminal_paired',
      'transaction_paid',
      'transaction_cancelled',
      'paid_after_cancellation',
      'transaction_voided',
      'batch_settled',
    ]);
  });
});
