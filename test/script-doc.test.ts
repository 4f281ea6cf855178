import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call } from './support/api.ts';
import { root, runSim, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const page = readFileSync(`${root}docs/scripted-outcomes.md`, 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
  language,
  text,
}));

/** The block of commands with this text, and what it is said to print. */
function commandsAndOutput(text: string): readonly [string, string] {
  const at = blocks.findIndex((block) => block.language === 'sh' && block.text?.includes(text));
  expect(at, text).toBeGreaterThanOrEqual(0);
  expect(blocks[at + 1]?.language, text).toBe('text');
  return [blocks[at]?.text as string, blocks[at + 1]?.text as string];
}

describe('docs/scripted-outcomes.md', () => {
  it('shows what its own commands print', async () => {
    const dataDir = scratchFolder();
    await startSimulator({ dataDir });
    const programs = `${scratchFolder()}/bin`;
    mkdirSync(programs);
    writeFileSync(`${programs}/sim`, `#!/bin/sh\nexec "${process.execPath}" "${root}bin/sim.js" "$@"\n`);
    chmodSync(`${programs}/sim`, 0o755);
    const shown = [commandsAndOutput('script.yaml'), commandsAndOutput('sim script magic --set')];
    const [faulty, fault] = commandsAndOutput('sim script set -\n');
    const commands = [...shown.map(([text]) => text), `{ ${faulty}} 2>&1 || true\n`];
    const run = startProgram('bash', ['-uc', commands.join('echo ----\n')], {
      env: { PATH: `${programs}:${process.env.PATH}`, SIM_DATA: dataDir },
    });
    expect((await run.exited).code, run.stderr()).toBe(0);
    const printed = run.stdout().split('----\n').map(fixed);
    expect(printed).toEqual([...shown.map(([, output]) => output), fault].map(fixed));
  });

  it('names rules that are taken, and operations that there are', async () => {
    const { url, account } = await startSimulator();
    const { token } = account;
    const yaml = blocks.filter(({ language }) => language === 'yaml');
    expect(yaml.length).toBeGreaterThan(0);
    const cwd = scratchFolder();
    for (const { text } of yaml) {
      writeFileSync(`${cwd}/script.yaml`, text as string);
      const set = await runSim(['script', 'set', 'script.yaml', '--mock', url, '--key', token], { cwd });
      expect(set.code, set.stderr).toBe(0);
    }
    const named = [...page.matchAll(/`(GET|PUT|DELETE) (\/control\/\S+?)[ `]/g)];
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
