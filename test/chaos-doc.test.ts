import { describe, expect, it } from 'vitest';
import { call } from './support/api.ts';
import { DocPage, pageLanguages, printedBy } from './support/doc-page.ts';
import { freePort, root, runSim, startProgram } from './support/program.ts';
import { startSimulator } from './support/simulator.ts';

const page = new DocPage('chaos.md');

/** Without what is another in every run. */
const masked = (text: string) =>
  text
    .replace(/\b\d\d:\d\d:\d\d\.\d{3}\b/g, 'TIME')
    .replace(/\b[0-9a-f]{8}\b/g, 'SESSION')
    .replace(/\d+ ms/g, 'MS');

describe('chaos.md', () => {
  it.each(pageLanguages)('shows what its own commands print: %s', async (language) => {
    const page = new DocPage('chaos.md', language);
    const simulator = await startSimulator();
    const { url, account } = simulator;
    const port = String(await freePort());
    const env = {
      WEBHOOK_SECRET: account.webhook_secret,
      PORT: port,
      SIM_URL: url,
      SIM_TOKEN: account.token,
    };
    const receiver = startProgram(process.execPath, [`${root}examples/receivers/refuses-duplicates.js`], {
      env,
    });
    await receiver.lines.first((line) => line.startsWith('POST http'));
    const commands = [
      page.block('sh', 'npx sim chaos set --seed 42 --duplicate'),
      page.block('sh', 'npx sim trace --type'),
    ].map((script) => script.replaceAll('3000', port));
    const [, shown = ''] = await printedBy(commands, {
      ...env,
      SIM_LANG: language,
      SIM_CONSOLE_TOKEN: account.console_token,
      SIM_AGREEMENT_ID: account.agreement_id,
    });
    expect(masked(shown)).toBe(masked(page.block('text', 'webhook.attempted')));
  });

  it('shows an answer as it is', async () => {
    const { url, account } = await startSimulator();
    const body = JSON.parse(/-d '(\{.*\})'/.exec(page.block('sh', 'curl'))?.[1] ?? '');
    const answer = await call(url, 'PUT', '/control/chaos', { token: account.token, body });
    const shown = JSON.parse(page.block('json', '"Chaos set"'));
    const { set_at, ...data } = answer.body.data;
    expect(shown).toEqual({ ...answer.body, data: { ...data, set_at: shown.data.set_at } });
    expect(set_at).toMatch(/Z$/);
  });

  it('names only options that sim chaos set has, and all faults', async () => {
    const { stdout } = await runSim(['chaos', 'set', '--help']);
    const rows = [...page.text.matchAll(/^\| `(--[a-z-]+) [^`]+` \| `"(\w+)": /gm)];
    const own = [...stdout.matchAll(/^ {2}(--[a-z-]+) </gm)].map(([, option]) => option as string);
    const others = ['--seed', '--mock', '--key', '--console-token', '--data', '--lang'];
    expect(rows.map(([, option]) => option).sort()).toEqual(
      own.filter((option) => !others.includes(option)).sort(),
    );
  });
});
