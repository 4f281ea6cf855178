import * as api from '@svc-simulator/contract';
import { createSimulator } from '@svc-simulator/simulator';
import { version } from '../../../../package.json';
import type { CliContext } from '../cli-context.ts';
import { type Connection, type ConnectionOptions, connect, namesAccount } from '../connection/connection.ts';
import { dataDirectoryOf, readRunFile } from '../connection/run-file.ts';
import { exitCodes, ReportedError, wrongUsage } from '../failures.ts';
import { parseSecret } from '../input/values.ts';
import { wantsJson } from '../language.ts';
import { defineParameters, type ParsedInput } from '../parameters.ts';
import { rethrowStartError } from '../start/start.ts';

export const simulatorParameters = defineParameters({
  '--secret <secret>': {
    text: 'cli.doctor.secret',
    parse: parseSecret,
    env: 'SIM_WEBHOOK_SECRET',
    fallbackKey: 'cli.doctor.secret_default',
  },
  '--agreement <id>': {
    text: 'field.agreement_id',
    env: 'SIM_AGREEMENT_ID',
    fallbackKey: 'cli.doctor.agreement_default',
  },
});

type DoctorOptions = ParsedInput<typeof simulatorParameters> & ConnectionOptions;

export interface DoctorSimulator {
  readonly connection: Connection;
  readonly agreementId: string;
  readonly secret: string;
  readonly isOwn: boolean;
  /**
   * URL of the running simulator that this one replaces, because a relay forwards its webhooks to another
   * program. Undefined if this simulator replaces none.
   */
  readonly replacedUrl?: string;
  close(): Promise<void>;
}

/**
 * Returns the simulator of `--mock`, or the running local one. Starts one in memory on a free port in three
 * cases: none is running, the running one has another secret than the receiver, or a relay would forward its
 * webhooks to another program.
 * @throws CommandError if a secret or a credential is missing, or the account has chaos
 */
export async function resolveSimulator(
  context: CliContext,
  options: DoctorOptions,
): Promise<DoctorSimulator> {
  const { secret } = options;
  const isNamedByUser = options.mock !== undefined || namesAccount(options);
  const runningSecret = isNamedByUser ? undefined : await readRunningSecret(context, options);
  if (!isNamedByUser && (runningSecret === undefined || (secret !== undefined && secret !== runningSecret))) {
    return startOwnSimulator(context, secret);
  }
  const connection = await connect(context, options, api.toolAgents.examination);
  const receiverSecret = secret ?? connection.account?.webhook_secret ?? (await accountSecret(connection));
  connection.consoleToken();
  await assertNoChaos(context, connection);
  if (await hasRelay(connection)) return startReplacement(context, connection, receiverSecret);
  const agreementId =
    options.agreement ?? connection.account?.agreement_id ?? (await createTestAgreement(connection));
  return { connection, agreementId, secret: receiverSecret, isOwn: false, close: async () => {} };
}

async function accountSecret(connection: Connection): Promise<string> {
  return (await connection.call(api.getWebhookSecret)).data.webhook_secret;
}

/** Refuses an account with chaos, because injected faults would look like faults of the receiver. */
async function assertNoChaos({ t, program }: CliContext, connection: Connection): Promise<void> {
  const { data } = await connection.call(api.getChaos);
  if (data.active) throw wrongUsage(t('cli.doctor.chaos_is_on', { seed: String(data.seed), program }));
}

async function readRunningSecret(
  { t, directory, isAlive }: CliContext,
  { data }: ConnectionOptions,
): Promise<string | undefined> {
  const run = await readRunFile(t, dataDirectoryOf(directory, data)).catch(() => null);
  return run && isAlive(run.pid) ? run.account?.webhook_secret : undefined;
}

async function hasRelay(connection: Connection): Promise<boolean> {
  const latestId = async (type: string) => {
    const { data } = await connection.call(api.getTrace, { query: { type, order: 'desc', limit: 1 } });
    return data[0]?.id ?? 0;
  };
  const [connectedId, disconnectedId] = await Promise.all([
    latestId('relay.connected'),
    latestId('relay.disconnected'),
  ]);
  return connectedId > disconnectedId;
}

async function startReplacement(
  context: CliContext,
  connection: Connection,
  secret: string,
): Promise<DoctorSimulator> {
  const { data } = await connection.call(api.getSettings);
  const simulator = await startOwnSimulator(context, secret);
  try {
    const body = { ...data, throttle_per_minute: null, accreditation_delay_ms: null };
    await simulator.connection.call(api.updateSettings, { body });
    return { ...simulator, replacedUrl: connection.url };
  } catch (error) {
    await simulator.close();
    throw error;
  }
}

async function startOwnSimulator(context: CliContext, secret: string | undefined): Promise<DoctorSimulator> {
  if (secret === undefined) throw reportMissingSecret(context);
  const simulator = await createSimulator({ port: 0, throwaway: true, webhookSecret: secret, version }).catch(
    rethrowStartError(context.t),
  );
  try {
    const account = await simulator.demo;
    if (!account) throw new Error('a simulator of its own has a demo account');
    const { token: key, agreement_id: agreementId } = account;
    const connection = await connect(context, { mock: simulator.url, key }, api.toolAgents.examination);
    return { connection, agreementId, secret, isOwn: true, close: () => simulator.close() };
  } catch (error) {
    await simulator.close();
    throw error;
  }
}

/** Prints the suggested secret here, because the usual report of a failure masks secrets. */
function reportMissingSecret({ t, randomPassword, words, stderr }: CliContext): Error {
  const message = t('cli.doctor.needs_secret', { randomPassword: randomPassword() });
  if (wantsJson(words)) return wrongUsage(message);
  stderr.write(`${t('machine.error')} ${message}\n`);
  return new ReportedError(exitCodes.usage);
}

async function createTestAgreement(connection: Connection): Promise<string> {
  const { data } = await connection.call(api.createAgreement, {
    body: {
      title: 'sim doctor',
      payment_methods: { immediate_debit: true, mobile_payment: true, crypto: true },
      default_bank_account_id: 'sim-doctor',
    },
  });
  return data.agreement_id;
}
