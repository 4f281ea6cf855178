import { readFile } from 'node:fs/promises';

/** How a receiver in other languages checks a webhook: the package's examples, which its tests hold to the same vectors. */
const files = [
  ['Python', 'verify.py'],
  ['PHP', 'verify.php'],
  ['Java', 'Verify.java'],
  ['C#', 'Verify.cs'],
  ['Go', 'verify.go'],
  ['Ruby', 'verify.rb'],
] as const;

export interface VerifyExample {
  readonly language: string;
  readonly code: string;
}

/** Of the bundle and of the sources: where the package's folder is, seen from here. */
const ROOTS = ['../../', '../../../../../'];
let read: Promise<readonly VerifyExample[]> | undefined;

/** The examples, read once; those that this form of the package does not bring along are left out. */
export function verifyExamples(): Promise<readonly VerifyExample[]> {
  read ??= Promise.all(files.map(([language, name]) => exampleIn(language, name))).then((all) => all.flat());
  return read;
}

async function exampleIn(language: string, name: string): Promise<readonly VerifyExample[]> {
  for (const root of ROOTS) {
    const code = await readFile(new URL(`${root}examples/verify/${name}`, import.meta.url), 'utf8').catch(
      () => undefined,
    );
    if (code !== undefined) return [{ language, code }];
  }
  return [];
}
