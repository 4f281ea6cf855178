import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call } from './support/api.ts';
import { DocPage, pageLanguages, printedBy } from './support/doc-page.ts';
import { freePort } from './support/listening.ts';
import { root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { runSimHere } from './support/sim-here.ts';
import { simulatorOfFile, startSimulator } from './support/simulator.ts';

type Shown = readonly [commands: string, output: string];
/** What is shown is said on stderr, too. */
const withErrors = ([commands, output]: Shown): Shown => [`{ ${commands}} 2>&1 || true\n`, output];

/** What of each page its reader is shown: commands, and what they print one after the other beside one simulator. */
const pages: Readonly<Record<string, (page: DocPage) => readonly Shown[]>> = {
  'chaos.md': (page) => [
    [
      `{ ${page.block('sh', 'npx sim chaos set --seed 42 --duplicate')}} >/dev/null\n${page.block('sh', 'npx sim trace --type')}`,
      page.block('text', 'webhook.attempted'),
    ],
  ],
  'clock.md': (page) => [
    page.commandsAndOutput('npx sim clock freeze'),
    withErrors(page.commandsAndOutput('npx sim clock advance 30 days')),
  ],
  'scripted-outcomes.md': (page) => [
    page.commandsAndOutput('script.yaml'),
    page.commandsAndOutput('npx sim script magic --set'),
    withErrors(page.commandsAndOutput('npx sim script set -\n')),
  ],
  'snapshots.md': (page) => page.commandsWithOutput(),
};

it.each(Object.keys(pages).flatMap((name) => pageLanguages.map((language) => [name, language] as const)))(
  '%s shows what its own commands print: %s',
  async (name, language) => {
    const shown = pages[name]?.(new DocPage(name, language)) ?? [];
    const [dataDir, port] = [scratchFolder(), String(await freePort())];
    const { account } = await startSimulator({ dataDir });
    if (shown.some(([commands]) => commands.includes('3000')))
      await startProgram(process.execPath, [`${root}examples/receivers/refuses-duplicates.js`], {
        env: { WEBHOOK_SECRET: account.webhook_secret, PORT: port },
      }).lines.first((line) => line.startsWith('POST http'));
    const printed = await printedBy(
      shown.map(([commands]) => commands.replaceAll('3000', port)),
      { SIM_DATA: dataDir, SIM_LANG: language },
    );
    expect(printed.map(fixed)).toEqual(shown.map(([, output]) => fixed(output)));
  },
);

it('data.md shows what its own commands print, while it runs and afterwards', async () => {
  const page = new DocPage('data.md');
  const dataDir = scratchFolder();
  const simulator = await startSimulator({ dataDir });
  const printed = async (text: string) => {
    const [commands, output] = page.commandsAndOutput(text);
    const script = commands.replaceAll('.sim/', `${dataDir}/`).replace('created.txt', `${dataDir}/$&`);
    expect(await printedBy([script], { SIM_DATA: dataDir })).toEqual([output]);
  };
  await printed('session create');
  expect(await simulator.stop()).toEqual({ code: 0, signal: null });
  await printed('.sim/db.json');
});

describe('docs/en', () => {
  const simulatorHere = simulatorOfFile();
  const english = readdirSync(`${root}docs/en`).map((name) => new DocPage(name));

  it('shows each request with curl with what is answered to it', async () => {
    const { url, account } = await simulatorHere();
    const requests = english.flatMap((page) => page.commandsWithOutput('json'));
    const answers = requests.map(async ([commands]) => {
      // curl itself need not be there: method, address and body are what can go wrong.
      const [, method = '', path = '', body = ''] =
        /curl .*-X (\w+) \$SIM_URL(\S+) .* -d '([^']*)'/s.exec(commands) ?? [];
      return call(url, method, path, { token: account.token, body: JSON.parse(body) });
    });
    expect((await Promise.all(answers)).map(({ body }) => fixed(JSON.stringify(body)))).toEqual(
      requests.map(([, output]) => fixed(output.trim())),
    );
    expect(requests.length).toBeGreaterThan(1);
  });

  it('shows scripts that are taken', async () => {
    const { url, account } = await simulatorHere();
    const scripts = new DocPage('scripted-outcomes.md').blocks.filter(({ language }) => language === 'yaml');
    expect(scripts.length).toBeGreaterThan(0);
    const cwd = scratchFolder();
    for (const { text } of scripts) {
      writeFileSync(`${cwd}/script.yaml`, text);
      const words = ['script', 'set', 'script.yaml', '--mock', url, '--key', account.token];
      expect(await runSimHere(words, { cwd })).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

/** Without what is of the moment: times, ids, ports, sizes, and how far a clock is from real time. */
function fixed(text: string): string {
  return (
    text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/\b\d\d:\d\d:\d\d\.\d{3}\b/g, 'TIME')
      .replace(/[0-9a-f]{8}(-[0-9a-f-]{27})?\b/g, 'ID')
      .replace(/cli-\d+/g, 'cli-NUMBER')
      .replace(/"transactionId":\d+|\d+ (?=ms|bytes)|(?<=shifted by |movidas )\d+/g, 'NUMBER')
      // Behind, where the machine has so much else to do that the commands take longer than they advance the clock by.
      .replace(/, [^,\n]* (?:ahead|behind|adelantado|atrasado)$/gm, ', SPAN away')
  );
}
