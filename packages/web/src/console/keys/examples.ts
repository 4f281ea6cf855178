import { readFile } from 'node:fs/promises';
import { capital } from '../../kit/parts.tsx';

const files = [
  ['Python', 'py'],
  ['PHP', 'php'],
  ['Java', 'java'],
  ['C#', 'cs'],
  ['Go', 'go'],
  ['Ruby', 'rb'],
] as const;

export interface Example {
  readonly language: string;
  /** Makes a session. */
  readonly call: string;
  /** Checks a webhook. */
  readonly verify: string;
}

/** The package's directory from the bundle, and from the sources. */
const ROOTS = ['../../', '../../../../../'];
let read: Promise<readonly (readonly Example[])[]> | undefined;

/** The examples, read once; those that this form of the package does not bring along are left out. */
export async function examples(): Promise<readonly Example[]> {
  read ??= Promise.all(files.map(exampleIn));
  return (await read).flat();
}

async function exampleIn([language, suffix]: (typeof files)[number]): Promise<readonly Example[]> {
  const named = (name: string) => (/^(java|cs)$/.test(suffix) ? capital(name) : name);
  for (const root of ROOTS) {
    const [call, verify] = await Promise.all(
      ['call', 'verify'].map((name) => {
        const file = new URL(`${root}examples/${name}/${named(name)}.${suffix}`, import.meta.url);
        return readFile(file, 'utf8').catch(() => undefined);
      }),
    );
    // The first comment of a file says how to run it.
    if (call !== undefined && verify !== undefined)
      return [{ language, call: call.replace(/^(?:#|\/\/) .*\n/m, ''), verify }];
  }
  return [];
}
