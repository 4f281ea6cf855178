import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createFakeNpx } from './npx.ts';
import { root, startProgram, stdoutOf } from './program.ts';

export interface DocBlock {
  readonly language: string;
  readonly text: string;
}

/** Languages of the pages. A page shows the outputs of commands in its own language. */
export const pageLanguages = ['en', 'es'] as const;

/** A documentation page, for tests that follow its instructions. */
export class DocPage {
  readonly text: string;
  readonly blocks: readonly DocBlock[];

  constructor(name: string, language: (typeof pageLanguages)[number] = 'en') {
    this.text = readFileSync(`${root}docs/${language}/${name}`, 'utf8');
    this.blocks = [...this.text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
      language: language as string,
      text: text as string,
    }));
  }

  /** Returns the only block of a language that contains a text. */
  block(language: string, text: string): string {
    const matches = this.blocks.filter((block) => block.language === language && block.text.includes(text));
    expect(matches, `${language} block with ${text}`).toHaveLength(1);
    return matches[0]?.text as string;
  }

  /** Returns the block of commands that contains a text, and the next block, which shows the output. */
  commandsAndOutput(text: string, language = 'text'): readonly [commands: string, output: string] {
    const index = this.blocks.findIndex((block) => block.language === 'sh' && block.text.includes(text));
    expect(index, text).toBeGreaterThanOrEqual(0);
    expect(this.blocks[index + 1]?.language, text).toBe(language);
    return [this.blocks[index]?.text as string, this.blocks[index + 1]?.text as string];
  }

  /** Returns all blocks of commands that are followed by their output. */
  commandsWithOutput(language = 'text'): (readonly [commands: string, output: string])[] {
    return this.blocks.flatMap(({ language: blockLanguage, text }, at) => {
      const next = this.blocks[at + 1];
      return blockLanguage === 'sh' && next?.language === language ? [[text, next.text] as const] : [];
    });
  }
}

/**
 * Runs scripts in order in one shell, in which `sim` and `npx sim` run this repository's program. Returns the
 * output of each script. `environment` is added to the shell's environment.
 */
export async function runForOutputs(
  scripts: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const programs = await createFakeNpx();
  const run = startProgram('bash', ['-uc', scripts.join('echo ----\n')], {
    env: { ...environment, PATH: `${programs}:${process.env.PATH}` },
  });
  return (await stdoutOf(run)).split('----\n');
}
