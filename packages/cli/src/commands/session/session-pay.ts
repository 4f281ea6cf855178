import { problemOf } from '@svc-simulator/client';
import { defined, submitPayment, type TraceEvent } from '@svc-simulator/contract';
import { language, t } from '@svc-simulator/core';
import type { Connection } from '../../connection/connection.ts';
import { refusal, wrongUsage } from '../../failures.ts';
import { sessionOf, traceOf } from '../../input/session-filter.ts';
import { plainCommand } from '../../plain-command.ts';
import { plain } from '../../rendering/text.ts';
import { type Given, taking } from '../../takes.ts';

/** How the attempt ended. */
interface Attempt {
  readonly result: 'paid' | 'failed';
  readonly method: unknown;
  readonly reason: unknown;
}

const payTakes = taking({
  '[session]': 'id of the session (default: the newest)',
  '--otp <key>': {
    text: '000000 pays, 111111 insufficient funds, 222222 wrong key, 333333 limit',
    fallback: '000000',
  },
  '--method <method>': {
    text: 'one that the agreement takes',
    choices: ['immediate_debit', 'mobile_payment', 'crypto'],
    fallback: 'immediate_debit',
  },
  '--accreditation <end>': {
    text: 'how leg 2 is to end',
    choices: ['accredited', 'accreditation_to_recipient_failed'],
    fallback: 'accredited',
  },
  '--document <number>': { text: "the payer's document", fallback: '12345678' },
  '--phone <number>': { text: "the payer's phone", fallback: '04141234567' },
  '--bank <code>': { text: "the payer's bank", fallback: '0102' },
  '--name <text>': "the payer's name",
  '--expect <result>': {
    text: 'how the payment is to end; exit code 1 when it ends otherwise',
    choices: ['paid', 'failed'],
    fallback: 'paid',
  },
});

export const declare = plainCommand({
  takes: payTakes,
  json: 'print {"session_id","result","method","reason","redirect"}',
  call: async ({ connection, given, context }) => {
    if (/^\d{6}$/.test(given.key ?? ''))
      throw wrongUsage(t`--key is the API token of the account; what the payer types is --otp ${given.key}`);
    // The page pays for whoever knows the session; here it has to be one of the account.
    const session = await sessionOf(connection.console(), given.session, {
      making: context.makesSession,
      failure: refusal,
    });
    const response = await connection.open().send(submitPayment, {
      params: { id: session },
      query: { lang: language() },
      form: formOf(given),
      headers: { accept: 'application/problem+json' },
    });
    if (response.status !== 303 && response.status !== 200) throw await problemOf(response);
    await response.body?.cancel();
    const redirect = response.headers.get('location');
    return { data: { session_id: session, ...(await attemptAt(connection, session)), redirect } };
  },
  lines: ({ result, method, reason }, colours) => {
    const end = result === 'paid' ? colours.green(t`paid`) : colours.red(t`failed`);
    const details = [method, reason].filter((detail) => typeof detail === 'string');
    return [[end, ...details.map((detail) => plain(detail))].join('  ')];
  },
  next: ({ session_id, result, reason }, { given: { expect, accreditation }, context }) => {
    if (result !== expect)
      throw refusal(
        result === 'failed'
          ? t`the payment of session ${session_id} failed${typeof reason === 'string' ? ` (${reason})` : ''}; a test that wants that passes --expect failed`
          : t`session ${session_id} is paid, and --expect said that the payment fails`,
      );
    return result === 'paid'
      ? `${context.program} session wait ${session_id} --for ${accreditation}`
      : undefined;
  },
});

function formOf(given: Given<typeof payTakes>): Record<string, string> {
  return {
    metodo: given.method,
    otp: given.otp,
    acreditacion: given.accreditation,
    tipo: 'V',
    cedula: given.document,
    telefono: given.phone,
    banco: given.bank,
    ...defined({ nombre: given.name }),
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
  const { method = null, reason = null } = event?.data ?? {};
  return { result: event?.type === 'session.paid' ? 'paid' : 'failed', method, reason };
}
