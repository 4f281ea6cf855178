import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import type { z } from 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /**
     * Description of a field in the API documentation: a text key, or a function that returns the text.
     * Default: `field.NAME`. The key is a plain string, because checking every key takes the compiler
     * minutes.
     */
    meaning?: string | ((t: never) => string);
  }
}

/**
 * Origin of a behavior. `spec`: the specification; `field`: existing integrations; `decided`: this project.
 */
export type Provenance = 'spec' | 'field' | 'decided';

export type Auth = 'none' | 'api' | 'console' | 'merchant' | 'terminal' | 'operator';

export type Family = 'session' | 'merchant' | 'pos' | 'control' | 'console' | 'public' | 'operator';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Returns a schema. It is a function, so that starting the simulator doesn't build the schemas of unused
 * operations.
 */
export type SchemaThunk<T = unknown> = () => z.ZodType<T>;

/** Limits attempts to guess a password, a name or a code in hosted mode, per client address and per name. */
export interface AttemptRule {
  readonly kind: 'login' | 'registration' | 'code' | 'class_code' | 'registration_code';
  /**
   * Field of the body or path whose value identifies the target of the attempts. `account`: the account of
   * the credential; `none`: attempts are counted only per client address.
   */
  readonly name: 'short_name' | 'email' | 'serial' | 'code' | 'account' | 'none';
  /** The rule applies only if this field of the body is a non-empty text. */
  readonly onlyWith?: string;
}

type Aliases = readonly { readonly path: string; readonly provenance: Provenance }[];

/** Declares an operation. Routing, validation, OpenAPI, `/fidelidad` and the client derive from it. */
export interface Operation {
  /**
   * The OpenAPI `operationId`, unique and in camelCase. The text key `api.operation.ID` says what it does.
   */
  readonly id: string;
  readonly method: Method;
  /** OpenAPI template, for example `/api/v1/ext/payment-sessions/status/{session_id}`. */
  readonly path: string;
  /** Other paths of the same operation, each with its provenance. */
  readonly aliases?: Aliases;
  readonly family: Family;
  readonly auth: Auth;
  /** Also accepts the access token of the terminal's merchant. */
  readonly orMerchant?: true;
  /**
   * Returns 403 for a console token that was issued in exchange for an API token alone, without the password
   * (contract section 12, Rights).
   */
  readonly fullToken?: true;
  readonly provenance: Provenance;
  /** Schemas of path parameters. A parameter without a schema is a plain string. */
  readonly params?: SchemaThunk;
  /** Regular expressions that restrict path parameters, such as a UUID. */
  readonly patterns?: Readonly<Record<string, string>>;
  readonly query?: SchemaThunk;
  readonly body?: SchemaThunk;
  /** The body can be absent; it is then validated as `{}`. */
  readonly bodyOptional?: true;
  readonly example?: unknown;
  /** Null is a value in this body. In other bodies, a field with null counts as absent. */
  readonly keepsNulls?: true;
  /** Set if the handler reads the body itself or ignores it. The body is documented but not validated. */
  readonly rawBody?: { readonly mediaType: string; readonly schema: SchemaThunk; readonly example?: unknown };
  /** Maximum size of `rawBody`. Default: 1 MiB. */
  readonly bodyLimitBytes?: { readonly local: number; readonly hosted: number };
  /** Schema of `data` in the response, for documentation and tests; responses aren't validated. */
  readonly data?: SchemaThunk;
  readonly status: number;
  readonly alternativeResponse?: { readonly status: number; readonly meaning: PlainKey };
  readonly title: string;
  /** Problem statuses, except those that follow from the credential, the body and the limits. */
  readonly problems?: readonly number[];
  /** Responses that only production sends. They are declared so that generated clients handle them. */
  readonly productionOnly?: readonly { readonly status: number; readonly meaning: PlainKey }[];
  /**
   * Set if the operation checks a password or a code, or claims a name. In hosted mode, too many attempts
   * return 429.
   */
  readonly attempt?: AttemptRule;
  /** Second rule, for a code that is sent together with a name. */
  readonly alsoAttempt?: AttemptRule & { readonly onlyWith: string };
  readonly idempotent?: boolean;
  /** Repeats the fields of `data` at the top level of the response (contract section 1). */
  readonly flat?: boolean;
  readonly paged?: boolean;
  /**
   * If true, the response has `total`, the number of items on all pages. With `asked`, only a request with
   * `total=true` gets it.
   */
  readonly counted?: true | 'asked';
  /** All callers get the same response, so it has an `ETag`, and a repeated request can return 304. */
  readonly constant?: true;
  /** Media types of the success response. Default: `application/json`. */
  readonly media?: readonly string[];
  /** The response is `data` without an envelope. */
  readonly bare?: boolean;
  /** Request headers that the operation reads, except the credential and `Idempotency-Key`. */
  readonly requestHeaders?: readonly { readonly name: string; readonly meaning: PlainKey }[];
  /** Value of the response header `x-svc-sim`. */
  readonly simHeader?: string;
}

type OperationOptions = Omit<Partial<Operation>, 'id' | 'method' | 'path' | 'family'> &
  Pick<Operation, 'title'>;

/** Literal types of a declaration's defaults. */
interface OperationDefaults<M extends Method, F extends Family, A extends Auth> {
  readonly method: M;
  readonly family: F;
  readonly auth: A;
  readonly status: number;
  readonly provenance: 'decided';
  readonly aliases?: Aliases;
}

/**
 * An operation with literal types, from which the types of its body, query and data are inferred. An option
 * replaces the type of a default. Otherwise `auth` could get the type `'api' & 'none'`, which is `never`.
 */
type DeclaredOperation<I extends string, P extends string, B, O> = Omit<B, keyof O> &
  O & { readonly id: I; readonly path: P };

/**
 * Returns one function per method that declares operations of a family. By default, an operation has the
 * family's credential, status 200 and provenance `decided`.
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

/** The 422 that production's write operations can return (contract section 10, OpenAPI). */
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
