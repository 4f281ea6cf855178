import { choice, decidedAs } from './fields/fields.ts';

/**
 * Kinds of callers. `tool`: a tool of this project, such as `sim` or the console; `examination`: a test run
 * of `sim doctor`.
 */
export const makers = ['program', 'tool', 'examination'] as const;
export type Maker = (typeof makers)[number];
export type ToolKind = Exclude<Maker, 'program'>;
export const toolNames = ['tool', 'examination'] as const satisfies readonly ToolKind[];

/** Values of `User-Agent` that the command line, the testing library and the doctor send. */
export const toolAgents: Readonly<Record<ToolKind, string>> = {
  tool: 'svc-sim-tool',
  examination: 'svc-sim-tool/examination',
};

/**
 * Returns the tool that sent a request; undefined for a program. The result is only informative, because any
 * program can send the same headers. A request from one of the simulator's pages has `sec-fetch-site:
 * same-origin`, which the browser adds.
 */
export function detectTool(headers: {
  readonly 'user-agent'?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
}): ToolKind | undefined {
  const agent = headers['user-agent'];
  if (agent?.startsWith(toolAgents.tool)) return agent === toolAgents.examination ? 'examination' : 'tool';
  return headers['sec-fetch-site'] === 'same-origin' ? 'tool' : undefined;
}

export const byFilters = ['all', ...makers] as const;
export type ByFilter = (typeof byFilters)[number];

/**
 * Returns the schema of the filter `by`. Lists without this filter omit test runs, unless they are searched
 * with `q`.
 */
export function byFilter() {
  return choice(byFilters).meta(decidedAs('field.by.filter')).exactOptional();
}

export function matchesByFilter(by: ToolKind | undefined, filter: ByFilter | undefined): boolean {
  if (filter === undefined) return by !== 'examination';
  return filter === 'all' || (by ?? 'program') === filter;
}
