import { choice, decidedAs } from './fields/fields.ts';

/** Kinds of callers: an account's program, a tool of this project, or a test run. */
export const makers = ['program', 'tool', 'examination'] as const;
export type Maker = (typeof makers)[number];
export type Tool = Exclude<Maker, 'program'>;
export const toolNames = ['tool', 'examination'] as const satisfies readonly Tool[];

/** `User-Agent` of this project's tools: the command line, the testing library, the doctor. */
export const toolAgents: Readonly<Record<Tool, string>> = {
  tool: 'svc-sim-tool',
  examination: 'svc-sim-tool/examination',
};

/**
 * Returns the tool that these headers name; undefined for a program. Anyone can send such headers. Pages are
 * recognized by `sec-fetch-site`, which scripts can't set.
 */
export function detectTool(headers: {
  readonly 'user-agent'?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
}): Tool | undefined {
  const agent = headers['user-agent'];
  if (agent?.startsWith(toolAgents.tool)) return agent === toolAgents.examination ? 'examination' : 'tool';
  return headers['sec-fetch-site'] === 'same-origin' ? 'tool' : undefined;
}

export const byFilters = ['all', ...makers] as const;
export type ByFilter = (typeof byFilters)[number];

/** Returns the schema of the filter `by`. Without it, lists omit test runs, except in searches. */
export function byFilter() {
  return choice(byFilters).meta(decidedAs('field.by.filter')).exactOptional();
}

export function matchesByFilter(by: Tool | undefined, filter: ByFilter | undefined): boolean {
  if (filter === undefined) return by !== 'examination';
  return filter === 'all' || (by ?? 'program') === filter;
}
