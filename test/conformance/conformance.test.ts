import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openAccount } from '../support/api.ts';
import { root, startProgram } from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startSimulator } from '../support/simulator.ts';
import { everyCase } from './every-case.ts';

const cases = everyCase();

/** `npm run conformance -- WORDS`. */
async function conformance(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = startProgram(process.execPath, [`${root}test/conformance/run.js`, ...words], { env });
  const { code } = await program.exited;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

describe('the suite', () => {
  it('has its cases: 300 that are written, 2000 that follow from the schemas', () => {
    const generated = cases.filter((one) => one.generated);
    expect(cases.length - generated.length).toBeGreaterThanOrEqual(300);
    expect(generated.length).toBeGreaterThanOrEqual(2000);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect(cases.filter(({ steps }) => steps.length === 0)).toEqual([]);
  });

  // Twenty seconds of one processor, on a machine that has other work.
  it('finds nothing in our own simulator that differs, and judges all of it', {
    timeout: 600_000,
  }, async () => {
    const folder = scratchFolder();
    const { code, stdout, stderr } = await conformance(['--junit', `${folder}/suite.xml`]);
    expect({ code, stderr, stdout }).toEqual({
      code: 0,
      stderr: '',
      stdout: `a simulator of its own: ${cases.length} match, 0 differ\n`,
    });
    const counts = `tests="${cases.length}" failures="0" errors="0" skipped="0"`;
    expect(readFileSync(`${folder}/suite.xml`, 'utf8')).toContain(counts);
  });

  it('judges the webhooks of a hosted simulator, which come by its relay', async () => {
    const hosted = await startSimulator({ args: ['--hosted'] });
    const { token, webhookSecret, agreementId } = await openAccount(hosted.url);
    const env = { SIM_TOKEN: token, SIM_WEBHOOK_SECRET: webhookSecret, SIM_AGREEMENT_ID: agreementId };
    const file = `${scratchFolder()}/suite.json`;
    const words = ['--against', hosted.url, '--only', 'createButtonSession.tells-', '--json', file];
    const { code } = await conformance(words, env);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      matches: 5,
      differs: [],
      not_judged: { console: 1 },
    });
  });

  it('says what it cannot judge where nobody names an account', async () => {
    expect(await conformance(['--against', 'http://127.0.0.1:9'])).toMatchObject({ code: 2, stdout: '' });
    expect(await conformance(['--against', 'http://127.0.0.1:9', '--all'])).toMatchObject({ code: 1 });
    expect(await conformance(['--only', 'nothing'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--list'),
    });
  });
});
