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
  /** Address of the target; left out: a simulator of its own. */
  against: { type: 'string' },
  /** Also cases that change the account, each in an account of its own where anybody can register. */
  all: { type: 'boolean', default: false },
  /** Requests a second, at most. */
  rate: { type: 'string' },
  /** Beginnings of ids, with commas between. */
  only: { type: 'string', default: '' },
  /** Runs only each n-th generated case. */
  every: { type: 'string', default: '1' },
  list: { type: 'boolean', default: false },
  json: { type: 'string' },
  junit: { type: 'string' },
  'webhook-url': { type: 'string' },
  'webhook-port': { type: 'string' },
} as const;

/** The parts of the process that it uses. */
interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/**
 * Judges a target by the suite, and says what differs. Answers the exit code: 0 nothing differs, 1 something does or nothing was judged,
 * 2 wrong usage. `testing`: the built testing library, whose simulator is judged where no target is named.
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
      ? await inItsOwn(testing, (baseUrl) => runSuite({ baseUrl, cases, all: true }))
      : await runSuite({ baseUrl: against, cases, credentials, all, rate, ...webhooks });
  const judgement = judgementOf(against ?? null, results);
  printLines(reportLines(judgement));
  if (json !== undefined) await writeFile(json, `${JSON.stringify(judgement)}\n`);
  if (junit !== undefined) await writeFile(junit, junitXml(suiteOf(results)));
  return judgement.differs.length === 0 && judgement.matches > 0 ? 0 : 1;
}

/** Runs a simulator in this process while something is done with its address. */
async function inItsOwn(testing: string, work: (url: string) => Promise<Result[]>): Promise<Result[]> {
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
