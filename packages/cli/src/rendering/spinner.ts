import type { CliContext } from '../cli-context.ts';
import { coloursFor } from './colours.ts';

/**
 * Shows on stderr that something is being waited for: on a terminal only, and not to programs. A terminal that says it
 * has no columns gets none: ora would divide by them.
 */
export async function spinWhile<T>(
  context: CliContext,
  { json }: { readonly json?: boolean },
  text: string,
  work: Promise<T>,
): Promise<T> {
  const { stderr } = context;
  const { stream, width } = stderr;
  if (!stream || !width || !stderr.isTerminal || json || coloursFor(stderr, context).level === 0) return work;
  const { default: ora } = await import('ora');
  const spinner = ora({ text, stream, discardStdin: false, hideCursor: false }).start();
  try {
    return await work;
  } finally {
    spinner.stop();
  }
}
