import * as api from '@svc-simulator/contract';
import {
  ACCESS_TOKEN_SECONDS,
  accept,
  type BodyOf,
  faultAt,
  type Outcome,
  refuse,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  type MerchantRecord,
  merchantData,
  newMerchant,
  type TraceDraft,
} from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { AccountService } from '../accounts/account-service.ts';
import { suspensionOf } from '../accounts/suspension.ts';
import { hashPassword, verifyPassword } from '../passwords/password.ts';
import { conflict, invalid, refuseWith, unauthorized } from '../refusals.ts';
import { presentOutcome, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { accountOfToken } from '../tokens/account-tokens.ts';
import type { AccessTokenBinding, AccessTokens } from './access-tokens.ts';

export function merchantRoutes(
  runtime: Runtime,
  accounts: AccountService,
  tokens: AccessTokens,
): readonly Route[] {
  const merchants = new MerchantService(runtime, accounts);
  // Tokens use the machine's time, even if the account has a virtual clock.
  const issueToken = async (merchantId: string, binding: AccessTokenBinding) => ({
    accessToken: await tokens.issue(merchantId, runtime.clock.now(), binding),
    tokenType: 'Bearer',
    expiresIn: ACCESS_TOKEN_SECONDS,
    merchantId,
  });
  return [
    route(api.registerMerchant, async ({ body }) =>
      presentOutcome(await merchants.register(body), merchantData),
    ),
    route(api.createConsoleMerchant, async ({ account, body }) =>
      presentOutcome(await merchants.addProfile(account.id, body), merchantData),
    ),
    route(api.getConsoleMerchant, async ({ account: { merchantId } }) => {
      const merchant = merchantId && (await runtime.store.get('merchant', merchantId));
      if (!merchant) return noMerchantRefusal;
      const { taxId, email } = merchant;
      return reply({ ...merchantData(merchant), taxId, email });
    }),
    route(api.loginMerchant, async ({ body }) => {
      const login = await merchants.login(body.email, body.password);
      if (!login.ok) return login;
      const { merchantId, account } = login.value;
      return reply(await issueToken(merchantId, { tokenEpoch: account.tokenEpoch }));
    }),
    route(api.issueMerchantToken, async ({ account, header }) => {
      if (account.merchantId === undefined) return noMerchantRefusal;
      // Checks the request's token again, because it may have been revoked before `account` was read. Then
      // `revocations` already counts that revocation, and the access token would stay valid.
      const tokenCheck = await accountOfToken(
        runtime.store,
        'console',
        header('authorization'),
        runtime.clock.now(),
      );
      if (!tokenCheck.ok) return tokenCheck;
      const { tokenEpoch, revocations = 0 } = account;
      const { limited, grantedBy } = tokenCheck.value.token;
      // A limited console token came from an API token. Revoking that API token also unlinks the terminals
      // that the merchant pairs.
      const creatorTokenId = limited && grantedBy;
      return reply(await issueToken(account.merchantId, { tokenEpoch, revocations, creatorTokenId }));
    }),
  ];
}

const noMerchantRefusal = refuseWith(404, 'problem.title.no_merchant', message('problem.merchant.none'));

type MerchantFields = BodyOf<typeof api.registerMerchant>;

/** Registers merchants and logs them in (contract sections 2 and 6). */
class MerchantService {
  readonly #runtime: Runtime;
  readonly #accounts: AccountService;

  constructor(runtime: Runtime, accounts: AccountService) {
    this.#runtime = runtime;
    this.#accounts = accounts;
  }

  /**
   * Registers an account whose login name is the e-mail, and its merchant profile (`POST /api/v1/merchants`).
   * Returns 400 with `/email` if the e-mail is taken.
   */
  async register(fields: MerchantFields): Promise<Outcome<MerchantRecord>> {
    const id = this.#runtime.random.uuid();
    let merchant: MerchantRecord | undefined;
    const registration = await this.#accounts.register(
      { shortName: fields.email, password: fields.password },
      ({ account }) => {
        const { id: accountId, passwordHash, createdAt } = account;
        merchant = newMerchant(fields, { id, accountId, passwordHash, createdAt });
        return {
          account: { merchantId: id },
          puts: [put('merchant', id, merchant)],
          events: [registrationEvent(merchant)],
        };
      },
    );
    if (!registration.ok) return registration.refusal.status === 409 ? emailTakenRefusal : registration;
    if (!merchant) throw new Error('an account was registered without its merchant');
    return accept(merchant);
  }

  /**
   * Adds the profile to an account (`POST /console/merchant`); 409 if it has one, 400 if the e-mail is taken.
   */
  async addProfile(accountId: string, fields: MerchantFields): Promise<Outcome<MerchantRecord>> {
    const { random, store, settings } = this.#runtime;
    const passwordHash = await hashPassword(fields.password, settings.passwordCost);
    const id = random.uuid();
    const accountRef = ref('account', accountId);
    // The e-mail must not be the login name of another account, because a login by this name could mean
    // either account.
    const nameRef = ref('name', fields.email.toLowerCase());
    return store.transact<Outcome<MerchantRecord>>(
      { account: accountId, lock: [accountRef, nameRef] },
      (view) => {
        const current = view.get('account', accountId);
        const nameOwnerId = view.get('name', nameRef.id)?.accountId;
        if (!current || current.merchantId !== undefined) return { result: profileExistsRefusal };
        if (nameOwnerId !== undefined && nameOwnerId !== accountId) return { result: emailTakenRefusal };
        const merchant = newMerchant(fields, { id, accountId, passwordHash, createdAt: view.now });
        return {
          result: accept(merchant),
          puts: [
            put('account', accountId, { ...current, merchantId: id }),
            put('name', nameRef.id, { accountId }),
            put('merchant', id, merchant),
          ],
          events: [registrationEvent(merchant)],
        };
      },
    );
  }

  async login(
    email: string,
    password: string,
  ): Promise<Outcome<{ readonly merchantId: string; readonly account: AccountRecord }>> {
    const { store, settings } = this.#runtime;
    const name = await store.get('name', email.toLowerCase());
    const account = name && (await store.get('account', name.accountId));
    const candidate =
      account?.merchantId === undefined ? undefined : await store.get('merchant', account.merchantId);
    const merchant = candidate?.email.toLowerCase() === email.toLowerCase() ? candidate : undefined;
    const isCorrect = await verifyPassword(password, merchant?.passwordHash, settings.passwordCost);
    if (!account || !merchant || !isCorrect)
      return unauthorized(message('problem.credentials.wrong', { name: 'email' }));
    const loginRefusal = this.#accounts.countLogin(account.id);
    if (loginRefusal) return refuse(loginRefusal);
    const suspension = suspensionOf(account);
    if (suspension) return suspension;
    if (account.oneTimePasswordUntil !== undefined && merchant.passwordHash === account.passwordHash)
      return unauthorized(message('problem.credentials.one_time'));
    return store.transact({ account: merchant.accountId }, (view) => ({
      result: accept({ merchantId: merchant.id, account }),
      events: [{ type: 'login.succeeded', at: view.now, data: { surface: 'merchant' } }],
    }));
  }
}

function registrationEvent({ id, email, createdAt }: MerchantRecord): TraceDraft {
  return { type: 'pos.merchant_registered', at: createdAt, data: { merchant_id: id, email } };
}

const emailTakenRefusal = invalid([faultAt('/email', 'fault.merchant.email_taken')]);
const profileExistsRefusal = conflict(message('problem.merchant.one'));
