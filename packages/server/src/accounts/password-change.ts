import type { Outcome } from '@svc-simulator/contract';
import type { AccountRecord, TokenRecord } from '@svc-simulator/core';
import { tokenId } from '../http/credentials.ts';
import { verifyPassword } from '../passwords/password.ts';
import { replacePassword, wrongPassword } from '../passwords/password-service.ts';
import type { Runtime } from '../runtime.ts';
import type { AccountService } from './account-service.ts';
import { renewedCredentials } from './demo-account.ts';

interface PasswordChange {
  readonly current: string;
  readonly next: string;
  /** What is logged in and the tokens go on; by default everything ends but the token that asks. */
  readonly keepOthers: boolean;
  /** The token that asks. */
  readonly asking: string;
}

/**
 * `POST /console/password`: 400 when the current password is wrong. Everything else that opens the account ends in the same
 * commit (contract section 12, Rights); what the simulator tells of the account is replaced where it ended. Answers the account
 * as it is afterwards.
 */
export async function changePassword(
  runtime: Runtime,
  accounts: AccountService,
  account: AccountRecord,
  { current, next, keepOthers, asking }: PasswordChange,
): Promise<Outcome<AccountRecord>> {
  if (!(await verifyPassword(current, account.passwordHash))) return wrongPassword('/current_password');
  const ends = keepOthers ? null : await lineOf(runtime, tokenId(asking));
  const changed = await replacePassword(runtime, account, next, ends);
  const told = runtime.known.of(account.id);
  if (changed.ok && told) {
    const renewed = await renewedCredentials(runtime, accounts, told);
    await runtime.known.replaced(account.id, { ...renewed, password: next });
  }
  return changed;
}

/** A token and those that it was given for, which stay good together. */
async function lineOf({ store }: Runtime, id: string): Promise<readonly string[]> {
  const line: string[] = [];
  for (let next: string | undefined = id; next !== undefined; ) {
    line.push(next);
    const record: TokenRecord | undefined = await store.get('token', next);
    // A browser stays by the password that was just typed, whatever let it in.
    next = record?.kind === 'browser' ? undefined : record?.grantedBy;
  }
  return line;
}
