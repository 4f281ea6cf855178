import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { standInForNpx } from './npx.ts';
import { root, startProgram, stdoutOf } from './program.ts';

/** A fenced block of a page. */
export interface DocBlock {
  readonly language: string;
  readonly text: string;
}

/** The languages of the pages; what a command prints is in its page's. */
export const pageLanguages = ['en', 'es'] as const;

/** A page of the documentation, for tests that do what it tells its reader to do. */
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

  /** The only block of a language with a text in it. */
  block(language: string, text: string): string {
    const matches = this.blocks.filter((block) => block.language === language && block.text.includes(text));
    expect(matches, `${language} block with ${text}`).toHaveLength(1);
    return matches[0]?.text as string;
  }

  /** The block of commands with a text in it, and the one behind it, which says in a language what they print. */
  commandsAndOutput(text: string, language = 'text'): readonly [commands: string, output: string] {
    const at = this.blocks.findIndex((block) => block.language === 'sh' && block.text.includes(text));
    expect(at, text).toBeGreaterThanOrEqual(0);
    expect(this.blocks[at + 1]?.language, text).toBe(language);
    return [this.blocks[at]?.text as string, this.blocks[at + 1]?.text as string];
  }

  /** All blocks of commands that one behind follows in which a language says what they print. */
  commandsWithOutput(language = 'text'): (readonly [commands: string, output: string])[] {
    return this.blocks.flatMap(({ language: blockLanguage, text }, at) => {
      const next = this.blocks[at + 1];
      return blockLanguage === 'sh' && next?.language === language ? [[text, next.text] as const] : [];
    });
  }
}

/**
 * Returns the output of each script, run in order by one shell in which `sim` and `npx sim` are this
 * repository's program; `environment` is added to its own.
 */
export async function printedBy(
  scripts: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const programs = await standInForNpx();
  const run = startProgram('bash', ['-uc', scripts.join('echo ----\n')], {
    env: { ...environment, PATH: `${programs}:${process.env.PATH}` },
  });
  return (await stdoutOf(run)).split('----\n');
}
