import type { AccountSnapshot, SnapshotFile } from '@svc-simulator/contract';
import { forceOutcome } from './chaos-scene.ts';
import { TestMerchant } from './merchant.ts';
import { type Answered, paymentForm, type TestAccount, type TestSimulator } from './simulator.ts';
import { snapshotDifferences } from './snapshot-differences.ts';

/** Nothing listens at this URL, so an attempt fails at once and its retry is scheduled. */
export const NOBODY = 'http://127.0.0.1:9/webhooks';

/** An account with many kinds of records, and the ids that tests use. */
export interface Scene {
  readonly account: TestAccount;
  readonly pending: string;
  /** Paid on the page; leg 2 is due in 5 s. */
  readonly paid: string;
  readonly accredited: string;
  readonly serial: string;
  readonly terminalSecret: string;
  /** Values that must not be in a snapshot. */
  readonly secrets: readonly string[];
}

let scenes = 0;

export async function makeScene(sim: TestSimulator): Promise<Scene> {
  const account = await sim.account();
  const { token, console } = account;
  const call = (method: string, path: string, body?: unknown) => sim.send(method, path, { token, body });
  const partner = (await call('POST', '/api/v1/ext/partners', { name: 'Ana', bank_account_id: 'b-2' })).json
    .data;
  const split = {
    type: 'percent',
    rules: [{ recipient_id: partner.partner_id, percent: 12.5, label: 'Ana' }],
  };
  const accredited = await sim.button(account, { split, identifier: 'done' });
  await forceOutcome(sim, account, accredited, 1, 'paid');
  await forceOutcome(sim, account, accredited, 2, 'accredited');
  await sim.send('PUT', '/console/settings', { token: console, body: { webhook_body: 'flat' } });
  const failedSession = await sim.button(account, { identifier: 'failed' });
  await sim.send('POST', `/pay/${failedSession}`, paymentForm({ otp: '111111' }));
  await call('PUT', '/control/script', {
    rules: [{ match: { identifier: 'request' }, outcomes: [{ leg1: 'paid', after_ms: 86_400_000 }] }],
    ready: 'magic_amounts',
  });
  await call('PUT', '/control/chaos', { seed: 7, bad_signature: 0.5, delay_ms: { min: 0, max: 10 } });
  const due = {
    due_date_session: '2090-01-31',
    due_date_reached_behavior: 'deactivate',
    identifier: 'request',
  };
  await call('POST', '/api/v1/ext/payment-sessions/request', {
    ...due,
    amount_reference: 5,
    currency_reference: 'EUR',
    agreement_id: account.agreement,
  });
  const serial = `SN-${++scenes}`;
  const merchant = await profileOf(sim, account);
  const terminal = await merchant.terminal(serial);
  await merchant.create({ terminalSerial: serial });
  const paidSession = await sim.button(account, { identifier: 'paid' });
  await sim.send('POST', `/pay/${paidSession}`, paymentForm());
  const pending = await sim.button(account, { identifier: 'pending', duration_minutes: 5 });
  const secrets = [token, console, account.secret, terminal.secret, 'scrypt$', merchant.token];
  return {
    account,
    pending,
    paid: paidSession,
    accredited,
    serial,
    terminalSecret: terminal.secret,
    secrets,
  };
}

async function profileOf(sim: TestSimulator, account: TestAccount): Promise<TestMerchant> {
  const email = `${account.name}@cafe.example`;
  const fields = { legalName: 'Café', taxId: 'J-1', email, password: 'correct horse' };
  const merchant = await sim.ask(account, 'POST', '/console/merchant', fields);
  const login = await sim.send('POST', '/api/v1/merchants/auth/login', {
    body: { email, password: 'correct horse' },
  });
  return new TestMerchant(sim, merchant.json.data.id, email, login.json.accessToken);
}

export async function saveText(sim: TestSimulator, { token }: TestAccount, query = ''): Promise<string> {
  return (await sim.send('GET', `/control/snapshot${query}`, { token })).text;
}

export async function saveFile(sim: TestSimulator, account: TestAccount): Promise<SnapshotFile> {
  return JSON.parse(await saveText(sim, account));
}

export function load(
  sim: TestSimulator,
  { token }: Pick<TestAccount, 'token'>,
  file: unknown,
  query = '',
): Promise<Answered> {
  return sim.send('PUT', `/control/snapshot${query}`, { token, body: file });
}

export function accountIn({ accounts }: SnapshotFile): AccountSnapshot {
  return accounts[0] as AccountSnapshot;
}

export function differences(before: SnapshotFile, after: SnapshotFile): string[] {
  return snapshotDifferences(accountIn(before), accountIn(after));
}

export async function statusOf(sim: TestSimulator, { token }: Pick<TestAccount, 'token'>, id: string) {
  return (await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token })).json;
}
