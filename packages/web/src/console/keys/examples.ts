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

export type Example = Readonly<{ language: string; call: string; verify: string }>;

/** Paths to the package's directory: from the bundle, and from this source file. */
const PACKAGE_ROOTS = ['../../', '../../../../../'];
let loadingExamples: Promise<readonly (readonly Example[])[]> | undefined;

/** Reads the examples once, and leaves out languages whose files aren't in the package. */
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
    // Removes the first comment, which says how to run the file; the page explains that.
    if (call !== undefined && verify !== undefined)
      return [{ language, call: call.replace(/^(?:#|\/\/) .*\n/m, ''), verify }];
  }
  return [];
}
