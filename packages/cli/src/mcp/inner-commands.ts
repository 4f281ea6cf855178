import { membersOf } from '@svc-simulator/contract';
import { ToolError } from '@svc-simulator/mcp/tool.ts';
import type { CliContext } from '../cli-context.ts';
import type { Leaf } from '../command.ts';
import { exitCodes } from '../failures.ts';
import { newProgram, runProgram } from '../program.ts';

/** Commands that an agent's tools run, by their names. */
export type AgentCommands = Readonly<Record<string, Leaf['load']>>;

export type InnerCommands = ReturnType<typeof innerCommands>;

/** Runs commands for an agent: what they print as JSON is what they answer, and nothing reaches this process's own streams. */
export function innerCommands(outer: CliContext, commands: AgentCommands) {
  /** What ends the simulators that were started. */
  const stops = new Set<(signal: NodeJS.Signals) => void>();
  const runs = new Set<Promise<number>>();
  return {
    /** @throws ToolError with what the command says when it fails */
    async run([name = '', ...others]: readonly string[]): Promise<object> {
      const words = [...others, '--json'];
      let isPrinted = (_code: number) => {};
      const printed = new Promise<number>((resolve) => {
        isPrinted = resolve;
      });
      const written = { stdout: '', stderr: '' };
      const output = (stream: 'stdout' | 'stderr') => ({
        write: (text: string) => {
          written[stream] += text;
          if (stream === 'stdout' && text.includes('\n')) isPrinted(exitCodes.done);
        },
        isTerminal: false,
        width: undefined,
      });
      const context: CliContext = {
        ...outer,
        words: [name, ...words],
        stdout: output('stdout'),
        stderr: output('stderr'),
        ask: async () => null,
        onStopSignal: (listener) => {
          stops.add(listener);
          return () => stops.delete(listener);
        },
      };
      const program = newProgram('sim', context);
      (await commands[name]?.())?.declare(program, context);
      const running = runProgram(program, words, context);
      runs.add(running);
      const code = await Promise.race([running, printed]);
      const [line = ''] = written.stdout.trim().split('\n');
      // What a receiver fails at is an answer, too.
      if (line !== '') return membersOf(JSON.parse(line));
      throw new ToolError(
        code === exitCodes.unreachable ? 'no_simulator' : 'refused',
        toldIn(written.stderr),
      );
    },
    /** Ends what still runs. */
    async close(): Promise<void> {
      for (const stop of stops) stop('SIGTERM');
      await Promise.all(runs);
    },
  };
}

/** How a command failed, by its exit code. */
export function failedBy(code: number, message: string): ToolError {
  return new ToolError(code === exitCodes.unreachable ? 'no_simulator' : 'refused', message);
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
