import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountSnapshot, Fault, SnapshotFile } from '@svc-simulator/contract';
import { agreementId } from '@svc-simulator/core';
import { logSaid } from '@svc-simulator/machine/log.ts';
import { put } from '@svc-simulator/store/store.ts';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/said-error.ts';
import { type AccountService, newAccount, opening, toldAccount } from '../accounts/account-service.ts';
import { keepDemoAccount, keptDemoAccount, withLiveTokens } from '../accounts/demo-account.ts';
import { type DemoAccount, writeCredentials } from '../accounts/known-accounts.ts';
import { demoAgreement } from '../agreements/demo-agreement.ts';
import { problemTexts } from '../refusal-words.ts';
import type { Runtime } from '../runtime.ts';
import { StartError } from '../start-error.ts';
import { readSnapshot, seedSnapshot } from './snapshot-loading.ts';

const SEED_FILE = 'seeded.json';

/** Parses a seed file. @throws StartError with all its faults */
export async function readSeed(text: string): Promise<SnapshotFile> {
  const read = await readSnapshot(text);
  if (read.ok) return read.value;
  const { errors = [] } = read.refusal;
  const why = errors[0]?.pointer ? faultsTold(errors) : [read.refusal];
  throw await seedError(message('start.seed.invalid', { why }));
}

const FAULTS_TOLD = 5;

function faultsTold(faults: readonly Fault[]): readonly Message[] {
  const lines = faults.slice(0, FAULTS_TOLD).map((fault) => {
    return message('start.seed.fault', { pointer: fault.pointer, fault });
  });
  const count = faults.length - lines.length;
  return count > 0 ? [...lines, message('start.seed.more', { count })] : lines;
}

/** Creates an error whose message needs the texts of problems. */
async function seedError(sentence: Message): Promise<StartError> {
  return new StartError('BAD_OPTION', sentence as StartReason, undefined, await problemTexts('en'));
}

/**
 * Creates the seed's missing accounts in one commit, with new credentials. Existing accounts stay unchanged
 * and keep their stored credentials.
 */
export async function openSeededAccounts(
  runtime: Runtime,
  accounts: AccountService,
  file: SnapshotFile,
  directory: string | null,
): Promise<readonly DemoAccount[]> {
  const path = directory === null ? null : join(directory, SEED_FILE);
  const demo = directory === null ? null : await keptDemoAccount(runtime, directory);
  const candidates = [...(demo ? [demo] : []), ...(await readSeededAccounts(path))];
  const byId = new Map(candidates.map((account) => [account.account_id, account]));
  for (const snapshot of file.accounts) {
    if (await isThere(runtime, snapshot)) continue;
    const outcome = await openSeeded(runtime, file, snapshot, async (account) => {
      if (path !== null)
        await writeCredentials(path, [...new Map(byId).set(account.account_id, account).values()]);
    });
    if (outcome) byId.set(outcome.account_id, outcome);
  }
  runtime.known.add([...byId.values()], path, (all) => [...all.values()]);
  const openedAccounts: DemoAccount[] = [];
  for (const { id } of file.accounts) {
    const account = byId.get(id);
    const live = account && (await withLiveTokens(runtime, accounts, account));
    if (live) openedAccounts.push(live);
  }
  const [first] = openedAccounts;
  if (directory !== null && first) await keepDemoAccount(runtime, directory, first);
  return openedAccounts;
}

async function isThere({ store, log }: Runtime, { id, shortName }: AccountSnapshot): Promise<boolean> {
  const holder = (await store.get('name', shortName.toLowerCase()))?.accountId;
  if (holder === undefined && !(await store.get('account', id))) return false;
  const isOther = holder !== undefined && holder !== id;
  logSaid(log, 'warn', message(isOther ? 'start.seed.other_name' : 'start.seed.there', { name: shortName }));
  return true;
}

async function openSeeded(
  runtime: Runtime,
  file: SnapshotFile,
  snapshot: AccountSnapshot,
  keep: (account: DemoAccount) => Promise<void>,
): Promise<DemoAccount | null> {
  const { random } = runtime;
  const { id, shortName, merchant, demoAgreementId } = snapshot;
  const password = random.base64url(15);
  const agreement = agreementOf(snapshot) ?? agreementId(random);
  const draft = await newAccount(runtime, { id, shortName, password });
  const account = { ...draft.account, ...(demoAgreementId !== undefined && { demoAgreementId }) };
  const ready = toldAccount(draft, {
    password,
    agreement_id: agreement,
    merchant_id: merchant?.id ?? null,
    merchant_email: merchant?.email ?? null,
  });
  await keep(ready);
  const isNew = agreementOf(snapshot) === undefined;
  const seeded = await seedSnapshot(runtime, account, {
    file,
    snapshot,
    more: [
      ...opening(draft),
      ...(isNew ? [put('agreement', agreement, demoAgreement(agreement, id, account.createdAt))] : []),
    ],
  });
  if (seeded.ok) return ready;
  // Another instance on the same database may have created it meanwhile.
  if (await isThere(runtime, snapshot)) return null;
  throw await seedError(seeded.refusal);
}

/** The value of `SIM_AGREEMENT_ID`: the agreement that a reset restores, else the account's first. */
function agreementOf({ demoAgreementId, agreements }: AccountSnapshot): string | undefined {
  return demoAgreementId ?? agreements[0]?.id;
}

async function readSeededAccounts(path: string | null): Promise<readonly DemoAccount[]> {
  if (path === null) return [];
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return [];
  }
}
