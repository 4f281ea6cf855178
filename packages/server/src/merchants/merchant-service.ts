import { accept, type BodyOf, faultAt, type Outcome, type registerMerchant } from '@svc-simulator/contract';
import { type AccountRecord, type MerchantRecord, newMerchant, type TraceDraft } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { AccountService } from '../accounts/account-service.ts';
import { conflict, invalid, unauthorized } from '../http/refusals.ts';
import { hashPassword, verifyPassword } from '../passwords/password.ts';
import type { Runtime } from '../runtime.ts';

/** The validated fields of a registration. */
export type MerchantFields = BodyOf<typeof registerMerchant>;

/** Registration and login of merchants (contract sections 2 and 6). */
export class MerchantService {
  readonly #runtime: Runtime;
  readonly #accounts: AccountService;

  constructor(runtime: Runtime, accounts: AccountService) {
    this.#runtime = runtime;
    this.#accounts = accounts;
  }

  /** `POST /api/v1/merchants`: an account under the e-mail, with the profile; 400 with `/email` when that is taken. */
  async register(fields: MerchantFields): Promise<Outcome<MerchantRecord>> {
    const id = this.#runtime.random.uuid();
    let merchant: MerchantRecord | undefined;
    const made = await this.#accounts.register(
      { shortName: fields.email, password: fields.password },
      ({ account }) => {
        const { id: accountId, passwordHash, createdAt } = account;
        merchant = newMerchant(fields, { id, accountId, passwordHash, createdAt });
        return {
          account: { merchantId: id },
          puts: [put('merchant', id, merchant)],
          events: [registered(merchant)],
        };
      },
    );
    if (!made.ok) return made.refusal.status === 409 ? emailTaken : made;
    if (!merchant) throw new Error('an account was registered without what was prepared for it');
    return accept(merchant);
  }

  /** `POST /console/merchant`: the profile for an account that has none; 409 when it has, 400 when the e-mail is taken. */
  async addTo(accountId: string, fields: MerchantFields): Promise<Outcome<MerchantRecord>> {
    const { random, store, settings } = this.#runtime;
    const passwordHash = await hashPassword(fields.password, settings.passwordCost);
    const id = random.uuid();
    const account = ref('account', accountId);
    // A profile's e-mail is a login name like any other, so that no two logins can be taken for each other.
    const name = ref('name', fields.email.toLowerCase());
    return store.transact<Outcome<MerchantRecord>>({ account: accountId, lock: [account, name] }, (view) => {
      const current = view.get('account', accountId);
      const holder = view.get('name', name.id)?.accountId;
      if (!current || current.merchantId !== undefined) return { result: profiledAlready };
      if (holder !== undefined && holder !== accountId) return { result: emailTaken };
      const merchant = newMerchant(fields, { id, accountId, passwordHash, createdAt: view.now });
      return {
        result: accept(merchant),
        puts: [
          put('account', accountId, { ...current, merchantId: id }),
          put('name', name.id, { accountId }),
          put('merchant', id, merchant),
        ],
        events: [registered(merchant)],
      };
    });
  }

  /** The merchant of an e-mail and a password; 401 otherwise. */
  async login(
    email: string,
    password: string,
  ): Promise<Outcome<{ readonly merchantId: string; readonly account: AccountRecord }>> {
    const { store, settings } = this.#runtime;
    const name = await store.get('name', email.toLowerCase());
    const account = name && (await store.get('account', name.accountId));
    const held =
      account?.merchantId === undefined ? undefined : await store.get('merchant', account.merchantId);
    const merchant = held?.email.toLowerCase() === email.toLowerCase() ? held : undefined;
    const right = await verifyPassword(password, merchant?.passwordHash, settings.passwordCost);
    if (!account || !merchant || !right)
      return unauthorized(message('problem.credentials.wrong', { name: 'email' }));
    if (account.oneTimePasswordUntil !== undefined && merchant.passwordHash === account.passwordHash)
      return unauthorized(message('problem.credentials.one_time'));
    return store.transact({ account: merchant.accountId }, (view) => ({
      result: accept({ merchantId: merchant.id, account }),
      events: [{ type: 'login.succeeded', at: view.now, data: { surface: 'merchant' } }],
    }));
  }
}

function registered({ id, email, createdAt }: MerchantRecord): TraceDraft {
  return { type: 'pos.merchant_registered', at: createdAt, data: { merchant_id: id, email } };
}

const emailTaken = invalid([faultAt('/email', 'fault.merchant.email_taken')]);
const profiledAlready = conflict(message('problem.merchant.one'));
