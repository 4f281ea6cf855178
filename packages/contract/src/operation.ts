import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import type { z } from 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /**
     * Meaning of a field: a text key or a function. Default: `field.NAME`. Untyped, because checking the keys
     * of every schema takes the compiler minutes.
     */
    meaning?: string | ((t: never) => string);
  }
}

/** Origin of a behavior: the specification, existing integrations, or this project. */
export type Provenance = 'spec' | 'field' | 'decided';

export type Auth = 'none' | 'api' | 'console' | 'merchant' | 'terminal' | 'operator';

export type Family = 'session' | 'merchant' | 'pos' | 'control' | 'console' | 'public' | 'operator';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A function, so that the start doesn't build the schemas of unused operations. */
export type SchemaThunk<T = unknown> = () => z.ZodType<T>;

/** Limits attempts to guess a password, name or code in hosted mode. */
export interface AttemptRule {
  readonly kind: 'login' | 'registration' | 'code' | 'class_code' | 'registration_code';
  /**
   * The field that an attacker guesses, in the body or the path. `account` means the credential's account,
   * `none` only the client's address.
   */
  readonly name: 'short_name' | 'email' | 'serial' | 'code' | 'account' | 'none';
  /** Applies only if this body field is a non-empty text. */
  readonly onlyWith?: string;
}

type Aliases = readonly { readonly path: string; readonly provenance: Provenance }[];

/**
 * One operation of the contract. Routing, validation, OpenAPI, `/fidelidad` and the client derive from it.
 */
export interface Operation {
  /**
   * The OpenAPI `operationId`, unique and in camelCase. Its purpose is in the catalogs under
   * `api.operation.ID`.
   */
  readonly id: string;
  readonly method: Method;
  /** OpenAPI template, for example `/api/v1/ext/payment-sessions/status/{session_id}`. */
  readonly path: string;
  /** Other paths with the same response and their provenance. */
  readonly aliases?: Aliases;
  readonly family: Family;
  readonly auth: Auth;
  /** Accepts the access token of the terminal's merchant instead of the terminal's signature. */
  readonly orMerchant?: true;
  /** Refuses a console token exchanged without the password, with 403 (contract section 12, Rights). */
  readonly fullToken?: true;
  readonly provenance: Provenance;
  /** Path parameters; those without a schema are plain strings. */
  readonly params?: SchemaThunk;
  readonly patterns?: Readonly<Record<string, string>>;
  readonly query?: SchemaThunk;
  readonly body?: SchemaThunk;
  /** The body may be absent; the handler then receives the result of the schema for `{}`. */
  readonly bodyOptional?: true;
  readonly example?: unknown;
  /** Null is a value of this body (`PUT /console/settings`). */
  readonly keepsNulls?: true;
  /** A body that the handler reads itself or ignores; it is documented but not validated. */
  readonly rawBody?: { readonly mediaType: string; readonly schema: SchemaThunk; readonly example?: unknown };
  /** Largest `rawBody`. Default: 1 MiB. */
  readonly bodyLimitBytes?: { readonly local: number; readonly hosted: number };
  /** Schema of `data` in the response, for documentation and tests; responses aren't validated. */
  readonly data?: SchemaThunk;
  readonly status: number;
  readonly alternativeResponse?: { readonly status: number; readonly meaning: PlainKey };
  readonly title: string;
  /** Problem statuses that the credential, body and limits don't imply. */
  readonly problems?: readonly number[];
  /** Responses of production that this simulator never sends, declared for generated clients. */
  readonly productionOnly?: readonly { readonly status: number; readonly meaning: PlainKey }[];
  /**
   * Set if the operation checks a password or a code, or claims a name; in hosted mode, too many attempts
   * return 429.
   */
  readonly attempt?: AttemptRule;
  readonly alsoAttempt?: AttemptRule & { readonly onlyWith: string };
  readonly idempotent?: boolean;
  /** The fields of `data` are also at the top level (contract section 1). */
  readonly flat?: boolean;
  readonly paged?: boolean;
  /**
   * The response has `total`, the number of items on all pages; with `asked` only if the query requests it.
   */
  readonly counted?: true | 'asked';
  /** All callers get the same response, so it has an `ETag` and can return 304. */
  readonly constant?: true;
  /** Media types of the success response. Default: `application/json`. */
  readonly media?: readonly string[];
  readonly bare?: boolean;
  /** Request headers that the operation reads, without its credential and `Idempotency-Key`. */
  readonly requestHeaders?: readonly { readonly name: string; readonly meaning: PlainKey }[];
  readonly simHeader?: string;
}

type OperationOptions = Omit<Partial<Operation>, 'id' | 'method' | 'path' | 'family'> &
  Pick<Operation, 'title'>;

/** Defaults of a declaration. Without this type, conflicting literal types would give `never`. */
interface OperationDefaults<M extends Method, F extends Family, A extends Auth> {
  readonly method: M;
  readonly family: F;
  readonly auth: A;
  readonly status: number;
  readonly provenance: 'decided';
  readonly aliases?: Aliases;
}

/** An operation with literal types, from which its body and query types are inferred. */
type DeclaredOperation<I extends string, P extends string, B, O> = Omit<B, keyof O> &
  O & { readonly id: I; readonly path: P };

/**
 * Returns functions that declare operations of a family, one per method. Defaults: the family's credential,
 * status 200, provenance `decided`.
 */
function declareFamily<F extends Family, A extends Auth>(family: F, auth: A) {
  const declareMethod =
    <M extends Method>(method: M) =>
    <const I extends string, const P extends string, const O extends OperationOptions>(
      id: I,
      path: P,
      options: O,
    ): DeclaredOperation<I, P, OperationDefaults<M, F, A>, O> => {
      const aliases: Aliases = [{ path: path.replace('/control/', '/__test__/'), provenance: 'decided' }];
      const defaults = { id, method, path, family, auth, status: 200, provenance: 'decided' };
      const operation: object = { ...defaults, ...(family === 'control' && { aliases }), ...options };
      return operation as DeclaredOperation<I, P, OperationDefaults<M, F, A>, O>;
    };
  return {
    get: declareMethod('GET'),
    post: declareMethod('POST'),
    put: declareMethod('PUT'),
    patch: declareMethod('PATCH'),
    delete: declareMethod('DELETE'),
  };
}

export const sessionApi = declareFamily('session', 'api');
export const merchantApi = declareFamily('merchant', 'merchant');
export const terminalApi = declareFamily('pos', 'terminal');
export const controlApi = declareFamily('control', 'api');
export const consoleApi = declareFamily('console', 'console');
export const simulatorApi = declareFamily('public', 'none');
export const operatorApi = declareFamily('operator', 'operator');

/** The 422 of production's write operations (contract section 10, OpenAPI). */
export const unprocessable = { productionOnly: [{ status: 422, meaning: 'api.production' }] } as const;

export function lazy<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}

type SchemaOutput<T> = T extends () => infer S ? (S extends z.ZodType ? z.output<S> : never) : undefined;
export type BodyOf<O extends Operation> = SchemaOutput<O['body']>;
export type QueryOf<O extends Operation> = SchemaOutput<O['query']>;
export type DataOf<O extends Operation> = SchemaOutput<O['data']>;
