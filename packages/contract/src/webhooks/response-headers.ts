const explaining = ['location', 'server'] as const;

export type ResponseHeaders = Readonly<Partial<Record<(typeof explaining)[number], string>>>;

const LONGEST = 1000;

/** Returns the explaining header fields, cut to 1000 characters each; undefined without any. */
export function responseHeadersIn(headers: object): ResponseHeaders | undefined {
  const picked = explaining.flatMap((name) => {
    const value: unknown = (headers as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? [[name, value.slice(0, LONGEST)] as const] : [];
  });
  return picked.length === 0 ? undefined : Object.fromEntries(picked);
}
