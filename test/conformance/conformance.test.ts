import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { differences, operations } from '@svc-simulator/contract';
import { documentTexts } from '@svc-simulator/contract/openapi/english.ts';
import { describe, expect, it } from 'vitest';
import { openAccount } from '../support/api.ts';
import { root, startProgram } from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startSimulator, startSimulatorProcess } from '../support/simulator.ts';
import { button, hook, status } from './calls.ts';
import { casesOf } from './cases-of.ts';
import { everyCase } from './every-case.ts';
import { main } from './main.ts';
import { received } from './steps.ts';
import { runSuite } from './suite.ts';

const cases = everyCase();
const ids = cases.map(({ id }) => id);

/** Runs `npm run conformance -- WORDS` in this process. */
async function conformance(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(words, `${root}dist/testing.mjs`, { env, stdout, stderr });
  return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) };
}

describe('conformance cases', () => {
  it('requires for each case a unique id, and an existing entry of /fidelidad or a sentence of the specification', () => {
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const entries = new Set(differences(documentTexts('en')).map(({ id }) => id));
    const isKnown = (judges: string) => entries.has(judges) || /^[A-Z][\w/ -]+( \(.*\))?: ./.test(judges);
    expect(cases.filter(({ judges }) => !isKnown(judges)).map(({ id, judges }) => [id, judges])).toEqual([]);
  });

  it('requires for each operation a case in which it succeeds', () => {
    const calls = cases.flatMap(({ steps }) =>
      steps.flatMap((step) => ('atOnce' in step ? step.atOnce : step)),
    );
    const succeeded = new Set(
      calls.map((step) => ('call' in step && step.want.status < 400 ? step.call : undefined)),
    );
    // These three can't succeed: the account already has a merchant, the start page belongs to no account,
    // and without --tls there is no certificate authority.
    const others = ['showStartPage', 'getAuthority', 'createConsoleMerchant'];
    expect(operations.map(({ id }) => id).filter((id) => !succeeded.has(id))).toEqual(others);
  });
});

describe('npm run conformance', () => {
  it('judges every case against our own simulator and finds no difference', async () => {
    const file = `${scratchFolder()}/suite.xml`;
    const { code, stdout, stderr } = await conformance(['--every', '20', '--junit', file]);
    expect({ code, stderr, stdout }).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/: \d+ match, 0 differ\n$/),
    });
    expect(readFileSync(file, 'utf8')).toMatch(/tests="\d+" failures="0" errors="0" skipped="0"/);
  });

  it('judges the webhooks that a hosted simulator sends through a relay', async () => {
    const hosted = await startSimulatorProcess({ args: ['--hosted'] });
    const { token, webhook_secret, agreement_id } = await openAccount(hosted.url);
    const env = { SIM_TOKEN: token, SIM_WEBHOOK_SECRET: webhook_secret, SIM_AGREEMENT_ID: agreement_id };
    const file = `${scratchFolder()}/suite.json`;
    const ownRules = ['tells-', 'payload', 'data'].map((name) => `createButtonSession.${name}`);
    const only = [...ownRules, 'getSessionStatus.in-the-webhook'].join();
    const words = ['--against', hosted.url, '--only', only, '--json', file];
    expect(await conformance(words, env)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ matches: 5, differs: [], not_judged: {} });
  });

  it('judges only safe cases by default, and lists the cases that it leaves out', async () => {
    const { url, account } = await startSimulator();
    const only = ['--only', 'createPartner.answers,updateSettings.merges,createTransaction.other-ids'];
    const report = await conformance(['--against', url, ...only], { SIM_TOKEN: account.token });
    expect(report).toMatchObject({ code: 0, stderr: '' });
    expect(report.stdout).toContain(
      '1 not judged: the target has no consoleToken, or nobody has named it (SIM_CONSOLE_TOKEN)',
    );
    const tokens = { SIM_TOKEN: account.token, SIM_CONSOLE_TOKEN: account.console_token };
    expect((await conformance(['--against', url, ...only], tokens)).stdout).toContain('--all judges them');
  });

  it('exits with 2 if the safe cases need an account that is missing, or if no case matches --only', async () => {
    expect(await conformance(['--against', 'http://127.0.0.1:9'])).toMatchObject({ code: 2, stdout: '' });
    expect(await conformance(['--against', 'http://127.0.0.1:9', '--all'])).toMatchObject({ code: 1 });
    const program = startProgram(process.execPath, [`${root}test/conformance/run.js`, '--only', 'nothing']);
    expect((await program.exited).code).toBe(2);
    expect(program.stderr()).toContain('--list');
  });
});

it('reports each difference of a server with its step and the command that repeats it', async () => {
  const wrong = casesOf('createButtonSession', {
    'Payment session: no such sentence': {
      'starts-paid': [button({}, { data: { status: 'paid' } })],
      'stays-silent': [button(hook), status({ status: 'pending', nothing: undefined }), received('paid')],
    },
  });
  const { url } = await startSimulator();
  const [paid, silent] = await runSuite({ baseUrl: url, cases: wrong, all: true });
  expect(paid).toMatchObject({
    verdict: 'differs',
    step: 1,
    differences: [{ at: 'body /data/status', wanted: '"paid"', got: '"pending"' }],
    curl: expect.stringContaining('"$SIM_TOKEN"'),
  });
  expect(silent).toMatchObject({ step: 3 });
});
