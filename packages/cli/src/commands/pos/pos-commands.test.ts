import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it } from 'vitest';
import { liveSimulator, runStage } from '../../../test/live.ts';
import { openPosMerchant } from '../../../test/pos-merchant.ts';
import { createStage } from '../../../test/stage.ts';
import { readTerminals, terminalsFilePath } from '../../pos/terminal-calls.ts';

const live = liveSimulator();

describe('sim pos pair', () => {
  it("pairs a terminal with the demo account's merchant without flags", async () => {
    const stage = await live.createLiveStage(['pos', 'pair']);
    const { code, stdout, stderr } = await runStage(stage);
    expect(code).toBe(0);
    const file = terminalsFilePath(stage.context, {});
    expect(stdout).toBe(
      `terminal   VT-0001 linked\nmerchant   ${live.account.merchant_id}\nstored in  ${file}\n`,
    );
    expect(stderr).toBe('next: sim pos create --amount 12.50, then sim pos list\n');
    const [terminal] = await readTerminals(inEnglish, file);
    expect(terminal).toMatchObject({ serial: 'VT-0001', batch: 1, merchant_id: live.account.merchant_id });
    expect(stdout + stderr).not.toContain(terminal?.secret_key);
  });

  it('pairs a serial again only with --again, and keeps its batch number', async () => {
    const { pos, runForData, login, file } = await openPosMerchant(live);
    const first = await runForData('pair', 'SN-1', ...login);
    expect(first.secret_key).toMatch(/^[0-9a-f]{64}$/);
    expect((await runForData('settle')).batchNumber).toBe(1);
    const refusal = await pos('pair', 'SN-1', ...login);
    expect(refusal).toMatchObject({ code: 1, stdout: '' });
    expect(refusal.stderr).toContain('sim pos pair SN-1 --again');
    const again = await runForData('pair', 'SN-1', '--again', ...login);
    expect(again.secret_key).not.toBe(first.secret_key);
    expect(await readTerminals(inEnglish, file)).toMatchObject([{ serial: 'SN-1', batch: 2 }]);
  });

  it('names the missing argument or credential', async () => {
    const { pos } = await openPosMerchant(live);
    expect(await pos('pair', '--email', 'a@b.c')).toMatchObject({ code: 2, stdout: '' });
    expect((await pos('pair', '--email', 'a@b.c', '--password', 'wrong')).code).toBe(3);
    const stranger = await runStage(createStage(['pos', 'pair', '--mock', live.url]));
    expect(stranger.code).toBe(2);
    expect(stranger.stderr).toContain('pass it with --key');
    const nowhere = await runStage(createStage(['pos', 'pair']));
    expect(nowhere.code).toBe(3);
    expect(nowhere.stderr).toContain('sim start');
  });

  it("requests no secret if it can't write the file in which it would keep it", async () => {
    const { pos, login, file } = await openPosMerchant(live);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{');
    expect(await pos('pair', ...login)).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('a paired terminal', () => {
  it('accepts both ids of a transaction, and the beginning of either', async () => {
    const { pos, runForData, login } = await openPosMerchant(live);
    await runForData('pair', 'SN-1', ...login);
    const { id, orderId } = await runForData('create', ...login);
    expect(await runForData('pay', id)).toMatchObject({ orderId, status: 'PAID' });
    expect(await runForData('cancel', id.slice(0, 8), ...login)).toMatchObject({
      orderId,
      status: 'VOID_PENDING',
    });
    expect(await runForData('void', orderId.slice(0, 8))).toMatchObject({ orderId, status: 'VOIDED' });
    expect((await pos('pay', '18c91704-bbbc-4d45-b683-0aa38e459e51')).stderr).toMatch(/^error: 404 /);
  });

  it('repeats the same payment if the response to the first request was lost', async () => {
    const { pos, runForData, create, login } = await openPosMerchant(live);
    await runForData('pair', 'SN-1', ...login);
    const order = await create();
    expect(await runForData('pay', order)).toEqual(await runForData('pay', order));
    await runForData('cancel', order, ...login);
    await runForData('void', order);
    const voided = await pos('pay', order);
    expect([voided.code, voided.stderr]).toEqual([1, expect.stringContaining('is now voided; nothing was')]);
  });

  it('accepts another amount only if the transaction allows it, and continues after a refusal', async () => {
    const { pos, runForData, create, login } = await openPosMerchant(live);
    await runForData('pair', 'SN-1', ...login);
    const [fixed, free] = [await create(), await create('--allow-amount-change')];
    const all = await pos('pay', '--all', '--amount', '11');
    expect(all.code).toBe(1);
    expect(all.stdout).toMatch(new RegExp(`^${free}  paid  USD 11\\.00  authorization \\d{6}\\n$`));
    expect(all.stderr).toMatch(/^ {2}\/amountReference {2}\S/m);
    expect(await runForData('list')).toMatchObject([{ orderId: fixed }]);
  });

  it('settles only its own payments', async () => {
    const { runForData, create, login } = await openPosMerchant(live);
    for (const serial of ['SN-1', 'SN-2']) await runForData('pair', serial, ...login);
    const [one, other] = [await create(), await create()];
    await runForData('pay', one, '--terminal', 'SN-1');
    await runForData('pay', other);
    expect(await runForData('settle', '--terminal', 'SN-1')).toMatchObject({
      serialNumber: 'SN-1',
      transactionCount: 1,
      currencyReference: 'USD',
    });
    expect(await runForData('settle', '--terminal', 'SN-2', '--currency', 'VES')).toMatchObject({
      serialNumber: 'SN-2',
      transactionCount: 1,
      currencyReference: 'VES',
    });
  });

  it('continues with the next batch number if it missed the response to a settlement', async () => {
    const { pos, runForData, login, file } = await openPosMerchant(live);
    await runForData('pair', 'SN-1', ...login);
    const before = await readTerminals(inEnglish, file);
    await runForData('settle');
    writeFileSync(file, JSON.stringify({ terminals: before }));
    const { code, stderr } = await pos('settle');
    expect(code).toBe(1);
    expect(stderr).toContain('batch 1 is already settled, and batch 2 is open');
    expect(await runForData('settle')).toMatchObject({ batchNumber: 2 });
  });

  it.each([
    ['unknown or not linked, or the signature is wrong', () => '0'.repeat(64)],
    ['the key was changed (letters, quotes or whitespace); use it exactly as', (key: string) => `"${key}"`],
  ])('explains why a request is rejected and what to do: %s', async (reason, changeKey) => {
    const { pos, runForData, login, file } = await openPosMerchant(live);
    await runForData('pair', 'SN-OWN', ...login);
    const [terminal] = await readTerminals(inEnglish, file);
    const changedKey = changeKey(terminal?.secret_key ?? '');
    writeFileSync(file, JSON.stringify({ terminals: [{ ...terminal, secret_key: changedKey }] }));
    const { code, stderr } = await pos('list');
    expect(code).toBe(3);
    expect(stderr).toContain(reason);
    expect(stderr).toContain('sim pos pair SN-OWN --again');
    const { suggestion } = JSON.parse((await pos('list', '--json')).stderr);
    expect(suggestion).toContain('sim pos pair SN-OWN --again');
  });

  it.each([
    [['pay'], 'pass exactly one of these: an order, --all or --auto'],
    [['pay', 'x', '--all'], 'pass exactly one of these: an order, --all or --auto'],
    [['pay', '--all', '--auto'], 'pass exactly one of these: an order, --all or --auto'],
    [['pay', '--all', '--seed', 'x'], 'require --auto'],
    [['void'], 'pass either an order or --all'],
    [['void', 'x', '--all'], 'pass either an order or --all'],
    [['pay', '--auto', '--decline-rate', '2'], 'from 0 to 1'],
    [['list', '--status', 'payed'], 'Allowed choices are all, PENDING'],
    [['list'], 'pos pair'],
  ])('refuses %j as wrong usage', async (words, text) => {
    const { pos } = await openPosMerchant(live);
    const { code, stdout, stderr } = await pos(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });
});
