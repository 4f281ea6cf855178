import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { defined } from '@svc-simulator/contract';
import { keepAliveClock as clock } from '@svc-simulator/machine/system-clock.ts';
import { junitXml } from '../../packages/cli/src/expectations/junit.ts';
import type { Result } from './case.ts';
import { everyCase } from './every-case.ts';
import { judgementOf, reportLines, suiteOf } from './report.ts';
import { runSuite } from './runner.ts';
import type { Credentials } from './target.ts';

const options = {
  /** Address of the target; left out: a simulator of its own. */
  against: { type: 'string' },
  /** Also cases that change the account, each in an account of its own where anybody can register. */
  all: { type: 'boolean', default: false },
  /** Requests a second, at most. */
  rate: { type: 'string' },
  /** Beginnings of ids, with commas between. */
  only: { type: 'string', default: '' },
  list: { type: 'boolean', default: false },
  json: { type: 'string' },
  junit: { type: 'string' },
  'webhook-url': { type: 'string' },
  'webhook-port': { type: 'string' },
} as const;

/** Judges a target by the suite, and says what differs. Answers the exit code: 0 nothing differs, 1 something does or nothing was judged, 2 wrong usage. */
export async function main(words: readonly string[], sim: string): Promise<number> {
  const { values } = parseArgs({ args: [...words], options });
  const { against, all, list, only } = values;
  const beginnings = only.split(',');
  const cases = everyCase().filter(({ id }) => beginnings.some((beginning) => id.startsWith(beginning)));
  if (cases.length === 0) return refused(`no case begins with ${only}; --list shows them all`);
  if (list) return told(cases.map(({ id, judges }) => `${id}  ${judges}`));
  const credentials = credentialsIn(process.env);
  if (against !== undefined && credentials.token === undefined && !all)
    return refused(
      'set SIM_TOKEN to the API token of an account there, or pass --all where anybody can register',
    );
  const results =
    against === undefined
      ? await inItsOwn(sim, (baseUrl) => runSuite({ baseUrl, cases, clock, all: true }))
      : await runSuite({
          baseUrl: against,
          cases,
          clock,
          credentials,
          all,
          ...defined({
            rate: numberOf(values.rate),
            webhookUrl: values['webhook-url'],
            webhookPort: numberOf(values['webhook-port']),
          }),
        });
  const judgement = judgementOf(against ?? null, results);
  told(reportLines(judgement));
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(judgement)}\n`);
  if (values.junit !== undefined) await writeFile(values.junit, junitXml(suiteOf(results)));
  return judgement.differs.length === 0 && results.some(({ verdict }) => verdict === 'matches') ? 0 : 1;
}

/** Runs the binary on a free port while something is done with its address. */
async function inItsOwn(sim: string, work: (url: string) => Promise<Result[]>): Promise<Result[]> {
  const child = spawn(process.execPath, [sim, 'start', '--ephemeral', '--no-demo', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [ready] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
    return await work(JSON.parse(String(ready)).url);
  } finally {
    child.kill();
  }
}

/** The account that the environment names, under the names that `sim env` gives. */
function credentialsIn(env: NodeJS.ProcessEnv): Credentials {
  return defined({
    token: env.SIM_TOKEN,
    consoleToken: env.SIM_CONSOLE_TOKEN,
    webhookSecret: env.SIM_WEBHOOK_SECRET,
    agreement: env.SIM_AGREEMENT_ID,
    shortName: env.SIM_SHORT_NAME,
    password: env.SIM_PASSWORD,
    merchantEmail: env.SIM_MERCHANT_EMAIL,
    merchantPassword: env.SIM_MERCHANT_PASSWORD,
    otherToken: env.SIM_OTHER_TOKEN,
  });
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function told(lines: readonly string[]): number {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return 0;
}

function refused(reason: string): number {
  process.stderr.write(`${reason}\n`);
  return 2;
}
