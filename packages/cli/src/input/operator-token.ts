import type { CliContext } from '../cli-context.ts';
import { readInputText } from './session-body.ts';

/**
 * Returns the operator's token from the options or from the file that they name.
 * @throws CommandError if the file can't be read
 */
export async function operatorTokenOption(
  context: CliContext,
  {
    operatorToken,
    operatorTokenFile,
  }: { readonly operatorToken?: string; readonly operatorTokenFile?: string },
): Promise<{ readonly operatorToken?: string }> {
  if (operatorToken !== undefined) return { operatorToken };
  if (operatorTokenFile === undefined) return {};
  return { operatorToken: await readInputText(context.t, context, operatorTokenFile) };
}
