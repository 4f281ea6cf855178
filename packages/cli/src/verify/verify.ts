import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UnreachableError } from '@svc-simulator/client';
import { defined } from '@svc-simulator/contract';
import { language, t } from '@svc-simulator/core';
import { clockOn, createSimulator } from '@svc-simulator/simulator';
import {
  type Case,
  type Credentials,
  everyCase,
  type Result,
  runSuite,
  whatIsMade,
} from '@svc-simulator/verify';
import { version } from '../../../../package.json';
import type { CliContext } from '../cli-context.ts';
import { junitTakes, writeJunit } from '../expectations/junit.ts';
import { exitCodes, refusing, ToldFailure, wrongUsage } from '../failures.ts';
import { parseBaseUrl, parseTargetPort, parseWholeNumber } from '../input/values.ts';
import type { Call } from '../plain-command.ts';
import { coloursFor } from '../rendering/colours.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { columns } from '../rendering/text.ts';
import { asCommandError } from '../start/start.ts';
import { type Given, taking } from '../takes.ts';
import { reportPage } from './report-page.ts';
import { axisWords, judgementOf, reportLines, verifySuite } from './verify-report.ts';

export const verifyTakes = taking({
  '--against <url>': {
    text: 'judge what answers there, and not a simulator of its own',
    parse: parseBaseUrl,
  },
  '--all': 'judge also cases that change the account, and register accounts where anybody can',
  '--rate <n>': { text: 'at most so many requests a second', parse: parseWholeNumber },
  '--only <names>': 'cases whose id begins with one of these, with commas between',
  '--no-generated': 'leave out the cases that follow from the schemas of the contract',
  '--webhook-url <url>': {
    text: 'public address that leads to the port of --webhook-port',
    parse: parseBaseUrl,
  },
  '--webhook-port <port>': { text: 'where webhooks are received on this machine', parse: parseTargetPort },
  '--record <folder>': 'stand between a program and --against, and record the shapes of what goes by',
  '--port <port>': { text: 'with --record: where the program is to be pointed at', parse: parseTargetPort },
  '--replay <folder>': 'judge by what was recorded, in place of the cases of the suite',
  '--list': 'list the cases, and judge nothing',
  ...junitTakes,
  '--report <file>': 'write the result as a page of HTML, too',
});
type VerifyOptions = Given<typeof verifyTakes> & ReportOptions;

/** Judges a target by the suite, and reports. @throws CommandError, ToldFailure when something differs. */
export async function verify({ given: options, context }: Call<typeof verifyTakes>): Promise<void> {
  const { record: folder, against } = options;
  if (folder !== undefined && against === undefined)
    throw wrongUsage(t`--record needs --against, the address of what is recorded`);
  if (folder !== undefined && against !== undefined) {
    const { record } = await import('./recordings.ts');
    return record(context, { record: folder, against, port: options.port });
  }
  const cases = chosen(options, await casesOf(context, options));
  if (options.list) return listCases(context, options, cases);
  const { url, results } =
    options.against === undefined
      ? await ofItsOwn(context, options, cases)
      : await elsewhere(context, options, cases);
  const judgement = judgementOf(url, results);
  report(context, options, judgement, (colours) => reportLines(judgement, results, colours));
  if (options.junit !== undefined) await writeJunit(context, options.junit, verifySuite(results));
  if (options.report !== undefined)
    await writePage(context, options.report, reportPage(judgement, results, language()));
  const isFine = judgement.differs.length === 0 && results.some(({ verdict }) => verdict === 'matches');
  if (!isFine) throw new ToldFailure(exitCodes.refused);
}

/** The suite, or what was recorded. */
async function casesOf(context: CliContext, { replay, json }: VerifyOptions): Promise<readonly Case[]> {
  if (replay === undefined) return everyCase();
  const { replayed } = await import('./recordings.ts');
  const { cases, left } = await replayed(context, replay);
  if (left > 0 && !json)
    context.stderr.write(
      `${t`${left} exchanges cannot be sent again: their shapes do not tell what they held`}\n`,
    );
  return cases;
}

/** @throws CommandError when there is no such case. */
function chosen({ only, generated }: VerifyOptions, all: readonly Case[]): readonly Case[] {
  const beginnings = only?.split(',').map((name) => name.trim()) ?? [''];
  const cases = all
    .filter((one) => generated || !one.generated)
    .filter(({ id }) => beginnings.some((beginning) => id.startsWith(beginning)));
  if (cases.length > 0) return cases;
  throw wrongUsage(t`no case begins with ${only}; --list shows them all`);
}

function listCases(context: CliContext, options: VerifyOptions, cases: readonly Case[]): void {
  const listed = cases.map(({ id, axis, judges, needs, safe }) => ({ id, axis, judges, needs, safe }));
  report(context, options, listed, (colours) =>
    columns(listed.map(({ id, axis, judges }) => [colours.bold(id), axisWords()[axis], judges])),
  );
}

interface Judged {
  readonly url: string | null;
  readonly results: readonly Result[];
}

async function ofItsOwn(
  context: CliContext,
  options: VerifyOptions,
  cases: readonly Case[],
): Promise<Judged> {
  const simulator = await createSimulator({ port: 0, throwaway: true, demo: false, version }).catch(
    asCommandError,
  );
  try {
    const { url: baseUrl } = simulator;
    return { url: null, results: await run(context, { ...options, all: true }, { baseUrl, cases }) };
  } finally {
    await simulator.close();
  }
}

async function elsewhere(
  context: CliContext,
  options: VerifyOptions,
  cases: readonly Case[],
): Promise<Judged> {
  const { against: baseUrl = '', all = false, json } = options;
  const credentials = credentialsIn(context.env);
  if (credentials.token === undefined && !all)
    throw wrongUsage(
      t`set SIM_TOKEN to the API token of an account there, or pass --all at a simulator, where it registers accounts of its own`,
    );
  await fetch(baseUrl, { redirect: 'manual', signal: context.deadline(30_000) }).catch((error: unknown) => {
    throw new UnreachableError(baseUrl, error);
  });
  if (!json) {
    const made = [...whatIsMade(cases.filter(({ safe }) => safe || all))].map(
      ([operation, count]) => `${count} ${operation}`,
    );
    context.stderr.write(`${t`at ${baseUrl} it will create at most: ${made.join(', ')}`}\n`);
  }
  return { url: baseUrl, results: await run(context, options, { baseUrl, cases, credentials }) };
}

interface Target {
  readonly baseUrl: string;
  readonly cases: readonly Case[];
  readonly credentials?: Credentials;
}

async function run(context: CliContext, options: VerifyOptions, target: Target): Promise<readonly Result[]> {
  const { all = false, rate, webhookUrl, webhookPort, json } = options;
  const { stderr, env } = context;
  const shows = stderr.isTerminal && !json && coloursFor(stderr, env).level > 0;
  const stopping = new AbortController();
  const unlisten = context.onStopSignal(() => stopping.abort());
  let count = 0;
  try {
    return await runSuite({
      ...target,
      all,
      clock: clockOn(globalThis, { keepAlive: true }),
      signal: stopping.signal,
      ...(rate && { rate }),
      ...defined({ webhookUrl, webhookPort }),
      onResult: () => {
        count++;
        if (shows) stderr.write(`\r${count}/${target.cases.length}`);
      },
    });
  } finally {
    unlisten();
    if (shows) stderr.write('\r\u001b[K');
  }
}

/** The account that the environment names, under the names that `sim env` gives. */
function credentialsIn(env: CliContext['env']): Credentials {
  const names = {
    token: env.SIM_TOKEN,
    consoleToken: env.SIM_CONSOLE_TOKEN,
    webhookSecret: env.SIM_WEBHOOK_SECRET,
    agreement: env.SIM_AGREEMENT_ID,
    shortName: env.SIM_SHORT_NAME,
    password: env.SIM_PASSWORD,
    merchantEmail: env.SIM_MERCHANT_EMAIL,
    merchantPassword: env.SIM_MERCHANT_PASSWORD,
    otherToken: env.SIM_OTHER_TOKEN,
  };
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined && value !== ''));
}

/** @throws CommandError when the file cannot be written. */
async function writePage({ directory }: CliContext, file: string, page: string): Promise<void> {
  await writeFile(resolve(directory, file), page).catch(
    refusing((code) => t`${file} cannot be written (${code}); pass another file with --report`),
  );
}
