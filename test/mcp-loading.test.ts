import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { root, startSim } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';

const chunks = `${root}dist/chunks/`;
/** What of the bundle speaks the protocol, or has a tool. */
const ofAgents = readdirSync(chunks).filter((name) =>
  /tools\/list|mcp-session-id|wait_for_event/.test(readFileSync(chunks + name, 'utf8')),
);

/** A run of `sim` that notes at its end which files it has loaded. */
function noting(...words: readonly string[]) {
  const folder = scratchFolder();
  const [hook, list] = [join(folder, 'hook.cjs'), join(folder, 'loaded.json')];
  const note = `require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache)))`;
  writeFileSync(hook, `process.once('exit', () => ${note});\n`);
  const program = startSim(words, { cwd: folder, env: { NODE_OPTIONS: `--require ${hook}` } });
  const loaded = async () => {
    expect((await program.exited).code).toBe(0);
    return JSON.parse(readFileSync(list, 'utf8')).map((file: string) => basename(file)) as string[];
  };
  return { program, loaded };
}

const startWords = ['start', '--port', '0', '--ephemeral', '--json', '--quiet'];

it('costs who reads the help nothing, nor who starts a simulator until an agent comes', async () => {
  const help = await noting('--help').loaded();
  const alone = noting(...startWords);
  await alone.program.lines.first((line) => line.startsWith('{'));
  await alone.program.stop();
  const asked = noting(...startWords);
  const { url, account } = JSON.parse(await asked.program.lines.first((line) => line.startsWith('{')));
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });
  expect(await answer.text()).toContain('wait_for_event');
  await asked.program.stop();

  const agents = (names: readonly string[]) => names.filter((name) => ofAgents.includes(name)).sort();
  expect(help).toContain('sim.cjs');
  expect(agents(help)).toEqual([]);
  expect(agents(await alone.loaded())).toEqual([]);
  expect(agents(await asked.loaded())).toEqual([...ofAgents].sort());
  expect(ofAgents.length).toBeGreaterThan(0);
});
