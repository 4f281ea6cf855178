import { randomUUID } from 'node:crypto';
import diagnosis from 'texts:diagnosis';
import examination from 'texts:examination';
import probe from 'texts:probe';
import signature from 'texts:signature';
import word from 'texts:word';
import { ProblemError } from '@svc-simulator/client';
import { membersOf, runExperiments } from '@svc-simulator/contract';
import { sleep, splitCredentials } from '@svc-simulator/core';
import { keepAliveClock } from '@svc-simulator/machine/system-clock.ts';
import { RawSender } from '@svc-simulator/outbound';
import { checks } from '@svc-simulator/server/doctor/checks.ts';
import {
  buildReport,
  type CheckResult,
  type DoctorReport,
  runChecks,
} from '@svc-simulator/server/doctor/doctor-report.ts';
import { RelayedError, SimulatedWebhooks } from '@svc-simulator/server/doctor/simulated-webhooks.ts';
import { TestedReceiver } from '@svc-simulator/server/doctor/tested-receiver.ts';
import { type Language, type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import { type JunitSuite, junitParameters, writeSuite } from '../expectations/junit.ts';
import { exitCodes, ReportedError, refusal, wrongUsage } from '../failures.ts';
import { receiverFrameworkIn } from '../init/receiver-framework.ts';
import { parseReceiverUrl } from '../input/values.ts';
import { defineParameters } from '../parameters.ts';
import { type Style, spinWhile } from '../rendering/report.ts';
import { alignColumns, printable, withLocalCommand } from '../rendering/text.ts';
import { type CommandCall, runCommand } from '../request-command.ts';
import { type DoctorSimulator, resolveSimulator, simulatorParameters } from './resolve-simulator.ts';

const doctorParameters = defineParameters({
  '<url>': { text: 'cli.doctor.url', parse: parseReceiverUrl },
  ...simulatorParameters,
  ...junitParameters,
});

export const doctor = runCommand({ parameters: doctorParameters, run: testReceiver });

/**
 * Tests a webhook receiver and reports each fault, why it matters and how to fix it.
 * @throws ReportedError with exit code 1 if a check failed
 * @throws CommandError if a secret or a credential is missing, or the JUnit file can't be written
 */
async function testReceiver(call: CommandCall<typeof doctorParameters>): Promise<void> {
  const { t, values: options, context, report, hint } = call;
  const { url } = options;
  const simulator = await resolveSimulator(context, options);
  try {
    const receiver = new TestedReceiver({
      genuine: createWebhookSource(context, simulator, url),
      sender: new RawSender(keepAliveClock, url),
      secret: simulator.secret,
      now: context.now,
      newId: randomUUID,
      createSecretError: () =>
        wrongUsage(t('cli.doctor.different_secret', { url: simulator.connection.url })),
    });
    const run = runChecks(keepAliveClock, receiver, checks);
    const results = await spinWhile(context, options, t('cli.doctor.examining_receiver'), run);
    const { maskedUrl } = splitCredentials(url);
    const subject = { url: maskedUrl, simulator: simulator.isOwn ? null : simulator.connection.url };
    const { program } = context;
    const examined = doctorReport(subject, results, context.t.lang);
    const findings = {
      ...examined,
      checks: examined.checks.map((check) => ({
        ...check,
        fix: check.fix && withLocalCommand(check.fix, { program, data: options.data }),
      })),
    };
    report(findings, (style) => reportLines(findings, context.t.lang, style));
    // A simulator that replaces a running one uses the secret of the running one. A hint to compare it with
    // the receiver's secret wouldn't help.
    const usesOwnSecret = simulator.isOwn && simulator.replacedUrl === undefined;
    if (
      usesOwnSecret &&
      findings.checks.some(({ code }) =>
        /^(signature_secret|(other|refused)_signature|undetermined)$/.test(code ?? ''),
      )
    ) {
      hint(t('cli.doctor.compare_secrets'));
    }
    if (usesOwnSecret) hint(t('cli.doctor.counts_for_no_practice'));
    if (simulator.replacedUrl !== undefined && !options.json) {
      const { stderr } = context;
      stderr.write(`${t('cli.doctor.relay_bypassed', { insteadOf: simulator.replacedUrl })}\n`);
    }
    await writeSuite(context, options.junit, doctorSuite(findings));
    if (!findings.healthy) throw new ReportedError(exitCodes.refused);
  } catch (error) {
    if (!(error instanceof RelayedError)) throw error;
    throw refusal(t('cli.doctor.relay_connected'));
  } finally {
    await simulator.close();
  }
}

function createWebhookSource(
  { deadline, directory, program }: CliContext,
  { connection, agreementId }: DoctorSimulator,
  url: string,
): SimulatedWebhooks {
  return new SimulatedWebhooks({
    agreementId,
    url,
    publicUrl: connection.url,
    now: connection.now,
    framework: receiverFrameworkIn(directory, program),
    perform: async (operation, parameters) => {
      const call = () => connection.callUnchecked(operation, parameters);
      return membersOf((await (operation === runExperiments ? callWhenFree(call) : call())).data);
    },
    follow: (sessionId, withinMs) => connection.follow({ sessionId, after: 0, signal: deadline(withinMs) }),
  });
}

const BUSY_POLL_MS = 1000;
const MAX_BUSY_POLLS = 12;

/** Waits while another experiment of the account runs, which takes 10 s at most. */
async function callWhenFree<T>(call: () => Promise<T>, pollsLeft = MAX_BUSY_POLLS): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isBusy = error instanceof ProblemError && error.status === 409;
    if (!isBusy || pollsLeft === 0) throw error;
    await sleep(keepAliveClock, BUSY_POLL_MS);
    return callWhenFree(call, pollsLeft - 1);
  }
}

const FINDING_LIMIT = 2000;

const doctorTexts = textsByLanguage(examination, diagnosis, signature, probe, word);

export function doctorReport(
  subject: Parameters<typeof buildReport>[1],
  results: readonly CheckResult[],
  language: Language,
): DoctorReport {
  return buildReport(doctorTexts(language), subject, results);
}

export function reportLines(
  { url, healthy, checks }: DoctorReport,
  language: Language,
  style: Style,
): string[] {
  const stylesByOutcome = { passed: style.green, failed: style.red, skipped: style.yellow };
  const t = doctorTexts(language);
  const finishedChecks = checks.filter(({ outcome }) => outcome !== 'skipped');
  const rows = alignColumns(
    finishedChecks.map(({ id, title, outcome }) => [
      stylesByOutcome[outcome](t(`examination.outcome.${outcome}`)),
      id,
      title,
    ]),
  );
  const lines = finishedChecks.flatMap(({ why: reason, fix, experiment }, index) => [
    rows[index] ?? '',
    ...(reason === null
      ? []
      : [`  ${printable(reason, FINDING_LIMIT)}`, `  ${style.bold(printable(fix, FINDING_LIMIT))}`]),
    ...(experiment?.lines ?? []).map((line) => `    ${printable(line, FINDING_LIMIT)}`),
  ]);
  // Prints each reason once, because one failed check may cause many to be skipped.
  const reasons = checks.flatMap(({ outcome, why: reason }) => (outcome === 'skipped' ? [reason ?? ''] : []));
  for (const why of new Set(reasons)) {
    const count = t('examination.checks', { count: reasons.filter((reason) => reason === why).length });
    lines.push(
      `${stylesByOutcome.skipped(t('examination.outcome.skipped'))}  ${count}: ${printable(why, FINDING_LIMIT)}`,
    );
  }
  const summaryText = summarize(t, checks);
  return [
    ...lines,
    '',
    `${(healthy ? style.green : style.red)(summaryText)}  ${printable(url, FINDING_LIMIT)}`,
  ];
}

function summarize(t: Texts, checks: DoctorReport['checks']): string {
  const count = (status: DoctorReport['checks'][number]['outcome']) =>
    checks.filter(({ outcome }) => outcome === status).length;
  const [all, failed, skipped] = [checks.length, count('failed'), count('skipped')];
  return failed === 0
    ? t('examination.all_passed', { count: all })
    : t('examination.some_failed', { failed, all, skipped });
}

export function doctorSuite({ checks }: DoctorReport): JunitSuite {
  return {
    name: 'sim doctor',
    cases: checks.map(({ id, title, outcome, why: reason, fix, duration_ms: durationMs }) => ({
      name: `${id}: ${title}`,
      durationMs,
      failure: outcome === 'failed' ? { message: reason ?? '', details: fix ?? '' } : null,
      ...(outcome === 'skipped' && { skipped: reason ?? '' }),
    })),
  };
}
