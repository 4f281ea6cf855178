import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { signWebhook } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { DocPage } from './support/doc-page.ts';
import { languages } from './support/languages.js';
import { freePort } from './support/listening.ts';
import { createFakeNpx } from './support/npx.ts';
import { root, startProgram, stdoutOf } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimHere } from './support/sim-here.ts';
import { until } from './support/until.ts';

// The package `yaml` is a dependency of packages/relay, so it is resolved from there.
const { parse } = createRequire(`${root}packages/relay/package.json`)('yaml');
const page = new DocPage('recipes.md');
const isThere = (name: string) => languages.find((each) => each.name === name)?.isThere() ?? false;

const secret = 'whsec_test';
const timestamp = '2026-11-20T21:27:00.000Z';
const body = '{"event":"payment_session.paid","note":"ñ"}';
const signature = signWebhook({ secret, timestamp, body });

/** Returns the headers of a webhook that is signed now. */
function signHeaders() {
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  return { 'svc-timestamp': now, 'svc-signature': signWebhook({ secret, timestamp: now, body }) };
}

interface Recipe {
  /** A text that only this block of the page contains. */
  readonly block: string;
  /** The language that must be installed to run the block. */
  readonly needs?: string;
  readonly holds: (block: string) => Promise<void> | void;
}

const recipes: readonly Recipe[] = [
  {
    block: 'image: node:22-slim',
    holds: async (block) => {
      const { services, volumes } = parse(block);
      expect(Object.keys(services)).toEqual(expect.arrayContaining(services.shop.depends_on));
      expect(Object.keys(volumes)).toEqual(['simulator']);
      const command = services.simulator.command
        .replace('npx --no-install sim ', '')
        .replace('0.0.0.0 --port 4010 --data /data', `127.0.0.1 --port 0 --data ${scratchFolder()}`);
      const simulator = startSimHere(command.split(' '));
      await simulator.lines.first((line) => line.includes('http://localhost:4010'), 'the public address');
      expect((await simulator.stop()).code).toBe(0);
    },
  },
  {
    block: 'payments:',
    holds: async (block) => {
      const { script, artifacts } = parse(block).payments;
      expect(script[0]).toBe('npm ci');
      expect(artifacts).toEqual({ when: 'on_failure', paths: ['trace.txt'] });
      await keepsTheTraceOfAFailure(script[1]);
    },
  },
  {
    block: '- run: npx',
    holds: async (block) => {
      const [{ run }, upload] = parse(block);
      expect([upload.if, upload.with.path]).toEqual(['failure()', 'trace.txt']);
      await keepsTheTraceOfAFailure(run);
    },
  },
  ...['bun', 'deno', 'pytest', 'vendor/bin/phpunit'].map((runner) => ({
    block: `-- ${runner}`,
    holds: async (block: string) => {
      const { code, stdout } = await runIn(block, runner, 5);
      expect([code, stdout]).toEqual([5, `ran${block.trim().split(runner)[1]}\n`]);
    },
  })),
  {
    block: 'def is_genuine',
    needs: 'Python',
    holds: async (block) => {
      const headers = signHeaders();
      const old = { 'svc-timestamp': timestamp, 'svc-signature': signature };
      const calls = [
        [headers, body] as const,
        [headers, `${body} `] as const,
        [old, body] as const,
        [{}, body] as const,
      ].map(([own, text]) => `print(is_genuine(${JSON.stringify(own)}, '${text}'.encode(), '${secret}'))\n`);
      const program = startProgram('python3', ['-c', block + calls.join('')]);
      expect(await stdoutOf(program)).toBe('True\nFalse\nFalse\nFalse\n');
    },
  },
  {
    block: '$isGenuine',
    needs: 'PHP',
    holds: async (block) => {
      const [folder, port] = [scratchFolder(), await freePort()];
      writeFileSync(`${folder}/receive.php`, `<?php\n${block}\necho $isGenuine ? 'genuine' : 'forged';\n`);
      const server = startProgram('php', ['-S', `127.0.0.1:${port}`, `${folder}/receive.php`], {
        env: { SIM_WEBHOOK_SECRET: secret },
      });
      await until(() => server.stderr().includes('started'));
      const headers = signHeaders();
      const old = { 'svc-timestamp': timestamp, 'svc-signature': signature };
      const send = async (init: RequestInit) =>
        (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', ...init })).text();
      expect(await send({ headers, body })).toBe('genuine');
      expect(await send({ headers, body: `${body} ` })).toBe('forged');
      expect(await send({ headers: { 'svc-timestamp': timestamp }, body })).toBe('forged');
      expect(await send({ headers: old, body })).toBe('forged');
      expect(await send({ body })).toBe('forged');
    },
  },
  {
    // `npm run test:runtimes` runs the block in Bun, so this test only checks that it does.
    block: 'Bun.CryptoHasher',
    holds: () => {
      expect(readFileSync(`${root}test/proof/runtimes/proof.mjs`, 'utf8').includes('Bun.CryptoHasher')).toBe(
        true,
      );
    },
  },
];

describe('docs/en/recipes.md', () => {
  it.each(page.blocks)('has a test for each code block: $text', ({ text }) => {
    expect(recipes.filter(({ block }) => text.includes(block))).toHaveLength(1);
  });

  it.each(recipes.filter(({ needs }) => !needs || isThere(needs)))(
    'contains code that runs as printed: $block',
    async ({ block, holds }) => {
      const [found, ...others] = page.blocks.filter(({ text }) => text.includes(block));
      expect(others).toEqual([]);
      await holds(found?.text ?? '');
    },
  );
});

describe('examples/github-workflow/payments.yml', () => {
  const workflow = readFileSync(`${root}examples/github-workflow/payments.yml`, 'utf8');

  it('checks out, installs, tests with a simulator, and keeps the trace of a failed run', async () => {
    const { steps } = parse(workflow).jobs.payments as { steps: readonly Record<string, string>[] };
    expect(steps.map(({ uses, run }) => uses ?? run?.split(' ').slice(0, 3).join(' '))).toEqual([
      'actions/checkout@v4',
      'actions/setup-node@v4',
      'npm ci',
      'npx --no-install sim',
      'actions/upload-artifact@v4',
    ]);
    expect(steps.at(-1)).toMatchObject({ if: 'failure()', with: { path: 'simulator-trace.txt' } });
    await keepsTheTraceOfAFailure(steps.at(-2)?.run as string, 'simulator-trace.txt');
  });

  it('equals the workflow in docs/en/ci.md', () => {
    expect(new DocPage('ci.md').text).toContain(`\`\`\`yaml
${workflow}\`\`\``);
  });
});

async function keepsTheTraceOfAFailure(script: string, file = 'trace.txt') {
  const trace = expect.stringContaining('account.registered');
  expect(await runIn(script, 'npm', 0, file)).toMatchObject({ code: 0, stdout: 'ran test\n', trace });
  expect(await runIn(script, 'npm', 7, file)).toMatchObject({ code: 7, trace });
}

/** Runs a script like a CI job. `runner` is a test runner that calls the simulator and exits with `code`. */
async function runIn(script: string, runner: string, code: number, file = 'trace.txt') {
  const project = scratchFolder();
  const programs = `${project}/vendor/bin`;
  mkdirSync(programs, { recursive: true });
  const tests = `
const headers = { authorization: 'Bearer ' + process.env.SIM_TOKEN };
const answer = await fetch(process.env.SIM_URL + '/api/v1/ext/payment-stops', { headers });
if (answer.status !== 200 || !process.env.SIM_WEBHOOK_SECRET || !process.env.SIM_AGREEMENT_ID) process.exit(99);
console.log(['ran', ...process.argv.slice(2)].join(' '));
process.exitCode = ${code};
`;
  writeFileSync(`${project}/tests.mjs`, tests);
  const name = runner.replace('vendor/bin/', '');
  writeFileSync(`${programs}/${name}`, `#!/bin/sh\nexec "${process.execPath}" "${project}/tests.mjs" "$@"\n`);
  chmodSync(`${programs}/${name}`, 0o755);
  // The shell and options of GitHub's runners, and `-u`, which fails on unset variables.
  const run = startProgram('bash', ['--noprofile', '--norc', '-euo', 'pipefail', '-c', script], {
    cwd: project,
    env: { PATH: `${programs}:${await createFakeNpx()}:${process.env.PATH}` },
  });
  const exit = await run.exited;
  const storedFile = `${project}/${file}`;
  const trace = existsSync(storedFile) ? readFileSync(storedFile, 'utf8') : null;
  return { code: exit.code, stdout: run.stdout(), trace };
}
