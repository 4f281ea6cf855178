import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { mapValues } from '@svc-simulator/contract';
import { junitXml } from '../../packages/cli/src/expectations/junit.ts';
import type { Result } from './case.ts';
import { everyCase } from './every-case.ts';
import { judgementOf, reportLines, suiteOf } from './report.ts';
import { runSuite } from './suite.ts';
import { variables } from './target.ts';

const options = {
  /** URL of the target. Default: the suite starts its own simulator. */
  against: { type: 'string' },
  /** Also runs cases that change the account, each in its own account if the target allows registration. */
  all: { type: 'boolean', default: false },
  /** Maximum requests per second. */
  rate: { type: 'string' },
  /** Prefixes of case ids, separated by commas. */
  only: { type: 'string', default: '' },
  /** Runs only each n-th generated case. */
  every: { type: 'string', default: '1' },
  list: { type: 'boolean', default: false },
  json: { type: 'string' },
  junit: { type: 'string' },
  'webhook-url': { type: 'string' },
  'webhook-port': { type: 'string' },
} as const;

/** The parts of the process that `main` uses. */
interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/**
 * Judges a target with the suite and prints the differences. Returns the exit code: 0 if there are none, 1 if
 * there are some or no case was judged, 2 for wrong usage. `testing` is the path of the built testing
 * library, whose simulator is the default target.
 */
export async function main(
  words: readonly string[],
  testing: string,
  { env, stdout, stderr }: Outside = process,
): Promise<number> {
  const printLines = (lines: readonly string[]) => {
    stdout.write(lines.map((line) => `${line}\n`).join(''));
    return 0;
  };
  const refuse = (reason: string) => {
    stderr.write(`${reason}\n`);
    return 2;
  };
  const { values } = parseArgs({ args: [...words], options });
  const { against, all, only, json, junit } = values;
  const cases = everyCase(Number(values.every)).filter(({ id }) =>
    only.split(',').some((beginning) => id.startsWith(beginning)),
  );
  if (cases.length === 0) return refuse(`no case begins with ${only}; --list shows them all`);
  if (values.list) return printLines(cases.map(({ id, judges }) => `${id}  ${judges}`));
  const credentials = mapValues(variables, (name) => env[name] || undefined);
  if (against !== undefined && credentials.token === undefined && !all)
    return refuse(
      `set ${variables.token} to the API token of an account there, or pass --all where anybody can register`,
    );
  const rate = numberIn(values.rate);
  const webhooks = { webhookUrl: values['webhook-url'], webhookPort: numberIn(values['webhook-port']) };
  const results =
    against === undefined
      ? await withOwnSimulator(testing, (baseUrl) => runSuite({ baseUrl, cases, all: true }))
      : await runSuite({ baseUrl: against, cases, credentials, all, rate, ...webhooks });
  const judgement = judgementOf(against ?? null, results);
  printLines(reportLines(judgement));
  if (json !== undefined) await writeFile(json, `${JSON.stringify(judgement)}\n`);
  if (junit !== undefined) await writeFile(junit, junitXml(suiteOf(results)));
  return judgement.differs.length === 0 && judgement.matches > 0 ? 0 : 1;
}

/** Starts a simulator in this process, and closes it after `work`. */
async function withOwnSimulator(
  testing: string,
  work: (url: string) => Promise<Result[]>,
): Promise<Result[]> {
  const { startSimulator }: typeof import('../../packages/testing/src/index.ts') = await import(testing);
  const simulator = await startSimulator({ accreditationDelayMs: 5000 });
  try {
    return await work(simulator.url);
  } finally {
    await simulator.close();
  }
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
