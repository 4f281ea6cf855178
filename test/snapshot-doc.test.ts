import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root, runSim, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const page = readFileSync(`${root}docs/snapshots.md`, 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
  language,
  text: text as string,
}));

/** What differs from one run to the next: ids, times, numbers, sizes. */
function fixed(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/\d\d:\d\d:\d\d\.\d{3}/g, 'time')
    .replace(/ {2}[0-9a-f]{8} {2}/g, '  id  ')
    .replace(/"transactionId":\d+/g, '"transactionId":0')
    .replace(/, \d+ bytes/g, ', some bytes')
    .replace(/shifted by \d+ s/g, 'shifted by some s');
}

describe('docs/snapshots.md', () => {
  it('shows what its own commands print', async () => {
    const dataDir = scratchFolder();
    await startSimulator({ dataDir });
    const programs = `${scratchFolder()}/bin`;
    mkdirSync(programs);
    writeFileSync(
      `${programs}/npx`,
      `#!/bin/sh\nshift\nexec "${process.execPath}" "${root}bin/sim.js" "$@"\n`,
    );
    chmodSync(`${programs}/npx`, 0o755);
    const tour = blocks.flatMap(({ language, text }, at) =>
      language === 'sh' && blocks[at + 1]?.language === 'text' ? [[text, blocks[at + 1]?.text ?? '']] : [],
    );
    expect(tour).toHaveLength(2);
    const run = startProgram('bash', ['-uc', tour.map(([commands]) => commands).join('echo ----\n')], {
      env: { PATH: `${programs}:${process.env.PATH}`, SIM_DATA: dataDir },
    });
    expect((await run.exited).code, run.stderr()).toBe(0);
    expect(run.stdout().split('----\n').map(fixed)).toEqual(
      tour.map(([, output]) => fixed(output as string)),
    );
  });

  it('names only options that there are, and pages that exist', async () => {
    const words = [
      ['start'],
      ['exec'],
      ['snapshot', 'save'],
      ['snapshot', 'load'],
      ['snapshot', 'diff'],
      ['pos', 'pair'],
    ];
    const helps = await Promise.all(words.map((command) => runSim([...command, '--help'])));
    const known = helps.map(({ stdout }) => stdout).join('\n');
    const options = new Set([...page.matchAll(/ (--[a-z-]+)\b/g)].map(([, option]) => option as string));
    const ofOthers = ['--identifier', '--amount', '--outcome'];
    expect(options.size).toBeGreaterThan(6);
    expect([...options].filter((option) => !ofOthers.includes(option) && !known.includes(option))).toEqual(
      [],
    );
    const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !existsSync(`${root}docs/${link}`))).toEqual([]);
  });
});
