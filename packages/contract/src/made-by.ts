import { choice, decidedAs } from './fields/fields.ts';

/** Who called: a program of the account's, a tool of ours, or one that examines, whose sessions nobody looks for among their own. */
export const makers = ['program', 'tool', 'examination'] as const;
export type Maker = (typeof makers)[number];
/** A tool of ours; what a program did says nothing of it. */
export type Tool = Exclude<Maker, 'program'>;
export const tools = ['tool', 'examination'] as const satisfies readonly Tool[];

/** The `User-Agent` by which our own tools say what they are: the command line, the testing library, the doctor. */
export const toolAgents: Readonly<Record<Tool, string>> = {
  tool: 'svc-sim-tool',
  examination: 'svc-sim-tool/examination',
};

/**
 * The tool that says it has sent a request with these headers; undefined: a program. It is what the caller says, which proves
 * nothing: whoever has the token may say so, too. Our own pages in a browser are told by what no page can write.
 */
export function toolOf(headers: {
  readonly 'user-agent'?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
}): Tool | undefined {
  const agent = headers['user-agent'];
  if (agent?.startsWith(toolAgents.tool)) return agent === toolAgents.examination ? 'examination' : 'tool';
  return headers['sec-fetch-site'] === 'same-origin' ? 'tool' : undefined;
}

/** What lists can be asked for by `by`. */
export const byFilters = ['all', ...makers] as const;
export type ByFilter = (typeof byFilters)[number];

/** `by` of a list; without it an examination's are left out, unless something is looked for. */
export function byWhom() {
  return choice(byFilters).meta(decidedAs('field.by.filter')).exactOptional();
}

/** Whether a list that is asked for `wanted` has what this tool, or a program, did. */
export function isWantedOf(by: Tool | undefined, wanted: ByFilter | undefined): boolean {
  if (wanted === undefined) return by !== 'examination';
  return wanted === 'all' || (by ?? 'program') === wanted;
}
