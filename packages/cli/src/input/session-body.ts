import { chmod, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import faults from 'texts:fault?by-language';
import payer from 'texts:payer';
import { currencies, defined, isObject, jsonFaultOf } from '@svc-simulator/contract';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import { readTextFile } from '@svc-simulator/machine/text-file.ts';
import { worded } from '@svc-simulator/texts/message.ts';
import { type Texts, textsByLanguage, textsIn } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import type { CliContext, Reader } from '../cli-context.ts';
import { refusing, wrongUsage } from '../failures.ts';
import { plain } from '../rendering/text.ts';
import { type Given, taking } from '../takes.ts';
import { parseAmount, parseWebhookUrl } from './values.ts';

/** What can be said about a session by options, and all else by `--body`; defaults are filled in later, beneath both. */
export const sessionTakes = taking({
  '--amount <n>': { text: 'field.amount_reference', parse: parseAmount, otherwise: '10' },
  '--currency <code>': { text: 'field.currency_reference', choices: currencies, otherwise: 'USD' },
  '--description <text>': 'field.description',
  '--identifier <text>': 'field.identifier',
  '--webhook-url <url>': { text: 'field.webhook_url', parse: parseWebhookUrl },
  '--success-url <url>': 'field.success_url',
  '--failure-url <url>': 'field.failure_url',
  '--agreement <id>': {
    text: 'field.agreement_id',
    env: 'SIM_AGREEMENT_ID',
    otherwiseText: 'cli.session.create.agreement_default',
  },
  '--split <partner=share>': { text: 'cli.session.create.split', parse: parseSplit },
  '--request': 'cli.session.create.request',
  '--due <instant>': { text: 'field.due_date_session', otherwiseText: 'cli.session.create.due_default' },
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

const says = textsByLanguage(payer);

const DAY_MS = 86_400_000;

/**
 * The body of a new session: what the options say, over what the file says, over defaults for what is required.
 * @throws CommandError when no agreement is known.
 */
export function sessionBody(
  t: Texts,
  fields: SessionFields,
  file: Readonly<Record<string, unknown>>,
  { agreementId, url, nowMs, program, reader }: SessionDefaults,
): Record<string, unknown> {
  if (fields.due !== undefined && !fields.request) throw wrongUsage(t('cli.session.create.due_request'));
  const ofPayer = says(reader?.code ?? t.lang);
  const defaults = {
    amount_reference: 10,
    currency_reference: 'USD',
    identifier: `cli-${new Date(nowMs).toISOString().slice(0, 19).replace(/\D/g, '')}`,
    identifier_label: ofPayer('payer.example.identifier_label'),
    ...(agreementId !== undefined && { agreement_id: agreementId }),
    ...(fields.request
      ? { due_date_session: new Date(nowMs + DAY_MS).toISOString() }
      : {
          description: ofPayer('payer.example.description'),
          success_url: `${url}/?payment=paid`,
          failure_url: `${url}/?payment=failed`,
        }),
  };
  const body = { ...defaults, ...file, ...defined(said(t, fields)) };
  if (!('agreement_id' in body)) {
    throw wrongUsage(t('cli.session.create.agreement_account_none_agreement', { program }));
  }
  return body;
}

function said(t: Texts, fields: SessionFields) {
  return {
    amount_reference: fields.amount,
    currency_reference: fields.currency,
    identifier: fields.identifier,
    description: fields.description,
    agreement_id: fields.agreement,
    webhook_url: fields.webhookUrl,
    split: fields.split && splitOf(t, fields.split),
    success_url: fields.successUrl,
    failure_url: fields.failureUrl,
    due_date_session: fields.due,
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
  const { t } = context;
  const source = sourceOf(t, name);
  const text = await textIn(t, context, name);
  const value = await jsonIn(t, text, source);
  if (isObject(value)) return value;
  throw wrongUsage(t('cli.session.create.must_hold_json_object', { source }));
}

/** What a partner gets of a payment: so many percent, or an amount of it. */
type Rule =
  | { readonly recipient_id: string; readonly percent: number }
  | { readonly recipient_id: string; readonly amount_reference: number };

/** `--split PARTNER=40%` or `--split PARTNER=12.50`; it may be given more than once. */
function parseSplit(t: Texts, text: string, former: readonly Rule[] = []): readonly Rule[] {
  const [, recipient_id, share, percent] = /^([^=]+)=(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  if (recipient_id === undefined)
    throw new InvalidArgumentError(t('cli.session.create.must_partners_id_share'));
  const rule = percent
    ? { recipient_id, percent: Number(share) }
    : { recipient_id, amount_reference: Number(share) };
  return [...former, rule];
}

/** The `split` of a session. @throws CommandError when shares are of two kinds */
function splitOf(t: Texts, rules: readonly Rule[]) {
  const percents = rules.filter((rule) => 'percent' in rule).length;
  if (percents > 0 && percents < rules.length)
    throw wrongUsage(t('cli.session.create.split_either_all_shares'));
  return { type: percents > 0 ? ('percent' as const) : ('absolute' as const), rules };
}

/** What messages call a text that was named so: by its file's name, or `standard input` when that is `-`. */
export function sourceOf(t: Texts, name: string): string {
  return name === '-' ? t('cli.file.standard_input') : plain(name);
}

/**
 * A text from a file, or from standard input when the name is `-`.
 * @throws CommandError when it cannot be read.
 */
export async function textIn(
  t: Texts,
  { directory, readStdin }: Pick<CliContext, 'directory' | 'readStdin'>,
  name: string,
): Promise<string> {
  const reading = name === '-' ? readStdin() : readTextFile(resolve(directory, name));
  return reading.catch(
    refusing(t, (code) => t('cli.file.cannot_read', { name: sourceOf(t, name), code }), 'usage'),
  );
}

/** What has the words of faults, in the language of this reader. */
export async function faultTexts({ lang }: Texts): Promise<Texts> {
  return textsIn(lang, await faults[lang]());
}

/** What a text says as JSON; `source` is what it is called. @throws CommandError that says where it is none. */
export async function jsonIn(t: Texts, text: string, source: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (broken) {
    const fault = jsonFaultOf(text);
    if (!fault) throw broken;
    const error = worded(await faultTexts(t), fault);
    throw wrongUsage(t('cli.common.no_json', { source: plain(source), error }));
  }
}

/** Writes a file that appears whole or not at all; `mode` is for one that only some may read. Rejects with the system's error. */
export async function writeWholeFile(path: string, text: string, mode?: number): Promise<void> {
  const draft = `${path}.${process.pid}.new`;
  await makeDirectory(dirname(path));
  await writeFile(draft, text, { mode });
  if (mode !== undefined) await chmod(draft, mode);
  await rename(draft, path);
}
