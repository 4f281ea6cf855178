import type { Client } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../../cli-context.ts';
import type { Connection } from '../../connection/connection.ts';
import {
  completeSessionId,
  fetchTrace,
  resolveSession,
  resolveSessionFilter,
} from '../../connection/session-filter.ts';
import { milestoneText, parseMilestone } from '../../expectations/condition.ts';
import { refusal, wrongUsage } from '../../failures.ts';
import { readBodyFile, sessionBody, sessionParameters } from '../../input/session-body.ts';
import { defineParameters, type ParsedInput } from '../../parameters.ts';
import { newSessionLines, reasonText, sessionLines } from '../../rendering/session-lines.ts';
import { printable } from '../../rendering/text.ts';
import { pageQuery, requestCommand, runCommand } from '../../request-command.ts';
import { wordIn } from '../../texts/view-texts.ts';
import { viewCommand } from '../../view-command.ts';
import { waitFor, waitParameters, whereParameters } from '../wait.ts';

const newSessionParameters = defineParameters({
  ...sessionParameters,
  '--body <file>': 'cli.session.create.body',
});
type NewSessionInput = ParsedInput<typeof newSessionParameters>;

export const createCommand = runCommand({
  parameters: newSessionParameters,
  run: async ({ t, values, context, connect, report, hint }) => {
    const data = await createSession(context, await connect(), { ...values });
    report(data, (style) => newSessionLines(data, style));
    hint(t('cli.session.create.next_step', { program: context.program, id: data.id }));
  },
});

/**
 * Creates a session from the options.
 * @throws CommandError if no agreement is known
 */
export async function createSession(context: CliContext, connection: Connection, options: NewSessionInput) {
  const file = options.body === undefined ? {} : await readBodyFile(context, options.body);
  const body = sessionBody(context.t, options, file, {
    agreementId: connection.account?.agreement_id ?? (await findLatestAgreement(connection, options, file)),
    url: connection.url,
    nowMs: context.now(),
    program: context.program,
    outputLanguage: context.outputLanguage,
  });
  const { data } = options.request
    ? await connection.callUnchecked(api.createRequestSession, { body })
    : await connection.callUnchecked(api.createButtonSession, { body });
  return data;
}

async function findLatestAgreement(
  client: Client,
  { agreement }: NewSessionInput,
  file: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if (agreement !== undefined || 'agreement_id' in file) return undefined;
  const { data } = await client.call(api.listAgreements, { query: { limit: 1 } });
  return data[0]?.agreement_id;
}

interface PaymentResult {
  readonly result: 'paid' | 'failed';
  readonly method: unknown;
  readonly reason: unknown;
  readonly user_message?: unknown;
}

const sessionPayParameters = defineParameters({
  '[session]': 'cli.session.pay.session',
  '--otp <key>': { text: 'field.otp', fallback: '000000' },
  '--method <method>': {
    text: 'cli.session.pay.method',
    choices: api.paymentMethods,
    fallback: 'immediate_debit',
  },
  '--accreditation <end>': {
    text: 'cli.session.pay.accreditation',
    choices: ['accredited', 'accreditation_to_recipient_failed'],
    acceptsEventNames: true,
    fallback: 'accredited',
  },
  '--expect <result>': {
    text: 'cli.session.pay.expect',
    choices: ['paid', 'failed'],
    acceptsEventNames: true,
    fallback: 'paid',
  },
});

export const payCommand = requestCommand({
  parameters: sessionPayParameters,
  call: async ({ t, connection, values }) => {
    if (values.key && /^\d{6}$/.test(values.key))
      throw wrongUsage(t('cli.session.pay.key_is_no_otp', { key: values.key }));
    // `resolveSession` refuses another account's session, which the payment page would accept.
    const session = await resolveSession(t, connection, values.session, refusal);
    const { headers } = await connection.call(api.submitPayment, {
      params: { id: session },
      query: { lang: t.lang },
      form: paymentForm(values),
      headers: { accept: 'application/problem+json' },
    });
    const redirect = headers.get('location');
    return { data: { session_id: session, ...(await readAttempt(connection, session)), redirect } };
  },
  lines: ({ result, method, ...attempt }, style) => {
    const { t } = style;
    const resultText =
      result === 'paid' ? style.green(wordIn(t, 'status', 'paid')) : style.red(t('cli.common.failed'));
    const methodTexts = typeof method === 'string' ? [wordIn(t, 'method', method)] : [];
    return [[resultText, ...methodTexts, ...failureTexts(t, attempt)].join('  ')];
  },
  next: ({ session_id, result, ...attempt }, { t, values: { expect, accreditation }, context }) => {
    if (result !== expect)
      throw refusal(
        result === 'failed'
          ? t('cli.session.pay.unexpected_failure', {
              session_id,
              value: failureTexts(t, attempt)
                .map((text) => ` (${text})`)
                .join(''),
            })
          : t('cli.session.pay.unexpected_payment', { session_id }),
      );
    return result === 'paid'
      ? `${context.program} session wait ${session_id} --for ${accreditation}`
      : undefined;
  },
});

function failureTexts(
  t: Texts,
  { reason, user_message: payerMessage }: Pick<PaymentResult, 'reason' | 'user_message'>,
): string[] {
  if (typeof payerMessage === 'string') return [printable(payerMessage)];
  return typeof reason === 'string' ? [reasonText(t, reason)] : [];
}

function paymentForm(options: ParsedInput<typeof sessionPayParameters>): Record<string, string> {
  const { method: metodo, otp, accreditation: acreditacion } = options;
  return { ...api.examplePayer, metodo, otp, acreditacion };
}

/** Reads the result from the account's trace, because the page redirects for success and failure alike. */
async function readAttempt(connection: Connection, session: string): Promise<PaymentResult> {
  const query = { session_id: session, order: 'desc', limit: 100 };
  return findAttempt((await fetchTrace(connection, query)).data);
}

function findAttempt(latestFirst: readonly api.TraceEvent[]): PaymentResult {
  const event = latestFirst.find(
    ({ type, data }) =>
      (type === 'session.paid' || type === 'session.payment_failed') && data.source === 'page',
  );
  const { method = null, reason = null, user_message } = event?.data ?? {};
  const result = event?.type === 'session.paid' ? 'paid' : 'failed';
  return { result, method, reason, ...(user_message !== undefined && { user_message }) };
}

export const waitCommand = runCommand({
  parameters: {
    '<session>': 'cli.common.session_id',
    '--for <what>': {
      text: milestoneText,
      parse: (t: Texts, name: string) => parseMilestone(t, name),
      required: true,
    },
    ...whereParameters,
    ...waitParameters,
  },
  json: 'cli.common.json',
  run: async (call) => {
    const { session: sessionOption, for: milestone, where } = call.values;
    const connection = await call.connect();
    const session = await resolveSessionFilter(call.t, connection, sessionOption, refusal);
    await waitFor(call, connection, { milestone, session, where });
  },
});

export const sessionCommands = {
  create: createCommand,
  pay: payCommand,
  wait: waitCommand,

  list: viewCommand(api.sessionView, {
    parameters: {
      '--status <status>': { text: 'cli.common.status', choices: api.sessionStatuses },
      '--by <who>': { text: 'cli.common.by', choices: api.byFilters },
      '--q <text>': 'field.q.console',
    },
    call: ({ connection, values }) => {
      const { status, by, q } = values;
      return connection.call(api.listSessions, { query: { status, by, q, ...pageQuery(values) } });
    },
  }),

  show: requestCommand({
    parameters: { '[session]': 'cli.session.pay.session' },
    call: async ({ t, connection, values: { session } }) =>
      connection.call(api.getSessionStatus, {
        params: {
          session_id: session
            ? await completeSessionId(t, connection, session)
            : await resolveSession(t, connection, undefined),
        },
      }),
    lines: sessionLines,
  }),

  expire: requestCommand({
    parameters: { '<session>': 'cli.common.session_id' },
    call: async ({ t, connection, values: { session } }) =>
      connection.call(api.expireSession, {
        params: { session_id: await completeSessionId(t, connection, session) },
      }),
    lines: sessionLines,
  }),
};
