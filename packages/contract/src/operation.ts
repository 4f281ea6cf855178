import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import type { z } from 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /**
     * Meaning of a field: a key `field.…`, or a function for it (`Said`). Default: `field.NAME`. Untyped,
     * because zod infers the type of a schema's meta for every schema and thousands of keys would take
     * minutes.
     */
    means?: string | ((t: never) => string);
  }
}

/** Origin of a decision: the specification, integrations in the field, or this project. */
export type Provenance = 'spec' | 'field' | 'decided';

/** The credential that an operation requires (specification, Authentication). */
export type Auth = 'none' | 'api' | 'console' | 'merchant' | 'terminal';

export type Family = 'session' | 'merchant' | 'pos' | 'control' | 'console' | 'public';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A thunk, so start-up doesn't pay for the schemas of uncalled operations. */
export type SchemaThunk<T = unknown> = () => z.ZodType<T>;

/**
 * Throttle in hosted mode for operations that try a password, name or code, besides the throttle by client
 * address.
 */
export interface AttemptRule {
  readonly kind: 'login' | 'registration' | 'code' | 'class_code' | 'registration_code';
  /**
   * The body field with the name under attack; `account` uses the credential's account, `none` only the
   * client.
   */
  readonly name: 'short_name' | 'email' | 'serial' | 'code' | 'account' | 'none';
  /** Applies only if this body field is a non-empty text. */
  readonly onlyWith?: string;
}

type Aliases = readonly { readonly path: string; readonly provenance: Provenance }[];

/** One operation of the contract, declared once; routing, validation, OpenAPI, `/fidelidad` and the client derive from it. */
export interface Operation {
  /**
   * camelCase and unique; the OpenAPI `operationId`. Its purpose is in the catalogs under `api.operation.ID`.
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
  /**
   * Refuses a console token exchanged for an API token without the password, with 403 (contract section 12,
   * Rights).
   */
  readonly fullToken?: true;
  readonly provenance: Provenance;
  /** Path parameters; one without a schema is a plain string. */
  readonly params?: SchemaThunk;
  /** Regular expressions that restrict path parameters. */
  readonly patterns?: Readonly<Record<string, string>>;
  readonly query?: SchemaThunk;
  readonly body?: SchemaThunk;
  /** The body may be absent; the handler gets the schema's result for `{}`. */
  readonly bodyOptional?: true;
  readonly example?: unknown;
  /** Passes `null` members to the schema, because null is a value there (`PUT /console/settings`). */
  readonly keepsNulls?: true;
  /** A body that the handler reads itself or ignores: documented, not validated beforehand. */
  readonly rawBody?: { readonly mediaType: string; readonly schema: SchemaThunk; readonly example?: unknown };
  /** Largest `rawBody`, local and hosted, if it isn't 1 MiB. */
  readonly bodyLimitBytes?: { readonly local: number; readonly hosted: number };
  /**
   * Schema of `data` in the success envelope (documentation and tests; responses aren't validated at run
   * time).
   */
  readonly data?: SchemaThunk;
  readonly status: number;
  /** Another success: with the same data, partly null, or elsewhere (302). */
  readonly otherwise?: { readonly status: number; readonly means: PlainKey };
  readonly title: string;
  /** Problem statuses besides those that its auth, body and throttle imply. */
  readonly problems?: readonly number[];
  /** Production's responses that this simulator never sends, declared for generated clients. */
  readonly productionOnly?: readonly { readonly status: number; readonly means: PlainKey }[];
  /** Tries a password or a code, or claims a name: too many attempts return 429 in hosted mode. */
  readonly attempt?: AttemptRule;
  readonly alsoAttempt?: AttemptRule & { readonly onlyWith: string };
  /** Accepts the optional `Idempotency-Key` header (contract section 3). */
  readonly idempotent?: boolean;
  /** The fields of `data` are also at the top level (contract section 1). */
  readonly flat?: boolean;
  readonly paged?: boolean;
  /** The response has `total`, the number of items on all pages; `asked` only if the query requests it. */
  readonly counted?: true | 'asked';
  /** The same response for all callers: it has an `ETag`, and returns 304 to callers who already have it. */
  readonly constant?: true;
  /** Media types of the success response, if not only `application/json`. */
  readonly media?: readonly string[];
  readonly bare?: boolean;
  /** Request headers that the operation reads besides its credential and `Idempotency-Key`. */
  readonly requestHeaders?: readonly { readonly name: string; readonly means: PlainKey }[];
  readonly simHeader?: string;
}

type Declared = Omit<Partial<Operation>, 'id' | 'method' | 'path' | 'family'> & Pick<Operation, 'title'>;

/** Defaults of a declaration, because a clash of literal types would give `never`. */
interface Begun<M extends Method, F extends Family, A extends Auth> {
  readonly method: M;
  readonly family: F;
  readonly auth: A;
  readonly status: number;
  readonly provenance: 'decided';
  readonly aliases?: Aliases;
}

/** An operation with literal types, so its body and query types can be inferred. */
type Made<I extends string, P extends string, B, O> = Omit<B, keyof O> &
  O & { readonly id: I; readonly path: P };

/**
 * Returns functions that declare operations of a family by method. By default they require the family's
 * credential, return 200 and are decided here.
 */
function operationsOf<F extends Family, A extends Auth>(family: F, auth: A) {
  const declaring =
    <M extends Method>(method: M) =>
    <const I extends string, const P extends string, const O extends Declared>(
      id: I,
      path: P,
      declared: O,
    ): Made<I, P, Begun<M, F, A>, O> => {
      // Every control path also responds under this alias.
      const aliases: Aliases = [{ path: path.replace('/control/', '/__test__/'), provenance: 'decided' }];
      const begun = { id, method, path, family, auth, status: 200, provenance: 'decided' };
      const made: object = { ...begun, ...(family === 'control' && { aliases }), ...declared };
      return made as Made<I, P, Begun<M, F, A>, O>;
    };
  return {
    get: declaring('GET'),
    post: declaring('POST'),
    put: declaring('PUT'),
    patch: declaring('PATCH'),
    delete: declaring('DELETE'),
  };
}

export const ofSessions = operationsOf('session', 'api');
export const ofMerchants = operationsOf('merchant', 'merchant');
export const ofTerminals = operationsOf('pos', 'terminal');
export const ofControl = operationsOf('control', 'api');
export const ofConsole = operationsOf('console', 'console');
export const ofSimulator = operationsOf('public', 'none');

/** The 422 of production's writing operations (contract section 10, OpenAPI). */
export const unprocessable = { productionOnly: [{ status: 422, means: 'api.production' }] } as const;

export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

type Output<T> = T extends () => infer S ? (S extends z.ZodType ? z.output<S> : never) : undefined;
export type BodyOf<O extends Operation> = Output<O['body']>;
export type QueryOf<O extends Operation> = Output<O['query']>;
export type DataOf<O extends Operation> = Output<O['data']>;
