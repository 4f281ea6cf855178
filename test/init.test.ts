import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectWith } from './support/package.ts';
import { root, runSim, startProgram, stdoutOf } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { runSimHere } from './support/sim-here.ts';

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** Creates a project in which `sim init` was run. */
async function initIn(...dependencies: readonly string[]): Promise<string> {
  const folder = projectWith(dependencies);
  await init(folder);
  return folder;
}

async function init(folder: string, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runSimHere(['init', ...words], { cwd: folder });
  expect(code, stderr).toBe(0);
  return stdout;
}

describe('a project after sim init', () => {
  it.each([
    ['node:http', [], 'payment-webhooks-test.mjs'],
    ['Express', ['express'], 'payment-webhooks-test.mjs'],
    ['Hono', ['hono'], 'payment-webhooks-test.mjs'],
    ['Next.js', ['next'], 'app/webhooks/payments/route-test.js'],
  ])('accepts a verified webhook of a running simulator, for %s', async (_name, dependencies, test) => {
    const folder = await initIn(...dependencies);
    const run = startProgram(process.execPath, ['--test', test], { cwd: folder });
    expect(await stdoutOf(run)).toMatch(/^# pass 1$/m);
  });

  it("contains a test that fails if the receiver doesn't verify webhooks", async () => {
    const folder = await initIn('hono');
    const receiver = `${folder}/payment-webhooks.cjs`;
    writeFileSync(receiver, `exports.POST = () => new Response('ok');\n`);
    const run = startProgram(process.execPath, ['--test', 'payment-webhooks-test.mjs'], { cwd: folder });
    expect((await run.exited).code).not.toBe(0);
    expect(run.stdout()).toContain('200 !== 401');
  });

  it('loads the receiver in a CommonJS program with the line that sim init prints', async () => {
    const folder = await initIn('express');
    const [line] = /const \{ receiveWebhook \} = .*/.exec(await init(folder, '--dry-run')) ?? [];
    const listens = `createServer(receiveWebhook).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`;
    writeFileSync(
      `${folder}/index.js`,
      `const { createServer } = require('node:http')\n${line}\n${listens}\n`,
    );
    const program = startProgram(process.execPath, ['index.js'], {
      cwd: folder,
      env: { WEBHOOK_SECRET: 'whsec_of_the_test' },
    });
    const port = await program.lines.first((line) => line !== '');
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
    await program.stop();
  });

  it('contains valid JavaScript for Fastify', async () => {
    const folder = await initIn('fastify');
    for (const name of ['payment-webhooks.cjs', 'payment-webhooks-test.mjs', 'payment-events.cjs'])
      expect(await stdoutOf(startProgram(process.execPath, ['--check', name], { cwd: folder }))).toBe('');
  });

  it('contains valid Python for Flask, with a verification that passes the test vectors', async () => {
    const folder = scratchFolder();
    // Not `runSimHere`: the command runs npm, which packs into the working directory of the process.
    expect(await runSim(['init', '--framework', 'flask'], { cwd: folder })).toMatchObject({ code: 0 });
    for (const words of [
      ['-m', 'py_compile', 'payment_webhooks.py', 'payment_events.py', 'test_payment_webhooks.py'],
      ['verify_webhook.py'],
    ])
      await stdoutOf(startProgram('python3', words, { cwd: folder }));
    expect(statSync(`${folder}/tests/vectors.json`).isFile()).toBe(true);
    expect(statSync(`${folder}/svc-simulator-${version}.tgz`).size).toBeGreaterThan(1_000_000);
  });
});
