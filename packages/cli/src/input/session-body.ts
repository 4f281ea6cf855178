import { currencies, DEFAULT_DURATION_MINUTES, defined, isObject } from '@svc-simulator/contract';
import { language, t, translatedForeign } from '@svc-simulator/core';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import { InvalidArgumentError } from 'commander';
import type { CliContext, Reader } from '../cli-context.ts';
import { wrongUsage } from '../failures.ts';
import { type Given, taking } from '../takes.ts';
import { sourceOf, textIn } from './text-source.ts';
import { parseAmount, parseWebhookUrl, parseWholeNumber } from './values.ts';

/** What can be said about a session by options, all of it by `--body`; defaults are filled in later, beneath both. */
export const sessionTakes = taking({
  '--amount <n>': { text: 'amount in the reference currency', parse: parseAmount, otherwise: '10' },
  '--currency <code>': { text: 'reference currency', choices: currencies, otherwise: 'USD' },
  '--description <text>': 'what the payment is for',
  '--identifier <text>': 'your own reference that the payer sees, such as an order number',
  '--reference <text>': 'your own reference that the payer does not see',
  '--webhook-url <url>': { text: 'where the webhooks of this session go', parse: parseWebhookUrl },
  '--success-url <url>': 'where the payer goes after paying',
  '--failure-url <url>': 'where the payer goes after a failed payment',
  '--agreement <id>': {
    text: 'agreement',
    env: 'SIM_AGREEMENT_ID',
    otherwise: "the demo account's; of another account: its newest",
  },
  '--split <partner=share>': {
    text: 'what a partner gets: 40%, or an amount such as 12.50; may be repeated',
    parse: parseSplit,
  },
  '--duration <minutes>': {
    text: 'of a button: 5 to 20',
    parse: parseWholeNumber,
    otherwise: String(DEFAULT_DURATION_MINUTES),
  },
  '--request': 'a request instead of a button: it has a due date, and can be tried again',
  '--due <instant>': { text: 'of a request: ISO 8601', otherwise: 'in a day' },
  '--deactivate': 'of a request: it expires at its due date',
});

export type SessionFields = Given<typeof sessionTakes>;

export interface SessionDefaults {
  /** The agreement to use when none is named; undefined when none is known. */
  readonly agreementId: string | undefined;
  /** The simulator's address, where the payer lands when no URL is given. */
  readonly url: string;
  readonly nowMs: number;
  /** How `sim` is called here. */
  readonly program: string;
  /** Of the texts that the payer sees; without it, that of the command's output. */
  readonly reader?: Reader | undefined;
}

const texts = {
  en: { identifier_label: 'Order', description: 'A test payment' },
  es: { identifier_label: 'Pedido', description: 'Un pago de prueba' },
};

const DAY_MS = 86_400_000;

/**
 * The body of a new session: what the options say, over what the file says, over defaults for what is required.
 * @throws CommandError when no agreement is known.
 */
export function sessionBody(
  fields: SessionFields,
  file: Readonly<Record<string, unknown>>,
  { agreementId, url, nowMs, program, reader }: SessionDefaults,
): Record<string, unknown> {
  const defaults = {
    amount_reference: 10,
    currency_reference: 'USD',
    identifier: `cli-${new Date(nowMs).toISOString().slice(0, 19).replace(/\D/g, '')}`,
    ...(agreementId !== undefined && { agreement_id: agreementId }),
    ...(fields.request
      ? { due_date_session: new Date(nowMs + DAY_MS).toISOString() }
      : {
          ...texts[reader?.code ?? language()],
          success_url: `${url}/?payment=paid`,
          failure_url: `${url}/?payment=failed`,
        }),
  };
  const body = { ...defaults, ...file, ...defined(said(fields)) };
  if (!('agreement_id' in body)) {
    throw wrongUsage(
      t`which agreement? the account has none; ${program} agreement create TITLE makes one, --agreement names another`,
    );
  }
  return body;
}

function said(fields: SessionFields) {
  return {
    amount_reference: fields.amount,
    currency_reference: fields.currency,
    identifier: fields.identifier,
    description: fields.description,
    internal_reference: fields.reference,
    agreement_id: fields.agreement,
    webhook_url: fields.webhookUrl,
    split: fields.split && splitOf(fields.split),
    success_url: fields.successUrl,
    failure_url: fields.failureUrl,
    duration_minutes: fields.duration,
    due_date_session: fields.due,
    due_date_reached_behavior: fields.deactivate ? 'deactivate' : undefined,
  };
}

/**
 * A JSON object from a file, or from standard input when the name is `-`.
 * @throws CommandError when it cannot be read or is none.
 */
export async function readBody(
  context: CliContext,
  name: string,
): Promise<Readonly<Record<string, unknown>>> {
  const source = sourceOf(name);
  const text = await textIn(context, name);
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    throw wrongUsage(t`${source} is no JSON: ${translatedForeign(messageOf(error))}`);
  }
  throw wrongUsage(t`${source} must hold a JSON object, the body of a session`);
}

/** What a partner gets of a payment: so many percent, or an amount of it. */
type Rule =
  | { readonly recipient_id: string; readonly percent: number }
  | { readonly recipient_id: string; readonly amount_reference: number };

/** `--split PARTNER=40%` or `--split PARTNER=12.50`; it may be given more than once. */
function parseSplit(text: string, former: readonly Rule[] = []): readonly Rule[] {
  const [, recipient_id, share, percent] = /^([^=]+)=(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  if (recipient_id === undefined)
    throw new InvalidArgumentError(
      t`It must be a partner's id and a share, such as PARTNER=40% or PARTNER=12.50.`,
    );
  const rule = percent
    ? { recipient_id, percent: Number(share) }
    : { recipient_id, amount_reference: Number(share) };
  return [...former, rule];
}

/** The `split` of a session. @throws CommandError when shares are of two kinds */
function splitOf(rules: readonly Rule[]) {
  const percents = rules.filter((rule) => 'percent' in rule).length;
  if (percents > 0 && percents < rules.length)
    throw wrongUsage(t`--split: either all shares are percents or all are amounts`);
  return { type: percents > 0 ? ('percent' as const) : ('absolute' as const), rules };
}
