import { ACCESS_TOKEN_SECONDS } from '@svc-simulator/contract';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { put, ref } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';

const ALGORITHM = 'HS256';
const SECRET_BYTES = 32;
/** The store requires an owner for every write, and the signing key belongs to no account. */
const OWNER = 'simulator';
const secret = ref('secret', 'access-tokens');

/** The state of the account at which an access token ends, as it was when the token was made. */
export interface AccessTokenEnds {
  readonly tokenEpoch?: number | undefined;
  /** Only in tokens that were not created with the merchant's password. */
  readonly revocations?: number | undefined;
  /** The id of the API token that created it, if no password did. */
  readonly madeWith?: string | undefined;
}

export type Verified =
  | { readonly merchantId: string; readonly ends: AccessTokenEnds }
  | { readonly merchantId: null; readonly fault: 'expired' | 'unknown' };

/**
 * Access tokens of merchants: JWT, HS256, one hour, `sub` is the merchant (contract section 6). The first
 * token creates the simulator's secret. jose is loaded at the first use.
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
    { tokenEpoch, revocations, madeWith }: AccessTokenEnds,
  ): Promise<string> {
    const [{ SignJWT }, key] = await Promise.all([import('jose/jwt/sign'), this.#secret()]);
    const issuedAt = Math.floor(now / 1000);
    return new SignJWT({
      ...(tokenEpoch !== undefined && { epoch: tokenEpoch }),
      ...(revocations !== undefined && { revocations }),
      ...(madeWith !== undefined && { made_with: madeWith }),
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setSubject(merchantId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
      .sign(key);
  }

  /**
   * Returns the merchant of a token; refuses other algorithms, other keys, and ages below zero or above an
   * hour.
   */
  async verify(token: string, now: number): Promise<Verified> {
    const [{ jwtVerify }, key] = await Promise.all([import('jose/jwt/verify'), this.#secret()]);
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
      const { sub = '', epoch: tokenEpoch, revocations, made_with: madeWith } = payload;
      return { merchantId: sub, ends: { tokenEpoch, revocations, madeWith } };
    } catch (error) {
      const expired = errorCode(error) === 'ERR_JWT_EXPIRED';
      return { merchantId: null, fault: expired ? 'expired' : 'unknown' };
    }
  }

  #secret(): Promise<Uint8Array> {
    this.#key ??= this.#load().catch((error) => {
      this.#key = null;
      throw error;
    });
    return this.#key;
  }

  async #load(): Promise<Uint8Array> {
    const { random, store } = this.#runtime;
    const record = await store.get(secret.kind, secret.id);
    if (record) return Buffer.from(record.hex, 'hex');
    const { hex } = await store.transact({ account: OWNER, lock: [secret] }, (view) => {
      const current = view.get(secret.kind, secret.id);
      if (current) return { result: current };
      const newSecret = { hex: random.hex(SECRET_BYTES) };
      return { result: newSecret, puts: [put(secret.kind, secret.id, newSecret)] };
    });
    return Buffer.from(hex, 'hex');
  }
}
