import { ProblemError, UnreachableError } from '@svc-simulator/client';
import { membersOf } from '@svc-simulator/contract/fields/objects.ts';
import { type Arguments, type Bench, type NextCall, type Tool, ToolError } from './tool.ts';

/** What went wrong with a call, and the call that helps. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly next: NextCall & { readonly why: string };
  readonly docs?: string;
}

/** Tells an error as data; undefined for one that nobody foresaw. */
export function failureOf(
  bench: Pick<Bench, 't' | 'url'>,
  thrown: unknown,
  tool: Tool,
  args: Arguments,
): Failure | undefined {
  const { t } = bench;
  const error =
    thrown instanceof UnreachableError
      ? new ToolError('no_simulator', t('mcp.error.unreachable', { url: bench.url, reason: thrown.reason }))
      : thrown;
  const next = (why: Why, call: NextCall) => ({ ...call, why: t(`mcp.next.${why}`) });
  const again = next('example', { tool: tool.name, arguments: exampleOf(tool, args) });
  if (error instanceof ToolError) {
    const { code, message, next: helps } = error;
    if (code === 'no_simulator')
      return { code, message, next: next('start', { tool: 'start_simulator', arguments: {} }) };
    return { code, message, next: helps ? next('look', helps) : again };
  }
  if (!(error instanceof ProblemError)) return undefined;
  const { status, title, detail = title, errors, headers } = error;
  const failure = {
    code: codes[status] ?? `status_${status}`,
    message: detail,
    ...(errors.length > 0 && { errors }),
  };
  const session = args.session_id;
  const retry = headers.get('retry-after');
  if (retry !== null)
    return {
      ...failure,
      next: { tool: tool.name, arguments: args, why: t('mcp.next.later', { seconds: retry }) },
    };
  if (status === 401 || status === 403)
    return { ...failure, next: next('account', { tool: 'account', arguments: {} }) };
  if (status === 404)
    return { ...failure, next: next('look', { tool: 'list', arguments: { what: listOf(tool, args) } }) };
  if ((status === 409 || status === 500) && typeof session === 'string')
    return { ...failure, next: next('state', { tool: 'get_session', arguments: { session_id: session } }) };
  return { ...failure, next: again };
}

/** Of a name that is no tool's: the tools there are, and the one that knows the way. */
export function unknownTool(t: Bench['t'], name: string, offered: readonly Tool[]): Failure {
  const message = t('mcp.error.unknown_tool', { name, known: offered.map((tool) => tool.name).join(', ') });
  return {
    code: 'unknown_tool',
    message,
    next: { tool: 'search_docs', arguments: { query: name.replaceAll('_', ' ') }, why: t('mcp.next.search') },
  };
}

type Why = 'example' | 'start' | 'look' | 'account' | 'state';

const codes: Readonly<Record<number, string>> = {
  400: 'invalid_argument',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  422: 'not_possible',
  429: 'too_many',
  500: 'not_possible',
};

/** The list in which the id that is looked for stands. */
function listOf({ name }: Tool, args: Arguments): string {
  if ('delivery_id' in args) return 'deliveries';
  if (name === 'transaction') return 'transactions';
  return 'agreement_id' in args ? 'agreements' : 'sessions';
}

/** Arguments that fit: the tool's own, or the example of the operation that was meant. */
function exampleOf(
  { actions = {}, chooser = 'action', fills = {}, example: own }: Tool,
  args: Arguments,
): Arguments {
  if (own) return own;
  const names = Object.keys(actions);
  const asked = String(args[chooser]);
  const chosen = names.includes(asked) ? asked : (names[0] ?? '');
  const example = Object.entries(membersOf(actions[chosen]?.example)).filter(
    ([field]) => !(field in fills) && !field.endsWith('_url'),
  );
  return { ...(names.length > 1 && { [chooser]: chosen }), ...Object.fromEntries(example) };
}
