import type { CallResult, LooseRequest } from '@svc-simulator/client';
import type { Operation, SchemaThunk, TraceEvent } from '@svc-simulator/contract';
import type { NameIn, Texts } from '@svc-simulator/texts/texts.ts';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** The account that a tool uses, and the functions that reach its simulator. */
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

/**
 * An id for example arguments. In the example that follows a failure, the id from the failed call replaces
 * it.
 */
export const EXAMPLE_ID = '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01';

/** A tool for agents. The texts under `mcp.tool.NAME` describe the tool and its unclear arguments. */
export interface Tool {
  readonly name: NameIn<'mcp.tool', 'about'>;
  /**
   * The operations that the tool can call, by the value of the argument that `chooser` names. The first
   * operation is the default.
   */
  readonly actions?: Readonly<Record<string, Operation>>;
  /** Name of the argument that chooses an operation. Default: `action`. */
  readonly chooser?: string;
  /** Schema of the tool's own arguments. They replace fields of the operations with the same names. */
  readonly takes?: SchemaThunk;
  /** Fields of the operations that the tool doesn't accept as arguments. */
  readonly without?: readonly string[];
  /** Default values of fields, for example a new `orderId`. */
  readonly fills?: { readonly [Argument in string]: (context: ToolContext, args: ToolArguments) => unknown };
  /** Schema of the result. Default: that of the first operation's data. */
  readonly answers?: SchemaThunk;
  readonly example?: ToolArguments;
  /** True for a tool that changes nothing. */
  readonly reads?: true;
  /** True for a tool that can delete data. */
  readonly destroys?: true;
  /** True for a tool that works only on the agent's machine, not through `/mcp`. */
  readonly isLocal?: true;
  /** Performs the tool. Default: calls the chosen operation. */
  readonly run?: (context: ToolContext, args: ToolArguments) => Promise<object>;
}

/** Thrown if a tool can't continue. Says why and suggests the next call. */
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
