import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DocPage, printedBy } from './support/doc-page.ts';
import { root } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const page = new DocPage('data.md');

describe('docs/en/data.md', () => {
  it('shows what its own commands print', async () => {
    const dataDir = scratchFolder();
    const simulator = await startSimulator({ dataDir });
    const printed = async (text: string) => {
      const [commands, output] = page.commandsAndOutput(text);
      const script = commands.replaceAll('.sim/', `${dataDir}/`).replace('created.txt', `${dataDir}/$&`);
      return [(await printedBy([script], { SIM_DATA: dataDir }))[0], output];
    };
    const [whileItRuns, shown] = await printed('session create');
    expect(whileItRuns).toBe(shown);
    expect(await simulator.stop()).toEqual({ code: 0, signal: null });
    const [stopped, shownThen] = await printed('.sim/db.json');
    expect(stopped).toBe(shownThen);
  });

  it('names pages that exist', () => {
    const links = [...page.text.matchAll(/\]\(([^):#]+)\)/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((link) => !existsSync(`${root}docs/en/${link}`))).toEqual([]);
  });
});
