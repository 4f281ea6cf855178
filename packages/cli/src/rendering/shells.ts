import { namesOf } from '@svc-simulator/contract';
import type { CliContext } from '../cli-context.ts';

/** How a shell is told a variable of its environment. */
export const shells = {
  sh: (name: string, value: string) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  fish: (name: string, value: string) => `set -gx ${name} '${value.replace(/[\\']/g, '\\$&')}'`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
} as const;

export type Shell = keyof typeof shells;
export const shellNames = namesOf(shells);

/** The shell that whoever reads this seems to sit at. PowerShell tells its programs where its modules are; the others, who logged in. */
export function shellOf({ PSModulePath, SHELL = '' }: CliContext['env']): Shell {
  if (PSModulePath !== undefined) return 'powershell';
  return /\bfish$/.test(SHELL) ? 'fish' : 'sh';
}

/** Variables in one line that can be pasted into a shell. */
export function assignmentsIn(shell: Shell, variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => shells[shell](name, value));
  return lines.join('; ');
}
