import { submitPayment, type TraceEvent } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Connection } from '../../connection/connection.ts';
import { sessionOf, traceOf } from '../../connection/session-filter.ts';
import { refusal, wrongUsage } from '../../failures.ts';
import { plainCommand } from '../../plain-command.ts';
import { reasonText } from '../../rendering/session-lines.ts';
import { plain } from '../../rendering/text.ts';
import { type Given, taking } from '../../takes.ts';
import { wordIn } from '../../texts/area-texts.ts';

/** How the attempt ended. */
interface Attempt {
  readonly result: 'paid' | 'failed';
  readonly method: unknown;
  readonly reason: unknown;
  /** What a script has the payer told in place of the reason. */
  readonly user_message?: unknown;
}

const payTakes = taking({
  '[session]': 'cli.session.pay.session',
  '--otp <key>': {
    text: 'field.otp',
    fallback: '000000',
  },
  '--method <method>': {
    text: 'cli.session.pay.method',
    choices: ['immediate_debit', 'mobile_payment', 'crypto'],
    fallback: 'immediate_debit',
  },
  '--accreditation <end>': {
    text: 'cli.session.pay.accreditation',
    choices: ['accredited', 'accreditation_to_recipient_failed'],
    fallback: 'accredited',
  },
  '--expect <result>': {
    text: 'cli.session.pay.expect',
    choices: ['paid', 'failed'],
    fallback: 'paid',
  },
});

export const declare = plainCommand({
  takes: payTakes,
  json: 'cli.session.pay.json',
  call: async ({ t, connection, given }) => {
    if (given.key && /^\d{6}$/.test(given.key))
      throw wrongUsage(t('cli.session.pay.key_api_token_account', { key: given.key }));
    // The page pays for whoever knows the session; here it has to be one of the account.
    const session = await sessionOf(t, connection.console(), given.session, refusal);
    const { headers } = await connection.open().call(submitPayment, {
      params: { id: session },
      query: { lang: t.lang },
      form: formOf(given),
      headers: { accept: 'application/problem+json' },
    });
    const redirect = headers.get('location');
    return { data: { session_id: session, ...(await attemptAt(connection, session)), redirect } };
  },
  lines: ({ result, method, ...attempt }, colours) => {
    const { t } = colours;
    const end =
      result === 'paid' ? colours.green(wordIn(t, 'status', 'paid')) : colours.red(t('cli.common.failed'));
    const how = typeof method === 'string' ? [wordIn(t, 'method', method)] : [];
    return [[end, ...how, ...whyFailed(t, attempt)].join('  ')];
  },
  next: ({ session_id, result, ...attempt }, { t, given: { expect, accreditation }, context }) => {
    if (result !== expect)
      throw refusal(
        result === 'failed'
          ? t('cli.session.pay.payment_session_failed_test', {
              session_id,
              value: whyFailed(t, attempt)
                .map((why) => ` (${why})`)
                .join(''),
            })
          : t('cli.session.pay.session_paid_expect_said', { session_id }),
      );
    return result === 'paid'
      ? `${context.program} session wait ${session_id} --for ${accreditation}`
      : undefined;
  },
});

/** What the payer was told. */
function whyFailed(
  t: Texts,
  { reason, user_message: told }: Pick<Attempt, 'reason' | 'user_message'>,
): string[] {
  if (typeof told === 'string') return [plain(told)];
  return typeof reason === 'string' ? [reasonText(t, reason)] : [];
}

function formOf(given: Given<typeof payTakes>): Record<string, string> {
  return {
    metodo: given.method,
    otp: given.otp,
    acreditacion: given.accreditation,
    tipo: 'V',
    cedula: '12345678',
    telefono: '04141234567',
    banco: '0102',
  };
}

/** The page answers a redirect whether the payment went through or not, so its end is read in the account's trace. */
async function attemptAt(connection: Connection, session: string): Promise<Attempt> {
  const query = { session_id: session, order: 'desc', limit: 100 };
  return attemptIn((await traceOf(connection.console(), query)).data);
}

function attemptIn(latestFirst: readonly TraceEvent[]): Attempt {
  const event = latestFirst.find(
    ({ type, data }) =>
      (type === 'session.paid' || type === 'session.payment_failed') && data.source === 'page',
  );
  const { method = null, reason = null, user_message } = event?.data ?? {};
  const result = event?.type === 'session.paid' ? 'paid' : 'failed';
  return { result, method, reason, ...(user_message !== undefined && { user_message }) };
}
