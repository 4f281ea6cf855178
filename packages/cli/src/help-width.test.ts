import { describe, expect, it } from 'vitest';
import { loadPrograms } from '../test/help-texts.ts';
import { createStage } from '../test/stage.ts';
import { runSim } from './run-sim.ts';

async function helpOf(words: readonly string[], width: number | undefined): Promise<string> {
  const stage = createStage([...words, '--help']);
  await runSim({ ...stage.context, stdout: { ...stage.context.stdout, width } });
  return stage.stdout();
}

async function commandPaths(): Promise<readonly (readonly string[])[]> {
  const { sim } = await loadPrograms();
  return sim.commands.flatMap((one) => [
    [one.name()],
    ...one.commands.map((child) => [one.name(), child.name()]),
  ]);
}

/** Returns true for lines that are never wrapped, such as terms, and commands to paste. */
const isUnwrapped = (line: string) =>
  /^ {2}\S|^\s*\S*$|sim |^\s+(?:- |rules|ready|claude|outcomes)/.test(line);

describe('help at narrow widths', () => {
  it.each([40, 60, 80])('limits lines of prose to %i columns', async (width) => {
    const paths = [['--all'], ...(await commandPaths())];
    expect(paths.length).toBeGreaterThan(80);
    for (const path of paths) {
      for (const lang of ['en', 'es']) {
        const lines = (await helpOf([...path, '--lang', lang], width)).split('\n');
        const long = lines.filter((line) => line.length > width && !isUnwrapped(line));
        expect({ path, lang, long }).toEqual({ path, lang, long: [] });
      }
    }
  });

  it('puts a description next to its term, or below it if the terminal is too narrow', async () => {
    expect(await helpOf(['chaos', 'set'], 40)).toContain(
      '\n  --drop <rate>\n      share of attempts that are not\n      sent, 0 to 1\n',
    );
    expect(await helpOf(['chaos', 'set'], 80)).toMatch(
      /^ {2}--drop <rate> {10,}share of attempts that are not sent, 0 to 1$/m,
    );
  });

  it('keeps an example command on one line', async () => {
    expect(await helpOf(['chaos', 'set'], 40)).toContain(
      '\nExample: sim chaos set --seed 42 --drop 0.1 --duplicate 0.2 --delay 0-2000\n',
    );
  });

  it('joins lines that the text catalog breaks by hand', async () => {
    const help = await helpOf(['init'], 60);
    expect(help).toContain('Writes a webhook receiver that verifies signatures, a test\nfor it');
    expect(help).not.toMatch(/^.{1,20}\n(?=the simulator itself)/m);
  });
});
