import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DocPage, pageLanguages } from './support/doc-page.ts';
import { freePort } from './support/listening.ts';
import { root, startProgram, stdoutOf } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { runSimHere } from './support/sim-here.ts';

const english = new DocPage('doctor.md');

describe('doctor.md', () => {
  it.each(pageLanguages)('shows what its own commands print and write: %s', async (language) => {
    const page = new DocPage('doctor.md', language);
    const port = String(await freePort());
    const atPort = (text: string) => text.replaceAll('3000', port);
    const cwd = scratchFolder();
    const receiver = startProgram('bash', ['-euc', inClone(atPort(page.block('sh', 'insists-on-order')))]);
    await receiver.lines.first((line) => line.startsWith('POST http'));

    const command = atPort(page.block('sh', '--secret whsec_of')).trim().split(' ').slice(2);
    const { code, stdout, stderr } = await runSimHere(command, { cwd, env: { SIM_LANG: language } });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^.* --mock .*\n$/)]);
    expect(stdout).toBe(atPort(page.block('text', '  genuine_webhook')));

    const times = (xml: string) => xml.replace(/ time="[\d.]+"/g, '').replace(/^\s+/gm, '');
    expect(times(readFileSync(`${cwd}/doctor.xml`, 'utf8'))).toContain(times(page.block('xml', '<testcase')));
  });

  it('has a job for CI that runs', async () => {
    const port = String(await freePort());
    const cwd = scratchFolder();
    const script = inClone(english.block('sh', 'npx sim exec'))
      .replaceAll('3000', port)
      .replaceAll('npx sim', `"${process.execPath}" "${root}bin/sim.js"`);
    const job = startProgram('bash', ['-euc', script], { cwd });
    expect(await stdoutOf(job)).toMatch(/^all \d+ checks passed /m);
    expect(readFileSync(`${cwd}/doctor.xml`, 'utf8')).toContain('failures="0"');
  });
});

/** In a clone the examples are not below `node_modules`. */
function inClone(commands: string): string {
  return commands.replaceAll('node_modules/svc-simulator/', `"${root}"`);
}
