import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call } from './support/api.ts';
import { DocPage, pageLanguages, printedBy } from './support/doc-page.ts';
import { runSim } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const page = new DocPage('scripted-outcomes.md');

describe('scripted-outcomes.md', () => {
  it.each(pageLanguages)('shows what its own commands print: %s', async (language) => {
    const page = new DocPage('scripted-outcomes.md', language);
    const dataDir = scratchFolder();
    await startSimulator({ dataDir });
    const shown = [
      page.commandsAndOutput('script.yaml'),
      page.commandsAndOutput('npx sim script magic --set'),
    ];
    const [faulty, fault] = page.commandsAndOutput('npx sim script set -\n');
    const commands = [...shown.map(([text]) => text), `{ ${faulty}} 2>&1 || true\n`];
    const printed = await printedBy(commands, { SIM_DATA: dataDir, SIM_LANG: language });
    expect(printed.map(fixed)).toEqual([...shown.map(([, output]) => output), fault].map(fixed));
  });

  it('names rules that are taken, and operations that there are', async () => {
    const { url, account } = await startSimulator();
    const { token } = account;
    const yaml = page.blocks.filter(({ language }) => language === 'yaml');
    expect(yaml.length).toBeGreaterThan(0);
    const cwd = scratchFolder();
    for (const { text } of yaml) {
      writeFileSync(`${cwd}/script.yaml`, text);
      const set = await runSim(['script', 'set', 'script.yaml', '--mock', url, '--key', token], { cwd });
      expect(set.code, set.stderr).toBe(0);
    }
    const named = [...page.text.matchAll(/`(GET|PUT|DELETE) (\/control\/\S+?)[ `]/g)];
    expect(named.length).toBeGreaterThan(3);
    for (const [, method = '', path = ''] of named) {
      const body = method === 'PUT' ? { body: { ready: 'magic_amounts' } } : {};
      expect((await call(url, method, path, { token, ...body })).status).toBe(200);
    }
  });
});

/** Without what is of the moment: times and ids. */
function fixed(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/^[\d:.]{12}/gm, 'TIME')
    .replace(/[0-9a-f]{8}(-[0-9a-f-]{27})?\b/g, 'ID');
}
