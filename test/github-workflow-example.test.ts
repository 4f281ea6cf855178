import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { standInForNpx } from './support/npx.ts';
import { root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const text = readFileSync(`${root}examples/github-workflow/payments.yml`, 'utf8');
// Of the relay, whose rules are YAML too.
const { parse } = createRequire(`${root}packages/relay/package.json`)('yaml');
const { jobs } = parse(text) as { jobs: { payments: { steps: readonly Step[] } } };
const { steps } = jobs.payments;
const [tests] = steps.filter(({ run }) => run?.includes('sim exec'));

describe('examples/github-workflow/payments.yml', () => {
  it('checks out, installs, tests beside a simulator, and keeps the trace of a failure', () => {
    expect(steps.map(({ uses, run }) => uses ?? run?.split(' ').slice(0, 3).join(' '))).toEqual([
      'actions/checkout@v4',
      'actions/setup-node@v4',
      'npm ci',
      'npx --no-install sim',
      'actions/upload-artifact@v4',
    ]);
    const upload = steps.at(-1) as Step;
    expect(upload.if).toBe('failure()');
    expect(tests?.run).toContain(`--trace-file ${upload.with?.path} `);
  });

  it('is what docs/en/ci.md shows', () => {
    expect(readFileSync(`${root}docs/en/ci.md`, 'utf8')).toContain(`\`\`\`yaml\n${text}\`\`\``);
  });

  it('passes when the tests of a project pass', async () => {
    const { code, stdout, trace } = await runIn("if (answer.status !== 200) throw new Error('refused');");
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('shop tests ran');
    expect(trace).toContain('account.registered');
  });

  it('fails when they fail, and leaves the trace to be uploaded', async () => {
    const { code, stdout, trace } = await runIn('process.exitCode = 7;');
    expect(code, stdout).toBe(7);
    expect(trace).toContain('account.registered');
  });
});

/** Runs the step as a runner does, in a project whose tests ask the simulator something and then do `end`. */
async function runIn(end: string) {
  const project = scratchFolder();
  writeFileSync(`${project}/package.json`, JSON.stringify({ scripts: { test: 'node test.mjs' } }));
  writeFileSync(
    `${project}/test.mjs`,
    `const headers = { authorization: 'Bearer ' + process.env.SIM_TOKEN };
const answer = await fetch(process.env.SIM_URL + '/api/v1/ext/payment-stops', { headers });
console.log('shop tests ran');
${end}
`,
  );
  const programs = await standInForNpx();
  // The shell and its options are those of GitHub's runners.
  const run = startProgram('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', tests?.run as string], {
    cwd: project,
    env: { PATH: `${programs}:${process.env.PATH}` },
  });
  const { code } = await run.exited;
  const file = `${project}/simulator-trace.txt`;
  return { code, stdout: run.stdout(), trace: existsSync(file) ? readFileSync(file, 'utf8') : null };
}
