import { submitPayment, type TraceEvent } from '@svc-simulator/contract';
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
import { pageRefusal } from '../../connection/page-refusal.ts';
import { CommandError } from '../../failures.ts';
import { sessionOf, traceOf } from '../../input/session-filter.ts';
import { hint, type ReportOptions, report } from '../../rendering/report.ts';
import { plain } from '../../rendering/text.ts';
import { assertKnown } from './session-wait.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly otp: string;
  readonly method: string;
  readonly accreditation: string;
  readonly document: string;
  readonly documentType: string;
  readonly phone: string;
  readonly bank: string;
  readonly name?: string;
  readonly concept?: string;
  readonly expect: 'paid' | 'failed';
}

/** How the attempt ended. */
interface Attempt {
  readonly result: 'paid' | 'failed';
  readonly method: unknown;
  readonly reason: unknown;
}

export const declareSessionPay: Declare = (command, context) => {
  command
    .argument('[session]', 'id of the session (default: the newest)')
    .option('--otp <key>', '000000 pays, 111111 insufficient funds, 222222 wrong key, 333333 limit', '000000')
    .addOption(
      new Option('--method <method>', 'one that the agreement takes')
        .choices(['immediate_debit', 'mobile_payment', 'crypto'])
        .default('immediate_debit'),
    )
    .addOption(
      new Option('--accreditation <end>', 'how leg 2 is to end')
        .choices(['accredited', 'accreditation_to_recipient_failed'])
        .default('accredited'),
    )
    .addOption(
      new Option('--document-type <type>', "of the payer's document")
        .choices(['V', 'E', 'J', 'G', 'P'])
        .default('V'),
    )
    .option('--document <number>', "the payer's document", '12345678')
    .option('--phone <number>', "the payer's phone", '04141234567')
    .option('--bank <code>', "the payer's bank", '0102')
    .option('--name <text>', "the payer's name")
    .option('--concept <text>', "the payer's note")
    .addOption(
      new Option('--expect <result>', 'how the payment is to end; exit code 1 when it ends otherwise')
        .choices(['paid', 'failed'])
        .default('paid'),
    );
  takesConnection(command)
    .option('--json', 'print {"session_id","result","method","reason","redirect"}')
    .action((session: string | undefined, options: Options) => pay(context, session, options));
};

async function pay(context: CliContext, named: string | undefined, options: Options): Promise<void> {
  const connection = await connect(context, options);
  const session = named ?? (await sessionOf(connection.console(), undefined, context.makesSession));
  const attemptOf = await observer(connection, session);
  const response = await connection.open().send(submitPayment, {
    params: { id: session },
    query: { lang: language() },
    form: formOf(options),
  });
  if (response.status !== 303 && response.status !== 200) throw await pageRefusal(response, session);
  await response.body?.cancel();
  const attempt = await attemptOf();
  const data = { session_id: session, ...attempt, redirect: response.headers.get('location') };
  report(context, options, data, (colours) => {
    const result = attempt.result === 'paid' ? colours.green(t`paid`) : colours.red(t`failed`);
    const details = [attempt.method, attempt.reason].filter((detail) => typeof detail === 'string');
    return [[result, ...details.map((detail) => plain(detail))].join('  ')];
  });
  if (attempt.result !== options.expect) {
    throw new CommandError(
      'refused',
      attempt.result === 'failed'
        ? t`the payment of session ${session} failed${typeof attempt.reason === 'string' ? ` (${attempt.reason})` : ''}; a test that wants that passes --expect failed`
        : t`session ${session} is paid, and --expect said that the payment fails`,
    );
  }
  if (attempt.result === 'paid') {
    hint(context, options, `${context.program} session wait ${session} --for ${options.accreditation}`);
  }
}

function formOf(options: Options): Record<string, string> {
  return {
    metodo: options.method,
    otp: options.otp,
    acreditacion: options.accreditation,
    tipo: options.documentType,
    cedula: options.document,
    telefono: options.phone,
    banco: options.bank,
    ...(options.name !== undefined && { nombre: options.name }),
    ...(options.concept !== undefined && { concepto: options.concept }),
  };
}

/**
 * The page answers a redirect whether the payment went through or not, and pays for whoever knows the session. So the end is
 * read in the account's trace, and before anything is paid the session has to be there.
 */
async function observer(connection: Connection, session: string): Promise<() => Promise<Attempt>> {
  const client = connection.console();
  await assertKnown(client, session);
  return async () => {
    const { data } = await traceOf(client, { session_id: session, order: 'desc', limit: 100 });
    return attemptIn(data);
  };
}

function attemptIn(latestFirst: readonly TraceEvent[]): Attempt {
  const event = latestFirst.find(
    ({ type, data }) =>
      (type === 'session.paid' || type === 'session.payment_failed') && data.source === 'page',
  );
  const { method = null, reason = null } = event?.data ?? {};
  return { result: event?.type === 'session.paid' ? 'paid' : 'failed', method, reason };
}
