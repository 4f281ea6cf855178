import { ACCESS_TOKEN_SECONDS } from '@svc-simulator/contract';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { put, ref } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';

const ALGORITHM = 'HS256';
const SIGNING_SECRET_BYTES = 32;
/** The store requires an owner for every write, and the signing key belongs to no account. */
const SECRET_OWNER = 'simulator';
const secretRef = ref('secret', 'access-tokens');

/**
 * `tokenEpoch` and `revocations` are the account's counters when the token was created. If one of them has
 * changed since, the token is invalid.
 */
export interface AccessTokenBinding {
  readonly tokenEpoch?: number | undefined;
  /**
   * Set only in tokens that were created without the merchant's password, so a revocation ends only those
   * tokens.
   */
  readonly revocations?: number | undefined;
  /**
   * Id of an API token. If it is revoked, the terminals that were paired with this access token are unlinked.
   * Undefined after a login with a password.
   */
  readonly creatorTokenId?: string | undefined;
}

export type TokenVerification =
  | { readonly merchantId: string; readonly binding: AccessTokenBinding }
  | { readonly merchantId: null; readonly fault: 'expired' | 'unknown' };

/**
 * Issues and verifies the access tokens of merchants: JWT, HS256, one hour, `sub` is the merchant (contract
 * section 6). The first token creates the secret that signs all tokens. jose is loaded on first use.
 */
export class AccessTokens {
  readonly #runtime: Runtime;
  #key: Promise<Uint8Array> | null = null;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  async issue(
    merchantId: string,
    now: number,
    { tokenEpoch, revocations, creatorTokenId }: AccessTokenBinding,
  ): Promise<string> {
    const [{ SignJWT }, key] = await Promise.all([import('jose/jwt/sign'), this.#signingKey()]);
    const issuedAt = Math.floor(now / 1000);
    return new SignJWT({
      ...(tokenEpoch !== undefined && { epoch: tokenEpoch }),
      ...(revocations !== undefined && { revocations }),
      ...(creatorTokenId !== undefined && { made_with: creatorTokenId }),
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setSubject(merchantId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
      .sign(key);
  }

  /**
   * Returns the merchant of a token. Refuses algorithms other than HS256, keys other than the simulator's,
   * and ages below zero or above an hour.
   */
  async verify(token: string, now: number): Promise<TokenVerification> {
    const [{ jwtVerify }, key] = await Promise.all([import('jose/jwt/verify'), this.#signingKey()]);
    try {
      const { payload } = await jwtVerify<{ epoch?: number; revocations?: number; made_with?: string }>(
        token,
        key,
        {
          algorithms: [ALGORITHM],
          currentDate: new Date(now),
          maxTokenAge: ACCESS_TOKEN_SECONDS,
          requiredClaims: ['sub', 'exp'],
        },
      );
      const { sub = '', epoch: tokenEpoch, revocations, made_with: creatorTokenId } = payload;
      return { merchantId: sub, binding: { tokenEpoch, revocations, creatorTokenId } };
    } catch (error) {
      const isExpired = errorCode(error) === 'ERR_JWT_EXPIRED';
      return { merchantId: null, fault: isExpired ? 'expired' : 'unknown' };
    }
  }

  #signingKey(): Promise<Uint8Array> {
    this.#key ??= this.#loadKey().catch((error) => {
      this.#key = null;
      throw error;
    });
    return this.#key;
  }

  async #loadKey(): Promise<Uint8Array> {
    const { random, store } = this.#runtime;
    const record = await store.get(secretRef.kind, secretRef.id);
    if (record) return Buffer.from(record.hex, 'hex');
    const { hex } = await store.transact({ account: SECRET_OWNER, lock: [secretRef] }, (view) => {
      const current = view.get(secretRef.kind, secretRef.id);
      if (current) return { result: current };
      const newSecret = { hex: random.hex(SIGNING_SECRET_BYTES) };
      return { result: newSecret, puts: [put(secretRef.kind, secretRef.id, newSecret)] };
    });
    return Buffer.from(hex, 'hex');
  }
}
