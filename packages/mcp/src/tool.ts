import type { CallResult, LooseRequest } from '@svc-simulator/client';
import type { Operation, SchemaThunk, TraceEvent } from '@svc-simulator/contract';
import type { NameIn, Texts } from '@svc-simulator/texts/texts.ts';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** The context of a tool: an account of a simulator, accessed through the transport. */
export interface ToolContext {
  readonly t: Texts;
  readonly url: string;
  now(): number;
  newId(): string;
  /**
   * Calls an operation as the account.
   * @throws ProblemError and errors of the transport
   */
  call(
    operation: Operation,
    request?: LooseRequest,
  ): Promise<Pick<CallResult<unknown>, 'data' | 'nextCursor'>>;
  /** Follows the account's trace for `withinMs`. */
  follow(
    from: { readonly sessionId?: string; readonly after: number },
    withinMs: number,
  ): AsyncGenerator<TraceEvent>;
  /** Tests a receiver; the result equals that of `sim doctor --json`. */
  testReceiver(url: string): Promise<object>;
  /** Runs a `sim` command in the agent's project and returns its JSON output; only on the agent's machine. */
  command?(...words: readonly string[]): Promise<object>;
}

export const anySession = '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01';

/**
 * A tool for agents. Its description and those of unclear arguments are in the catalogues under
 * `mcp.tool.NAME`.
 */
export interface Tool {
  readonly name: NameIn<'mcp.tool', 'about'>;
  /** Its operations; the first one is the default. */
  readonly actions?: Readonly<Record<string, Operation>>;
  /** The argument that chooses the operation. Default: `action`. */
  readonly chooser?: string;
  readonly takes?: SchemaThunk;
  /** Arguments of its operations that it doesn't offer. */
  readonly without?: readonly string[];
  readonly fills?: { readonly [Argument in string]: (bench: ToolContext, args: ToolArguments) => unknown };
  /** Schema of its result, if it isn't the first operation's data. */
  readonly answers?: SchemaThunk;
  /** Valid arguments, if its operations don't give them. */
  readonly example?: ToolArguments;
  readonly reads?: true;
  readonly destroys?: true;
  /** It works on the agent's machine, never through `/mcp`. */
  readonly isLocal?: true;
  readonly run?: (bench: ToolContext, args: ToolArguments) => Promise<object>;
}

/** A tool can't continue. Says why and suggests the next call. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  readonly next: NextCall | undefined;

  constructor(code: string, message: string, next?: NextCall) {
    super(message);
    this.code = code;
    this.next = next;
  }
}

export interface NextCall {
  readonly tool: Tool['name'];
  readonly arguments: ToolArguments;
}
