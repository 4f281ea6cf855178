import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import type { z } from 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /**
     * What a field means, for people: a key `field.…`, or what says it (`Said`); without it the catalogues are asked for `field.NAME`. Not
     * typed by the keys: zod works out the type of a schema's meta anew for every schema, and thousands of keys make that minutes.
     */
    means?: string | ((t: never) => string);
  }
}

/** Who decided something: the specification, integrations in the field, or this project. */
export type Provenance = 'spec' | 'field' | 'decided';

/** The credential that an operation wants (specification, Authentication). */
export type Auth = 'none' | 'api' | 'console' | 'merchant' | 'terminal';

/** Which envelope and rules an operation follows. */
export type Family = 'session' | 'merchant' | 'pos' | 'control' | 'console' | 'public';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Schemas are thunks: start-up must not pay for the schemas of operations that nobody calls. */
export type SchemaThunk<T = unknown> = () => z.ZodType<T>;

/** What an operation that tries a password, a name or a code is slowed down by in hosted mode, beside the client's address. */
export interface AttemptRule {
  readonly kind: 'login' | 'registration' | 'code' | 'class_code' | 'registration_code';
  /** The field of the body that says for which name it is; `account`: the name of the account whose credential it came with; `none`: the client counts alone. */
  readonly name: 'short_name' | 'email' | 'serial' | 'code' | 'account' | 'none';
  /** It is one only with this field in the body, and not an empty text there. */
  readonly onlyWith?: string;
}

type Aliases = readonly { readonly path: string; readonly provenance: Provenance }[];

/** One operation of the contract, declared once; routing, validation, OpenAPI, `/fidelidad` and the client derive from it. */
export interface Operation {
  /** camelCase, unique; the OpenAPI `operationId`. What it is for is said by the catalogues, under `api.operation.ID`. */
  readonly id: string;
  readonly method: Method;
  /** OpenAPI template, for example `/api/v1/ext/payment-sessions/status/{session_id}`. */
  readonly path: string;
  /** Other paths that answer the same; each with where it comes from. */
  readonly aliases?: Aliases;
  readonly family: Family;
  readonly auth: Auth;
  /** Takes the access token of the terminal's merchant in place of the terminal's signature. */
  readonly orMerchant?: true;
  /** Refuses a console token that an API token was exchanged for without the password, with 403 (contract section 12, Rights). */
  readonly fullToken?: true;
  readonly provenance: Provenance;
  /** Path parameters; a path parameter without a schema is a plain string. */
  readonly params?: SchemaThunk;
  /** Regular expressions of path parameters, where paths of nothing would fit as well. */
  readonly patterns?: Readonly<Record<string, string>>;
  readonly query?: SchemaThunk;
  /** JSON body that is validated before the handler runs. */
  readonly body?: SchemaThunk;
  /** The body may be left out; the handler gets what its schema makes of `{}`. */
  readonly bodyOptional?: true;
  /** A body that validates, for the OpenAPI document. */
  readonly example?: unknown;
  /** Members of the body that are `null` reach the schema, since null means something there (`PUT /console/settings`). */
  readonly keepsNulls?: true;
  /** A body that the handler reads by itself or ignores: documented, not validated beforehand. */
  readonly rawBody?: { readonly mediaType: string; readonly schema: SchemaThunk; readonly example?: unknown };
  /** The largest body, where it is another than for all (1 MiB): on one's own machine, and hosted. Of a `rawBody`. */
  readonly bodyLimitBytes?: { readonly local: number; readonly hosted: number };
  /** Schema of `data` in the success envelope (documentation and tests; answers are not validated at run time). */
  readonly data?: SchemaThunk;
  readonly status: number;
  /** Another success: with the same data, some of them null, or elsewhere (302). */
  readonly otherwise?: { readonly status: number; readonly means: PlainKey };
  /** `title` of the success envelope. */
  readonly title: string;
  /** Problem statuses that it can answer beyond those that its auth, body and throttle imply. */
  readonly problems?: readonly number[];
  /** Answers of production that this simulator never gives, declared for clients that are generated from the document. */
  readonly productionOnly?: readonly { readonly status: number; readonly means: PlainKey }[];
  /** It tries a password or a code, or takes a name: too many attempts are 429 in hosted mode. */
  readonly attempt?: AttemptRule;
  /** What else it tries, by a field of its body. */
  readonly alsoAttempt?: AttemptRule & { readonly onlyWith: string };
  /** Takes the optional `Idempotency-Key` header (contract section 3). */
  readonly idempotent?: boolean;
  /** The fields of `data` stand at the top level too (contract section 1). */
  readonly flat?: boolean;
  /** The answer carries `next_cursor`. */
  readonly paged?: boolean;
  /** The answer carries `total`: how many there are on all pages; `asked`: where its query wants that. */
  readonly counted?: true | 'asked';
  /** The same for all who ask: it has an `ETag`, and is 304 for whoever has it. */
  readonly constant?: true;
  /** Media types of the success answer where it is not, or not only, `application/json`. */
  readonly media?: readonly string[];
  /** The answer is `data` itself, without the envelope. */
  readonly bare?: boolean;
  /** Request headers that the operation reads beside its credential and `Idempotency-Key`. */
  readonly requestHeaders?: readonly { readonly name: string; readonly means: PlainKey }[];
  /** Fixed value of the header `x-svc-sim`. */
  readonly simHeader?: string;
}

/** What an operation says of itself beside its id, its method and its path. */
type Declared = Omit<Partial<Operation>, 'id' | 'method' | 'path' | 'family'> & Pick<Operation, 'title'>;

/** What it is where it says nothing else; a clash of literal types would make it none. */
interface Begun<M extends Method, F extends Family, A extends Auth> {
  readonly method: M;
  readonly family: F;
  readonly auth: A;
  readonly status: number;
  readonly provenance: 'decided';
  readonly aliases?: Aliases;
}

/** An operation with its literal types, so that those of its body and its query can be inferred from it. */
type Made<I extends string, P extends string, B, O> = Omit<B, keyof O> &
  O & { readonly id: I; readonly path: P };

/**
 * Declares operations of a family, by their method: an id, a path and the rest. Where they say nothing else they want the credential of
 * their family, answer 200 and are decided here.
 */
function operationsOf<F extends Family, A extends Auth>(family: F, auth: A) {
  const declaring =
    <M extends Method>(method: M) =>
    <const I extends string, const P extends string, const O extends Declared>(
      id: I,
      path: P,
      declared: O,
    ): Made<I, P, Begun<M, F, A>, O> => {
      // Each path of control answers under this one, too.
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

/** A thunk that makes its value once, when it is first asked for. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

type Output<T> = T extends () => infer S ? (S extends z.ZodType ? z.output<S> : never) : undefined;
/** Type of an operation's validated body. */
export type BodyOf<O extends Operation> = Output<O['body']>;
/** Type of an operation's validated query. */
export type QueryOf<O extends Operation> = Output<O['query']>;
/** Type of what an operation answers in `data`. */
export type DataOf<O extends Operation> = Output<O['data']>;
