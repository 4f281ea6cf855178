import { constants } from 'node:os';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { CliContext } from '../cli-context.ts';

export interface CommandEnd {
  readonly exitCode: number;
  /** End of a sentence, such as `ended with exit code 1`. */
  readonly why: string;
}

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;
/** Exit codes of a shell for a command that did not start. */
export const startFailureCodes: readonly number[] = [NOT_EXECUTABLE, NOT_FOUND];

export async function runChildCommand(
  context: CliContext,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<CommandEnd> {
  const { t } = context;
  const startedChild = context.run(words, env);
  const isAtTerminal = context.stdout.isTerminal || context.stderr.isTerminal;
  const removeListener = context.onStopSignal(async (signal) => {
    // Doesn't forward Ctrl+C at a terminal, which sends it to the command itself. Many programs treat a
    // second signal as "stop at once".
    if (signal !== 'SIGINT' || !isAtTerminal) (await startedChild).kill(signal);
  });
  try {
    const { code, signal } = await (await startedChild).exit;
    if (signal !== null)
      return { exitCode: 128 + constants.signals[signal], why: t('cli.exec.stopped_by_signal', { signal }) };
    return { exitCode: code ?? 1, why: t('cli.exec.exit_code', { code: String(code) }) };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return { exitCode: NOT_FOUND, why: t('cli.exec.not_found') };
    return { exitCode: NOT_EXECUTABLE, why: t('cli.exec.cannot_run', { code: code ?? String(error) }) };
  } finally {
    removeListener();
  }
}
