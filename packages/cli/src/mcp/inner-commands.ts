import { membersOf } from '@svc-simulator/contract';
import { ToolError } from '@svc-simulator/mcp/tool.ts';
import type { CliContext } from '../cli-context.ts';
import type { Leaf } from '../command.ts';
import { exitCodes } from '../failures.ts';
import { newProgram, runProgram } from '../program.ts';

/** Commands that an agent's tools run, by their names. */
export type AgentCommands = Readonly<Record<string, Leaf['load']>>;

/** Runs commands for an agent: what they print as JSON is what they answer, and nothing reaches this process's own streams. */
export class InnerCommands {
  readonly #context: CliContext;
  readonly #commands: AgentCommands;
  /** What ends the simulators that were started. */
  readonly #stops = new Set<(signal: NodeJS.Signals) => void>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(context: CliContext, commands: AgentCommands) {
    this.#context = context;
    this.#commands = commands;
  }

  /** @throws ToolError with what the command says when it fails */
  async run(words: readonly string[]): Promise<object> {
    const [name = '', ...others] = words;
    const load = this.#commands[name];
    if (!load) throw new Error(`no command ${name}`);
    const written = { stdout: '', stderr: '' };
    let isReady = () => {};
    const ready = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    const output = (stream: 'stdout' | 'stderr') => ({
      write: (text: string) => {
        written[stream] += text;
        if (stream === 'stdout' && text.includes('\n')) isReady();
      },
      isTerminal: false,
      width: undefined,
    });
    const context: CliContext = {
      ...this.#context,
      words: [...words, '--json'],
      stdout: output('stdout'),
      stderr: output('stderr'),
      ask: async () => null,
      onKey: async () => null,
      onStopSignal: (listener) => {
        this.#stops.add(listener);
        return () => this.#stops.delete(listener);
      },
    };
    const program = newProgram('sim', context);
    (await load()).declare(program, context);
    const running = runProgram(program, [...others, '--json'], context);
    this.#running.add(running);
    const code = await Promise.race([running, ready.then(() => exitCodes.done)]);
    // What a receiver fails at is an answer, too.
    if (written.stdout.trim() !== '')
      return membersOf(JSON.parse(written.stdout.trim().split('\n')[0] ?? ''));
    throw new ToolError(code === exitCodes.unreachable ? 'no_simulator' : 'refused', toldIn(written.stderr));
  }

  /** Ends what still runs. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop('SIGTERM');
    await Promise.all(this.#running);
  }
}

/** The detail of a problem, or what else a command wrote. */
function toldIn(text: string): string {
  try {
    const { detail, title } = membersOf(JSON.parse(text));
    return String(detail ?? title);
  } catch {
    return text.trim();
  }
}
