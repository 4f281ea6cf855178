const explainingHeaders = ['location', 'retry-after', 'server', 'x-powered-by', 'www-authenticate'] as const;

export type ResponseHeaders = Readonly<Partial<Record<(typeof explainingHeaders)[number], string>>>;

const HEADER_LIMIT = 1000;

/**
 * Returns the header fields that help to explain a failure, each cut to 1000 characters; undefined if there
 * are none.
 */
export function responseHeadersIn(headers: object): ResponseHeaders | undefined {
  const entries = explainingHeaders.flatMap((name) => {
    const value: unknown = (headers as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? [[name, value.slice(0, HEADER_LIMIT)] as const] : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
