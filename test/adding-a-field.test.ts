import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { bundling, writing } from '../packages/cli/build/settings.js';
import { root, startProgram } from './support/program.ts';
import { scratchBesideModules } from './support/scratch.ts';

const [, patch = ''] =
  /```diff\n([\s\S]*?)```/.exec(readFileSync(`${root}docs/adding-a-field.md`, 'utf8')) ?? [];
const GIFT = 'For María, with love';

/** A copy of the sources whose workspaces are its own; what else they import is found in the checkout's `node_modules`. */
function copyOfSources(): string {
  const copy = scratchBesideModules();
  mkdirSync(join(copy, 'node_modules/@svc-simulator'), { recursive: true });
  for (const name of ['package.json', 'docs']) cpSync(root + name, join(copy, name), { recursive: true });
  for (const name of readdirSync(`${root}packages`)) {
    const from = join(root, 'packages', name);
    cpSync(from, join(copy, 'packages', name), {
      recursive: true,
      filter: (file) => !/node_modules|\.test\.tsx?$/.test(file.slice(from.length)),
    });
    for (const own of readdirSync(from).filter((entry) => entry === 'node_modules')) {
      symlinkSync(join(from, own), join(copy, 'packages', name, own));
    }
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@svc-simulator', name));
  }
  return copy;
}

async function build(copy: string): Promise<void> {
  const bundle = await rolldown({
    ...bundling,
    cwd: copy,
    input: { sim: 'packages/cli/src/sim.ts', testing: 'packages/testing/src/index.ts' },
  });
  await bundle.write({ ...writing, dir: join(copy, 'dist') });
  await bundle.close();
}

it('shows a field that one file declares in API, OpenAPI, command line, console, snapshot and testing library', async () => {
  expect(patch.match(/^\+\+\+ b\/(.*)$/gm)).toEqual([
    '+++ b/packages/contract/src/sessions/session-fields.ts',
  ]);
  const copy = copyOfSources();
  writeFileSync(join(copy, 'field.diff'), patch);
  execFileSync('git', ['apply', 'field.diff'], {
    cwd: copy,
    // Or it would look for the files from the checkout's top.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy) },
  });
  await build(copy);

  const start = `require('./dist/sim.cjs').main(process)`;
  const sim = (...args: string[]) =>
    startProgram(process.execPath, ['-e', start, 'sim', ...args], { cwd: copy });
  const server = sim('start', '--port', '0', '--json');
  const { url, account } = JSON.parse(await server.lines.first((line) => line.startsWith('{"url"')));
  const run = async (...args: string[]) => {
    const program = sim(...args);
    expect(await program.exited, program.stderr()).toMatchObject({ code: 0 });
    return program.stdout();
  };
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { headers, redirect: 'manual' });
    return answer.text();
  };

  const { id } = JSON.parse(await run('session', 'create', '--gift-message', GIFT, '--json'));
  const bearer = { authorization: `Bearer ${account.token}` };
  expect(await ask(`/api/v1/ext/payment-sessions/status/${id}`, bearer)).toContain(GIFT);
  expect(await ask('/openapi.json')).toMatch(/"gift_message":\{[^}]*"maxLength":80/);
  expect(await run('snapshot', 'save', '-')).toContain(GIFT);

  const { short_name, password } = account;
  const login = await fetch(`${url}/console/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ short_name, password }),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  for (const [lang, title] of [
    ['en', 'Gift message'],
    ['es', 'Mensaje de regalo'],
  ] as const) {
    const page = await ask(`/console/sessions/${id}?lang=${lang}`, { cookie, accept: 'text/html' });
    expect(page).toContain(`<dt class="clamp">${title}</dt><dd>${GIFT}</dd>`);
  }

  const { startSimulator } = createRequire(join(copy, 'dist/'))('./testing.cjs');
  const simulator = await startSimulator();
  try {
    expect(await simulator.session.create({ gift_message: GIFT })).toMatchObject({ gift_message: GIFT });
    await expect(simulator.session.create({ gift_message: 'x'.repeat(81) })).rejects.toThrow('/gift_message');
  } finally {
    await simulator.close();
  }
});
