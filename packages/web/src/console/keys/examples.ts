import { readFile } from 'node:fs/promises';
import { capital } from '../../kit/parts.tsx';

const exampleFiles = [
  ['Python', 'py'],
  ['PHP', 'php'],
  ['Java', 'java'],
  ['C#', 'cs'],
  ['Go', 'go'],
  ['Ruby', 'rb'],
] as const;

export interface Example {
  readonly language: string;
  readonly call: string;
  readonly verify: string;
}

/** The package's directory, seen from the bundle and from the sources. */
const PACKAGE_ROOTS = ['../../', '../../../../../'];
let loadingExamples: Promise<readonly (readonly Example[])[]> | undefined;

/** Reads the examples once; leaves out those that this package doesn't include. */
export async function readExamples(): Promise<readonly Example[]> {
  loadingExamples ??= Promise.all(exampleFiles.map(readExample));
  return (await loadingExamples).flat();
}

async function readExample([language, suffix]: (typeof exampleFiles)[number]): Promise<readonly Example[]> {
  const fileName = (name: string) => (/^(java|cs)$/.test(suffix) ? capital(name) : name);
  for (const root of PACKAGE_ROOTS) {
    const [call, verify] = await Promise.all(
      ['call', 'verify'].map((name) => {
        const file = new URL(`${root}examples/${name}/${fileName(name)}.${suffix}`, import.meta.url);
        return readFile(file, 'utf8').catch(() => undefined);
      }),
    );
    // The first comment says how to run the file, which the page already explains.
    if (call !== undefined && verify !== undefined)
      return [{ language, call: call.replace(/^(?:#|\/\/) .*\n/m, ''), verify }];
  }
  return [];
}
