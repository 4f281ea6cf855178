import { script } from '@bomb.sh/tab';
import type { Output } from '../cli-context.ts';
import { bashScript } from './bash-script.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/**
 * Prints the script by which a shell completes the words of a program; it asks the program itself, by that name. The library
 * prints its scripts itself, by `console.log`, and gives them in no other way: it is the one thing of a command that does not
 * go through `stdout`.
 */
export function printCompletionScript(shell: Shell, name: string, stdout: Output): void {
  if (shell === 'bash') stdout.write(bashScript(name));
  else script(shell, name, name);
}
