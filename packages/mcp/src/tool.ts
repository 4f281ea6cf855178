import type { CallResult, LooseRequest } from '@svc-simulator/client';
import type { Operation, SchemaThunk, TraceEvent } from '@svc-simulator/contract';
import type { NameIn, Texts } from '@svc-simulator/texts/texts.ts';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** The account of a simulator that a tool uses, and the ways to reach it. */
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
  /** Tests a receiver; returns the report of `sim doctor --json`. */
  testReceiver(url: string): Promise<object>;
  /** Runs a `sim` command in the agent's project and returns its JSON output; only on the agent's machine. */
  command?(...words: readonly string[]): Promise<object>;
}

export const anySession = '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01';

/**
 * A tool for agents. Its description, and those of unclear arguments, are the texts under `mcp.tool.NAME`.
 */
export interface Tool {
  readonly name: NameIn<'mcp.tool', 'about'>;
  /** Operations by the value of the argument that chooses one; the first is the default. */
  readonly actions?: Readonly<Record<string, Operation>>;
  /** Name of the argument that chooses the operation. Default: `action`. */
  readonly chooser?: string;
  readonly takes?: SchemaThunk;
  /** Arguments of the operations that the tool doesn't offer. */
  readonly without?: readonly string[];
  readonly fills?: { readonly [Argument in string]: (context: ToolContext, args: ToolArguments) => unknown };
  /** Schema of the result if it isn't the first operation's data. */
  readonly answers?: SchemaThunk;
  readonly example?: ToolArguments;
  readonly reads?: true;
  readonly destroys?: true;
  /** True for a tool that works only on the agent's machine, not through `/mcp`. */
  readonly isLocal?: true;
  readonly run?: (context: ToolContext, args: ToolArguments) => Promise<object>;
}

/** A tool can't continue; the error says why and suggests the next call. */
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
