import { script } from '@bomb.sh/tab';
import { bashScript } from './bash-script.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** The script by which a shell completes the words of a program; it asks the program itself, by that name. */
export function completionScript(shell: Shell, name: string): string {
  return shell === 'bash' ? bashScript(name) : printed(() => script(shell, name, name));
}

/** The library prints its scripts by `console.log` alone, and at once: nothing else runs meanwhile. */
function printed(print: () => void): string {
  const { log } = console;
  let text = '';
  console.log = (line: string) => {
    text += `${line}\n`;
  };
  try {
    print();
  } finally {
    console.log = log;
  }
  return text;
}
