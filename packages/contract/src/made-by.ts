import { choice, decidedAs } from './fields/fields.ts';

/** Kind of caller: a program of the account, our own tool, or a test run, whose sessions lists leave out. */
export const makers = ['program', 'tool', 'examination'] as const;
export type Maker = (typeof makers)[number];
export type Tool = Exclude<Maker, 'program'>;
export const tools = ['tool', 'examination'] as const satisfies readonly Tool[];

/** `User-Agent` of our own tools: the command line, the testing library, the doctor. */
export const toolAgents: Readonly<Record<Tool, string>> = {
  tool: 'svc-sim-tool',
  examination: 'svc-sim-tool/examination',
};

/**
 * Returns the tool that identifies itself in these headers; undefined for a program. This proves nothing,
 * because anyone with the token can claim it. Our own pages are recognized
 * by `sec-fetch-site`, which no page can set.
 */
export function toolOf(headers: {
  readonly 'user-agent'?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
}): Tool | undefined {
  const agent = headers['user-agent'];
  if (agent?.startsWith(toolAgents.tool)) return agent === toolAgents.examination ? 'examination' : 'tool';
  return headers['sec-fetch-site'] === 'same-origin' ? 'tool' : undefined;
}

export const byFilters = ['all', ...makers] as const;
export type ByFilter = (typeof byFilters)[number];

/** Returns the schema of `by`; without it test runs are left out, except in searches. */
export function byWhom() {
  return choice(byFilters).meta(decidedAs('field.by.filter')).exactOptional();
}

/** Returns true if a list with the filter `wanted` includes records of this tool or program. */
export function isWantedOf(by: Tool | undefined, wanted: ByFilter | undefined): boolean {
  if (wanted === undefined) return by !== 'examination';
  return wanted === 'all' || (by ?? 'program') === wanted;
}
