import type { Client } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../../cli-context.ts';
import type { Connection } from '../../connection/connection.ts';
import { filterOf, sessionOf, traceOf, wholeSession } from '../../connection/session-filter.ts';
import { milestoneText, parseMilestone } from '../../expectations/condition.ts';
import { refusal, wrongUsage } from '../../failures.ts';
import { readBody, sessionBody, sessionTakes } from '../../input/session-body.ts';
import { pageOf, plainCommand, runCommand } from '../../plain-command.ts';
import { newSessionLines, reasonText, sessionLines } from '../../rendering/session-lines.ts';
import { plain } from '../../rendering/text.ts';
import { type Given, taking } from '../../takes.ts';
import { wordIn } from '../../texts/area-texts.ts';
import { viewCommand } from '../../view-command.ts';
import { waitFor, waitTakes, whereTakes } from '../wait.ts';

const newSessionTakes = taking({ ...sessionTakes, '--body <file>': 'cli.session.create.body' });
type NewSession = Given<typeof newSessionTakes>;

export const create = runCommand({
  takes: newSessionTakes,
  run: async ({ t, given, context, connect, report, hint }) => {
    const data = await newSession(context, await connect(), { ...given });
    report(data, (colours) => newSessionLines(data, colours));
    hint(t('cli.session.create.open_payment_page_session', { program: context.program, id: data.id }));
  },
});

/** Creates a session from the options. @throws CommandError if no agreement is known */
export async function newSession(context: CliContext, connection: Connection, options: NewSession) {
  const file = options.body === undefined ? {} : await readBody(context, options.body);
  const body = sessionBody(context.t, options, file, {
    agreementId: connection.account?.agreement_id ?? (await latestAgreement(connection, options, file)),
    url: connection.url,
    nowMs: context.now(),
    program: context.program,
    reader: context.reader,
  });
  const { data } = options.request
    ? await connection.callUnchecked(api.createRequestSession, { body })
    : await connection.callUnchecked(api.createButtonSession, { body });
  return data;
}

/** Returns the newest agreement of an account that isn't in the run file. */
async function latestAgreement(
  client: Client,
  { agreement }: NewSession,
  file: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if (agreement !== undefined || 'agreement_id' in file) return undefined;
  const { data } = await client.call(api.listAgreements, { query: { limit: 1 } });
  return data[0]?.agreement_id;
}

interface Attempt {
  readonly result: 'paid' | 'failed';
  readonly method: unknown;
  readonly reason: unknown;
  readonly user_message?: unknown;
}

const sessionPayTakes = taking({
  '[session]': 'cli.session.pay.session',
  '--otp <key>': { text: 'field.otp', fallback: '000000' },
  '--method <method>': {
    text: 'cli.session.pay.method',
    choices: ['immediate_debit', 'mobile_payment', 'crypto'],
    fallback: 'immediate_debit',
  },
  '--accreditation <end>': {
    text: 'cli.session.pay.accreditation',
    choices: ['accredited', 'accreditation_to_recipient_failed'],
    isEvent: true,
    fallback: 'accredited',
  },
  '--expect <result>': {
    text: 'cli.session.pay.expect',
    ...{ choices: ['paid', 'failed'], isEvent: true, fallback: 'paid' },
  },
});

export const pay = plainCommand({
  takes: sessionPayTakes,
  call: async ({ t, connection, given }) => {
    if (given.key && /^\d{6}$/.test(given.key))
      throw wrongUsage(t('cli.session.pay.key_api_token_account', { key: given.key }));
    // The payment page accepts any session id; here the session must belong to the account.
    const session = await sessionOf(t, connection, given.session, refusal);
    const { headers } = await connection.call(api.submitPayment, {
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

function whyFailed(
  t: Texts,
  { reason, user_message: payerMessage }: Pick<Attempt, 'reason' | 'user_message'>,
): string[] {
  if (typeof payerMessage === 'string') return [plain(payerMessage)];
  return typeof reason === 'string' ? [reasonText(t, reason)] : [];
}

function formOf(options: Given<typeof sessionPayTakes>): Record<string, string> {
  return {
    metodo: options.method,
    otp: options.otp,
    acreditacion: options.accreditation,
    tipo: 'V',
    cedula: '12345678',
    telefono: '04141234567',
    banco: '0102',
  };
}

/** Reads the result in the account's trace, since the page redirects for success and failure alike. */
async function attemptAt(connection: Connection, session: string): Promise<Attempt> {
  const query = { session_id: session, order: 'desc', limit: 100 };
  return payAttemptIn((await traceOf(connection, query)).data);
}

function payAttemptIn(latestFirst: readonly api.TraceEvent[]): Attempt {
  const event = latestFirst.find(
    ({ type, data }) =>
      (type === 'session.paid' || type === 'session.payment_failed') && data.source === 'page',
  );
  const { method = null, reason = null, user_message } = event?.data ?? {};
  const result = event?.type === 'session.paid' ? 'paid' : 'failed';
  return { result, method, reason, ...(user_message !== undefined && { user_message }) };
}

export const wait = runCommand({
  takes: {
    '<session>': 'cli.common.session_id',
    '--for <what>': {
      text: milestoneText,
      parse: (t: Texts, name: string) => parseMilestone(t, name),
      required: true,
    },
    ...whereTakes,
    ...waitTakes,
  },
  json: 'cli.common.json',
  run: async (at) => {
    const { session: sessionOption, for: milestone, where } = at.given;
    const connection = await at.connect();
    const session = await filterOf(at.t, connection, sessionOption, refusal);
    await waitFor(at, connection, { milestone, session, where });
  },
});

export const sessionCommands = {
  create,
  pay,
  wait,

  list: viewCommand(api.sessionView, {
    takes: {
      '--status <status>': { text: 'cli.common.status', choices: api.sessionStatuses },
      '--by <who>': { text: 'cli.common.by', choices: api.byFilters },
      '--q <text>': 'field.q.console',
    },
    call: ({ connection, given }) => {
      const { status, by, q } = given;
      return connection.call(api.listSessions, { query: { status, by, q, ...pageOf(given) } });
    },
  }),

  show: plainCommand({
    takes: { '[session]': 'cli.session.pay.session' },
    call: async ({ t, connection, given: { session } }) =>
      connection.call(api.getSessionStatus, {
        params: {
          session_id: session
            ? await wholeSession(t, connection, session)
            : await sessionOf(t, connection, undefined),
        },
      }),
    lines: sessionLines,
  }),

  expire: plainCommand({
    takes: { '<session>': 'cli.common.session_id' },
    call: async ({ t, connection, given: { session } }) =>
      connection.call(api.expireSession, {
        params: { session_id: await wholeSession(t, connection, session) },
      }),
    lines: sessionLines,
  }),
};
