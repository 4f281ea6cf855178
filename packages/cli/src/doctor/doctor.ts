import { randomUUID } from 'node:crypto';
import { membersOf } from '@svc-simulator/contract';
import {
  checks,
  examine,
  language,
  ReceiverUnderTest,
  RelayedError,
  SimulatedWebhooks,
  splitCredentials,
  t,
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
  '<url>': { text: 'of the receiver, such as http://localhost:3000/webhooks', parse: parseReceiverUrl },
  ...simulatorTakes,
  ...junitTakes,
});

export const declare = runCommand({
  takes: doctorTakes,
  json: 'print {"url","simulator","healthy","checks"}',
  help: ({ program }) => t`
It opens sessions whose webhooks go to the receiver, and sends it some that misbehave. Let it be one for tests: what it
is sent looks like real payments, and one check crashes a receiver that any stranger could crash.

Where no simulator runs, or none with that secret, it starts one for itself and keeps nothing.

Exit code 0: nothing is wrong; 1: a check failed; 2: the secret is missing.

Example: ${program} doctor http://localhost:3000/webhooks --secret "$WEBHOOK_SECRET" --junit doctor.xml`,
  run: doctor,
});

/**
 * Examines a webhook receiver, and tells what is wrong with it, why it matters and how to mend it.
 * @throws ToldFailure with exit code 1 when a check failed.
 * @throws CommandError when a secret or a credential is missing, or the JUnit file cannot be written.
 */
async function doctor(at: Call<typeof doctorTakes>): Promise<void> {
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
        wrongUsage(
          t`the account at ${simulator.connection.url} signs with another webhook_secret than --secret says; pass the account's`,
        ),
    });
    const examining = examine(context, receiver, checks);
    const examined = await spinWhile(context, options, t`examining the receiver`, examining);
    const { shown } = splitCredentials(url);
    const who = { url: shown, simulator: simulator.isOwn ? null : simulator.connection.url };
    const findings = doctorReport(who, examined, language());
    report(findings, (colours) => reportLines(findings, language(), colours));
    if (simulator.isOwn && findings.checks.some(({ code }) => code === 'signature_secret')) {
      hint(t`compare --secret with the secret that the receiver was started with`);
    }
    if (simulator.insteadOf !== undefined && !options.json) {
      const { stderr } = context;
      stderr.write(
        `${t`note: a relay takes the webhooks of ${simulator.insteadOf}, so these came straight from a simulator of the doctor's own, with the same secret and settings`}\n`,
      );
    }
    if (options.junit !== undefined) await writeJunit(context, options.junit, doctorSuite(findings));
    if (!findings.healthy) throw new ToldFailure(exitCodes.refused);
  } catch (error) {
    if (!(error instanceof RelayedError)) throw error;
    throw refusal(
      t`a relay has connected meanwhile, and takes the webhooks where it was told to; examine the receiver again`,
    );
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
    identifier: 'sim-doctor',
    publicUrl: connection.url,
    now: connection.now,
    perform: async (operation, wanted) =>
      membersOf((await connection.api().callUnchecked(operation, wanted)).data),
    follow: (sessionId, withinMs) => connection.follow({ sessionId, after: 0, signal: deadline(withinMs) }),
  });
}
