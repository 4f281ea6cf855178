import type { Operation } from '@svc-simulator/contract';

type InputOf<T> = T extends () => infer S
  ? S extends { readonly _zod: { readonly input: infer I } }
    ? I
    : never
  : never;

/** Parameter names of a path template: `session_id` for `/pay/{session_id}`. */
export type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;

type WithParams<O extends Operation> = [ParamsOf<O['path']>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamsOf<O['path']>, string>> };

type WithQuery<O extends Operation> = O extends { readonly query: unknown }
  ? { readonly query?: { readonly [K in keyof InputOf<O['query']>]?: string | number | undefined } }
  : { readonly query?: undefined };

type WithBody<O extends Operation> = O extends { readonly body: unknown }
  ? { readonly body: InputOf<O['body']> }
  : { readonly body?: undefined };

type WithForm<O extends Operation> = O extends { readonly rawBody: { readonly schema: unknown } }
  ? { readonly form?: Readonly<Record<string, string>>; readonly text?: string }
  : { readonly form?: undefined; readonly text?: undefined };

interface CommonOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export type RequestOf<O extends Operation> = CommonOptions &
  WithParams<O> &
  WithQuery<O> &
  WithBody<O> &
  WithForm<O>;

export interface LooseRequest extends CommonOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>> | undefined;
  /** A body that is sent unchanged, for an operation with a `rawBody`. */
  readonly text?: string | undefined;
}

export function buildUrl(
  baseUrl: string,
  path: string,
  { params, query }: Pick<LooseRequest, 'params' | 'query'>,
): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const queryText = search.toString();
  return `${baseUrl.replace(/\/+$/, '')}${filledPath}${queryText === '' ? '' : `?${queryText}`}`;
}

/**
 * Encodes a segment of a path. Appends a blank to `.` and `..`, because a URL parser would resolve them, even
 * as `%2e%2e`.
 */
function segmentOf(value: string): string {
  const escapedValue = encodeURIComponent(value);
  return /^\.{1,2}$/.test(escapedValue) ? `${escapedValue}%20` : escapedValue;
}
