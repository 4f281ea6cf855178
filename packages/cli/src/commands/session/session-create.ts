import type { Client } from '@svc-simulator/client';
import {
  createButtonSession,
  createRequestSession,
  currencies,
  DEFAULT_DURATION_MINUTES,
  listAgreements,
} from '@svc-simulator/contract';
import { language, t } from '@svc-simulator/core';
import { Option } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  takesConnection,
} from '../../connection/connection.ts';
import { EnvOption } from '../../connection/env-option.ts';
import { furtherFields, readBody, type SessionFields, sessionBody } from '../../input/session-body.ts';
import { parseAmount, parseWholeNumber } from '../../input/values.ts';
import { hint, type ReportOptions, report } from '../../rendering/report.ts';
import { newSessionLines } from '../../rendering/session-lines.ts';

interface NewSession extends SessionFields {
  readonly body?: string;
  readonly idempotencyKey?: string;
}

interface Options extends ConnectionOptions, ReportOptions, NewSession {
  readonly open?: boolean;
}

export const declareSessionCreate: Declare = (command, context) => {
  command
    .addOption(withDefault('--amount <n>', 'amount in the reference currency', '10').argParser(parseAmount))
    .addOption(withDefault('--currency <code>', 'reference currency', 'USD').choices(currencies))
    .option('--description <text>', 'what the payment is for')
    .option('--identifier <text>', 'your own reference that the payer sees, such as an order number')
    .addOption(withDefault('--label <text>', 'what the identifier is', 'Order'))
    .option('--reference <text>', 'your own reference that the payer does not see')
    .option('--webhook-url <url>', 'where the webhooks of this session go')
    .option('--success-url <url>', 'where the payer goes after paying')
    .option('--failure-url <url>', 'where the payer goes after a failed payment')
    .addOption(
      new EnvOption('--agreement <id>', 'agreement', 'SIM_AGREEMENT_ID').default(
        undefined,
        "the demo account's; of another account: its newest",
      ),
    )
    .addOption(
      withDefault('--duration <minutes>', 'of a button: 5 to 20', String(DEFAULT_DURATION_MINUTES)).argParser(
        parseWholeNumber,
      ),
    )
    .option('--request', 'a request instead of a button: it has a due date, and can be tried again')
    .addOption(withDefault('--due <instant>', 'of a request: ISO 8601', 'in a day'))
    .option('--deactivate', 'of a request: it expires at its due date')
    .option('--title <text>', 'of a request');
  for (const { name, title } of furtherFields()) {
    command.option(`--${name.replaceAll('_', '-')} <text>`, title[language()].toLowerCase());
  }
  command
    .option('--body <file>', 'JSON body to begin with; - reads standard input')
    .option('--idempotency-key <key>', 'the same key with the same body makes nothing twice')
    .option('--open', 'open its payment page in the browser');
  takesConnection(command)
    .option('--json', "print the session as the API's JSON")
    .action((options: Options) => createSession(context, options));
};

/** An option whose default is filled in later, beneath what `--body` says. */
function withDefault(flags: string, description: string, fallback: string): Option {
  return new Option(flags, description).default(undefined, fallback);
}

async function createSession(context: CliContext, options: Options): Promise<void> {
  const data = await newSession(context, await connect(context, options), options);
  report(context, options, data, (colours) => newSessionLines(data, colours, context.now()));
  if (options.open && (await context.openInBrowser(data.payment_url))) return;
  hint(
    context,
    options,
    options.open
      ? t`there is no browser here; open it in yours`
      : t`open the payment page, or ${context.program} session pay ${data.id}`,
  );
}

/** Makes a session of what the options say. @throws CommandError when no agreement is known. */
export async function newSession(context: CliContext, connection: Connection, options: NewSession) {
  const client = connection.api();
  const file = options.body === undefined ? {} : await readBody(context, options.body);
  const body = sessionBody(options, file, {
    agreementId: connection.account?.agreement_id ?? (await latestAgreement(client, options, file)),
    url: connection.url,
    nowMs: context.now(),
    reader: context.reader,
  });
  const { idempotencyKey } = options;
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  // The simulator validates the body, and tells every fault; a second opinion here could only differ.
  const { data } = options.request
    ? await client.callUnchecked(createRequestSession, { body, headers })
    : await client.callUnchecked(createButtonSession, { body, headers });
  return data;
}

/** The agreement of an account that the run file does not know, when none is named: its newest one. */
async function latestAgreement(
  client: Client,
  { agreement }: NewSession,
  file: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if (agreement !== undefined || 'agreement_id' in file) return undefined;
  const { data } = await client.call(listAgreements, { query: { limit: 1 } });
  return data[0]?.agreement_id;
}
