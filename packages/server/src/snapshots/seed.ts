import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountSnapshot, Fault, SnapshotFile } from '@svc-simulator/contract';
import { agreementId } from '@svc-simulator/core';
import { logNotice } from '@svc-simulator/machine/log.ts';
import { put } from '@svc-simulator/store/store.ts';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/translated-error.ts';
import {
  type AccountService,
  demoAccountData,
  newAccount,
  newAccountRecords,
} from '../accounts/account-service.ts';
import { loadDemoAccount, renewInvalidTokens, saveDemoAccount } from '../accounts/demo-account.ts';
import { type DemoAccount, writeCredentials } from '../accounts/known-accounts.ts';
import { demoAgreement } from '../agreements/demo-agreement.ts';
import { loadProblemTexts } from '../format-refusal.ts';
import type { Runtime } from '../runtime.ts';
import { StartError } from '../start-error.ts';
import { readSnapshot, seedSnapshot } from './snapshot-loading.ts';

const SEED_FILE = 'seeded.json';

/**
 * Parses a seed file.
 * @throws StartError with the first of its faults
 */
export async function readSeed(text: string): Promise<SnapshotFile> {
  const outcome = await readSnapshot(text);
  if (outcome.ok) return outcome.value;
  const { errors = [] } = outcome.refusal;
  const reasons = errors[0]?.pointer ? faultLines(errors) : [outcome.refusal];
  throw await seedError(message('start.seed.invalid', { why: reasons }));
}

const MAX_SEED_FAULTS = 5;

function faultLines(faults: readonly Fault[]): readonly Message[] {
  const lines = faults.slice(0, MAX_SEED_FAULTS).map((fault) => {
    return message('start.seed.fault', { pointer: fault.pointer, fault });
  });
  const count = faults.length - lines.length;
  return count > 0 ? [...lines, message('start.seed.more_faults', { count })] : lines;
}

async function seedError(reason: Message): Promise<StartError> {
  return new StartError('BAD_OPTION', reason as StartReason, undefined, await loadProblemTexts('en'));
}

/**
 * Creates each missing account of the seed in one commit, with new credentials. Existing accounts stay
 * unchanged and keep their stored credentials.
 */
export async function openSeededAccounts(
  runtime: Runtime,
  accounts: AccountService,
  file: SnapshotFile,
  directory: string | null,
): Promise<readonly DemoAccount[]> {
  const path = directory === null ? null : join(directory, SEED_FILE);
  const demo = directory === null ? null : await loadDemoAccount(runtime, directory);
  const candidates = [...(demo ? [demo] : []), ...(await readSeededAccounts(path))];
  const byId = new Map(candidates.map((account) => [account.account_id, account]));
  for (const snapshot of file.accounts) {
    if (await existsAlready(runtime, snapshot)) continue;
    const seededAccount = await createSeededAccount(runtime, file, snapshot, async (account) => {
      if (path !== null)
        await writeCredentials(path, [...new Map(byId).set(account.account_id, account).values()]);
    });
    if (seededAccount) byId.set(seededAccount.account_id, seededAccount);
  }
  runtime.knownAccounts.add([...byId.values()], path, (byId) => [...byId.values()]);
  const openedAccounts: DemoAccount[] = [];
  for (const { id } of file.accounts) {
    const account = byId.get(id);
    const liveAccount = account && (await renewInvalidTokens(runtime, accounts, account));
    if (liveAccount) openedAccounts.push(liveAccount);
  }
  const [first] = openedAccounts;
  if (directory !== null && first) await saveDemoAccount(runtime, directory, first);
  return openedAccounts;
}

async function existsAlready({ store, log }: Runtime, { id, shortName }: AccountSnapshot): Promise<boolean> {
  const ownerId = (await store.get('name', shortName.toLowerCase()))?.accountId;
  if (ownerId === undefined && !(await store.get('account', id))) return false;
  const isNameTaken = ownerId !== undefined && ownerId !== id;
  logNotice(
    log,
    'warn',
    message(isNameTaken ? 'start.seed.other_name' : 'start.seed.account_exists', { name: shortName }),
  );
  return true;
}

async function createSeededAccount(
  runtime: Runtime,
  file: SnapshotFile,
  snapshot: AccountSnapshot,
  save: (account: DemoAccount) => Promise<void>,
): Promise<DemoAccount | null> {
  const { random } = runtime;
  const { id, shortName, merchant, demoAgreementId } = snapshot;
  const password = random.base64url(15);
  const agreement = agreementIdOf(snapshot) ?? agreementId(random);
  const draft = await newAccount(runtime, { id, shortName, password });
  const account = { ...draft.account, ...(demoAgreementId !== undefined && { demoAgreementId }) };
  const demo = demoAccountData(draft, {
    password,
    agreement_id: agreement,
    merchant_id: merchant?.id ?? null,
    merchant_email: merchant?.email ?? null,
  });
  await save(demo);
  const needsAgreement = agreementIdOf(snapshot) === undefined;
  const outcome = await seedSnapshot(runtime, account, {
    file,
    snapshot,
    furtherPuts: [
      ...newAccountRecords(draft),
      ...(needsAgreement
        ? [put('agreement', agreement, demoAgreement(agreement, id, account.createdAt))]
        : []),
    ],
  });
  if (outcome.ok) return demo;
  // It isn't an error if another instance on the same database has created the account in the meantime.
  if (await existsAlready(runtime, snapshot)) return null;
  throw await seedError(outcome.refusal);
}

/**
 * Returns the id of the agreement that a reset restores, or else of the first one; undefined if there is
 * none.
 */
function agreementIdOf({ demoAgreementId, agreements }: AccountSnapshot): string | undefined {
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
