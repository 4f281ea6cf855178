import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DocPage, pageLanguages, printedBy } from './support/doc-page.ts';
import { root, runSim } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const page = new DocPage('snapshots.md');

/** What differs from one run to the next: ids, times, numbers, sizes. */
function fixed(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/\d\d:\d\d:\d\d\.\d{3}/g, 'time')
    .replace(/ {2}[0-9a-f]{8} {2}/g, '  id  ')
    .replace(/"transactionId":\d+/g, '"transactionId":0')
    .replace(/, \d+ bytes/g, ', some bytes')
    .replace(/(shifted by|movidas) \d+ s/g, '$1 some s');
}

describe('snapshots.md', () => {
  it.each(pageLanguages)('shows what its own commands print: %s', async (language) => {
    const page = new DocPage('snapshots.md', language);
    const dataDir = scratchFolder();
    await startSimulator({ dataDir });
    const tour = page.blocks.flatMap(({ language, text }, at) => {
      const next = page.blocks[at + 1];
      return language === 'sh' && next?.language === 'text' ? [{ commands: text, output: next.text }] : [];
    });
    expect(tour).toHaveLength(2);
    const shown = await printedBy(
      tour.map(({ commands }) => commands),
      { SIM_DATA: dataDir, SIM_LANG: language },
    );
    expect(shown.map(fixed)).toEqual(tour.map(({ output }) => fixed(output)));
  });

  it('names only options that there are, and pages that exist', async () => {
    const words = [['start'], ['exec'], ['snapshot', 'save'], ['snapshot', 'load'], ['pos', 'pair']];
    const helps = await Promise.all(words.map((command) => runSim([...command, '--help'])));
    const known = helps.map(({ stdout }) => stdout).join('\n');
    const options = new Set([...page.text.matchAll(/ (--[a-z-]+)\b/g)].map(([, option]) => option as string));
    const ofOthers = ['--identifier', '--amount', '--outcome'];
    expect(options.size).toBeGreaterThan(6);
    expect([...options].filter((option) => !ofOthers.includes(option) && !known.includes(option))).toEqual(
      [],
    );
    const links = [...page.text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !existsSync(`${root}docs/en/${link}`))).toEqual([]);
  });
});
