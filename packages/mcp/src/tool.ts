import type { Answer, LooseRequest } from '@svc-simulator/client';
import type { Operation, SchemaThunk, TraceEvent } from '@svc-simulator/contract';
import type { NameIn, Texts } from '@svc-simulator/texts/texts.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** What the tools work with: an account of a simulator, reached as the transport reaches it. */
export interface Bench {
  readonly t: Texts;
  /** The simulator's address, as browsers reach it. */
  readonly url: string;
  /** The account's time. */
  now(): number;
  newId(): string;
  /** Calls an operation as the account. @throws ProblemError, and what the transport throws */
  call(operation: Operation, request?: LooseRequest): Promise<Pick<Answer<unknown>, 'data' | 'nextCursor'>>;
  /** The account's trace as it goes on, for so long. */
  follow(
    from: { readonly sessionId?: string; readonly after: number },
    withinMs: number,
  ): AsyncGenerator<TraceEvent>;
  /** Examines a receiver, as `sim doctor --json` tells it. */
  examine(url: string): Promise<object>;
  /** Runs a command of `sim` in the agent's project, and answers what it prints as JSON; only on the agent's machine. */
  command?(...words: readonly string[]): Promise<object>;
}

/** A session as arguments of examples name it. */
export const anySession = '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01';

/** What the agent may call. The catalogues say what it is for, and what an argument means whose name does not, under `mcp.tool.NAME`. */
export interface Tool {
  readonly name: NameIn<'mcp.tool', 'about'>;
  /** The operations that it offers, the first one without being asked for. */
  readonly actions?: Readonly<Record<string, Operation>>;
  /** The argument that chooses among them; default: `action`. */
  readonly chooser?: string;
  /** Arguments of its own. */
  readonly takes?: SchemaThunk;
  /** Arguments of the operations that it does not offer. */
  readonly without?: readonly string[];
  /** What it fills in where nothing is said. */
  readonly fills?: { readonly [Argument in string]: (bench: Bench, args: Arguments) => unknown };
  /** What it answers, where that is not the first operation's data. */
  readonly answers?: SchemaThunk;
  /** Arguments that fit, where it is more than its operations. */
  readonly example?: Arguments;
  /** It only looks; of operations their methods tell. */
  readonly reads?: true;
  /** It takes away what may be wanted. */
  readonly destroys?: true;
  /** It works on the agent's machine, which `/mcp` never does. */
  readonly isLocal?: true;
  readonly run?: (bench: Bench, args: Arguments) => Promise<object>;
}

/** A tool can not go on: what is wrong, and what to do about it. */
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

/** A call that helps. */
export interface NextCall {
  readonly tool: Tool['name'];
  readonly arguments: Arguments;
}
