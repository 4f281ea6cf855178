import { randomUUID } from 'node:crypto';
import { membersOf } from '@svc-simulator/contract';
import {
  checks,
  examine,
  ReceiverUnderTest,
  RelayedError,
  SimulatedWebhooks,
  splitCredentials,
} from '@svc-simulator/core';
import { keepAliveClock } from '@svc-simulator/machine/system-clock.ts';
import { RawSender } from '@svc-simulator/outbound';
import type { CliContext } from '../cli-context.ts';
import { junitTakes, writeJunit } from '../expectations/junit.ts';
import { exitCodes, refusal, ToldFailure, wrongUsage } from '../failures.ts';
import { parseReceiverUrl } from '../input/values.ts';
import { type Call, runCommand } from '../plain-command.ts';
import { spinWhile } from '../rendering/spinner.ts';
import { taking } from '../takes.ts';
import { doctorReport, doctorSuite, reportLines } from './doctor-report.ts';
import { type SimulatorAtHand, simulatorAtHand, simulatorTakes } from './simulator-at-hand.ts';

const doctorTakes = taking({
  '<url>': { text: 'cli.doctor.url', parse: parseReceiverUrl },
  ...simulatorTakes,
  ...junitTakes,
});

export const declare = runCommand({
  takes: doctorTakes,
  json: 'cli.doctor.json',
  help: ({ t, program }) => t('cli.doctor.help', { program }),
  run: doctor,
});

/**
 * Examines a webhook receiver, and tells what is wrong with it, why it matters and how to mend it.
 * @throws ToldFailure with exit code 1 when a check failed.
 * @throws CommandError when a secret or a credential is missing, or the JUnit file cannot be written.
 */
async function doctor(at: Call<typeof doctorTakes>): Promise<void> {
  const { t } = at;
  const { given: options, context, report, hint } = at;
  const { url } = options;
  const simulator = await simulatorAtHand(context, options);
  try {
    const receiver = new ReceiverUnderTest({
      genuine: webhooksByApi(context, simulator, url),
      sender: new RawSender(keepAliveClock, url),
      secret: simulator.secret,
      now: context.now,
      newId: randomUUID,
      foreignSecret: () =>
        wrongUsage(t('cli.doctor.account_signs_another_webhook', { url: simulator.connection.url })),
    });
    const examining = examine(context, receiver, checks);
    const examined = await spinWhile(context, options, t('cli.doctor.examining_receiver'), examining);
    const { shown } = splitCredentials(url);
    const who = { url: shown, simulator: simulator.isOwn ? null : simulator.connection.url };
    const findings = doctorReport(who, examined, context.t.lang);
    report(findings, (colours) => reportLines(findings, context.t.lang, colours));
    if (
      simulator.isOwn &&
      findings.checks.some(({ code }) => /^signature_(secret|raw_body)$/.test(code ?? ''))
    ) {
      hint(t('cli.doctor.compare_secret_secret_receiver'));
    }
    if (simulator.isOwn) hint(t('cli.doctor.own_counts_nowhere'));
    if (simulator.insteadOf !== undefined && !options.json) {
      const { stderr } = context;
      stderr.write(`${t('cli.doctor.note_relay_takes_webhooks', { insteadOf: simulator.insteadOf })}\n`);
    }
    if (options.junit !== undefined) await writeJunit(context, options.junit, doctorSuite(findings));
    if (!findings.healthy) throw new ToldFailure(exitCodes.refused);
  } catch (error) {
    if (!(error instanceof RelayedError)) throw error;
    throw refusal(t('cli.doctor.relay_connected_meanwhile_takes'));
  } finally {
    await simulator.close();
  }
}

/** Sessions that happen behind the API of the simulator. */
function webhooksByApi(
  { deadline }: CliContext,
  { connection, agreementId }: SimulatorAtHand,
  url: string,
): SimulatedWebhooks {
  return new SimulatedWebhooks({
    agreementId,
    url,
    publicUrl: connection.url,
    now: connection.now,
    perform: async (operation, wanted) =>
      membersOf((await connection.api().callUnchecked(operation, wanted)).data),
    follow: (sessionId, withinMs) => connection.follow({ sessionId, after: 0, signal: deadline(withinMs) }),
  });
}
