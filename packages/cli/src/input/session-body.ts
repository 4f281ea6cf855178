import { chmod, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import faults from 'texts:fault?by-language';
import payer from 'texts:payer';
import { currencies, DAY_MS, isObject, jsonFaultOf, withoutUndefined } from '@svc-simulator/contract';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import { readTextFile } from '@svc-simulator/machine/text-file.ts';
import { messageText } from '@svc-simulator/texts/message.ts';
import { type Texts, textsByLanguage, textsIn } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import type { CliContext, OutputLanguage } from '../cli-context.ts';
import { toCommandError, wrongUsage } from '../failures.ts';
import { defineParameters, type ParsedInput } from '../parameters.ts';
import { printable } from '../rendering/text.ts';
import { parseAmount, parseWebhookUrl } from './values.ts';

export const sessionParameters = defineParameters({
  '--amount <n>': { text: 'field.amount_reference', parse: parseAmount, fallbackText: '10' },
  '--currency <code>': { text: 'field.currency_reference', choices: currencies, fallbackText: 'USD' },
  '--description <text>': 'field.description',
  '--identifier <text>': 'field.identifier',
  '--webhook-url <url>': { text: 'field.webhook_url', parse: parseWebhookUrl },
  '--success-url <url>': 'field.success_url',
  '--failure-url <url>': 'field.failure_url',
  '--agreement <id>': {
    text: 'field.agreement_id',
    env: 'SIM_AGREEMENT_ID',
    fallbackKey: 'cli.session.create.agreement_default',
  },
  '--split <partner=share>': { text: 'cli.session.create.split', parse: parseSplit },
  '--request': 'cli.session.create.request',
  '--due <instant>': { text: 'field.due_date_session', fallbackKey: 'cli.session.create.due_default' },
});

export type SessionOptions = ParsedInput<typeof sessionParameters>;

export interface SessionDefaults {
  readonly agreementId: string | undefined;
  /** The simulator's URL, to which the payer returns by default. */
  readonly url: string;
  readonly nowMs: number;
  readonly program: string;
  /** Language of the payer's example texts. Default: that of the command's output. */
  readonly outputLanguage?: OutputLanguage | undefined;
}

const payerTextsByLanguage = textsByLanguage(payer);

/**
 * Returns the body of a new session: options override the file, and the file overrides defaults.
 * @throws CommandError if no agreement is known
 */
export function sessionBody(
  t: Texts,
  fields: SessionOptions,
  file: Readonly<Record<string, unknown>>,
  { agreementId, url, nowMs, program, outputLanguage }: SessionDefaults,
): Record<string, unknown> {
  if (fields.due !== undefined && !fields.request) throw wrongUsage(t('cli.session.create.due_request'));
  const payerTexts = payerTextsByLanguage(outputLanguage?.code ?? t.lang);
  const defaults = {
    amount_reference: 10,
    currency_reference: 'USD',
    identifier: `cli-${new Date(nowMs).toISOString().slice(0, 19).replace(/\D/g, '')}`,
    identifier_label: payerTexts('payer.example.identifier_label'),
    ...(agreementId !== undefined && { agreement_id: agreementId }),
    ...(fields.request
      ? { due_date_session: new Date(nowMs + DAY_MS).toISOString() }
      : {
          description: payerTexts('payer.example.description'),
          success_url: `${url}/?payment=paid`,
          failure_url: `${url}/?payment=failed`,
        }),
  };
  const body = { ...defaults, ...file, ...withoutUndefined(bodyFromOptions(t, fields)) };
  if (!('agreement_id' in body)) {
    throw wrongUsage(t('cli.session.create.no_agreement', { program }));
  }
  return body;
}

function bodyFromOptions(t: Texts, fields: SessionOptions) {
  return {
    amount_reference: fields.amount,
    currency_reference: fields.currency,
    identifier: fields.identifier,
    description: fields.description,
    agreement_id: fields.agreement,
    webhook_url: fields.webhookUrl,
    split: fields.split && toSplit(t, fields.split),
    success_url: fields.successUrl,
    failure_url: fields.failureUrl,
    due_date_session: fields.due,
  };
}

/**
 * Reads a JSON object from a file, or from standard input for `-`.
 * @throws CommandError if it can't be read or isn't an object
 */
export async function readBodyFile(
  context: CliContext,
  name: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { t } = context;
  const source = sourceName(t, name);
  const text = await readInputText(t, context, name);
  const value = await parseJsonInput(t, text, source);
  if (isObject(value)) return value;
  throw wrongUsage(t('cli.session.create.must_be_object', { source }));
}

type SplitShare =
  | { readonly recipient_id: string; readonly percent: number }
  | { readonly recipient_id: string; readonly amount_reference: number };

/** Parses `--split PARTNER=40%` or `--split PARTNER=12.50`, which may be repeated. */
function parseSplit(
  t: Texts,
  text: string,
  previousShares: readonly SplitShare[] = [],
): readonly SplitShare[] {
  const [, recipient_id, share, percent] = /^([^=]+)=(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  if (recipient_id === undefined) throw new InvalidArgumentError(t('cli.session.create.split_format'));
  const rule = percent
    ? { recipient_id, percent: Number(share) }
    : { recipient_id, amount_reference: Number(share) };
  return [...previousShares, rule];
}

function toSplit(t: Texts, rules: readonly SplitShare[]) {
  const percentCount = rules.filter((rule) => 'percent' in rule).length;
  if (percentCount > 0 && percentCount < rules.length) throw wrongUsage(t('cli.session.create.mixed_split'));
  return { type: percentCount > 0 ? ('percent' as const) : ('absolute' as const), rules };
}

export function sourceName(t: Texts, name: string): string {
  return name === '-' ? t('cli.file.standard_input') : printable(name);
}

/**
 * Reads a file, or standard input for `-`.
 * @throws CommandError if it can't be read
 */
export async function readInputText(
  t: Texts,
  { directory, readStdin }: Pick<CliContext, 'directory' | 'readStdin'>,
  name: string,
): Promise<string> {
  const text = name === '-' ? readStdin() : readTextFile(resolve(directory, name));
  return text.catch(
    toCommandError(t, (code) => t('cli.file.cannot_read', { name: sourceName(t, name), code }), 'usage'),
  );
}

export async function faultTexts({ lang }: Texts): Promise<Texts> {
  return textsIn(lang, await faults[lang]());
}

/**
 * Parses JSON; `source` is its name in messages.
 * @throws CommandError with the place of a syntax error
 */
export async function parseJsonInput(t: Texts, text: string, source: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (parseError) {
    const fault = jsonFaultOf(text);
    if (!fault) throw parseError;
    const error = messageText(await faultTexts(t), fault);
    throw wrongUsage(t('cli.common.not_json', { source: printable(source), error }));
  }
}

/** Writes a file atomically. `mode` sets its permissions. Rejects with the system's error. */
export async function writeFileAtomically(path: string, text: string, mode?: number): Promise<void> {
  const temporaryFile = `${path}.${process.pid}.new`;
  await makeDirectory(dirname(path));
  await writeFile(temporaryFile, text, { mode });
  if (mode !== undefined) await chmod(temporaryFile, mode);
  await rename(temporaryFile, path);
}
