import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import { dataDirectoryOf } from '../connection/run-file.ts';
import { refusal, refusing, wrongUsage } from '../failures.ts';
import { writeWholeFile } from '../input/text-source.ts';

const NAME = 'terminals.json';

/** A virtual terminal that was paired here, with what it signs with. */
export interface PairedTerminal {
  readonly serial: string;
  readonly secret_key: string;
  readonly merchant_id: string;
  /** The number of the batch that is open (specification, `batchNumber`: counted by the terminal). */
  readonly batch: number;
  /** True when its merchant was named as such (`--email`), and not by its account. */
  readonly merchant_named?: boolean;
}

/** Where the terminals of a data directory are kept (contract section 8). */
export function terminalsFileOf(
  { directory }: CliContext,
  { data }: { readonly data?: string | undefined },
): string {
  return join(dataDirectoryOf(directory, data), NAME);
}

/** The terminals that are kept in a file, in the order of their pairing; none when there is no file. */
export async function readTerminals(t: Texts, file: string): Promise<readonly PairedTerminal[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw refusal(t('machine.cannot_read', { file, error: fileFault(t, error) }));
  }
  const terminals = parsed(text);
  if (terminals) return terminals;
  throw refusal(t('cli.pos.damaged_delete_link_terminals', { file }));
}

/** Keeps a terminal as the one that was paired last, in place of another with its serial of the same merchant. */
export async function keepTerminal(t: Texts, file: string, terminal: PairedTerminal): Promise<void> {
  const others = (await readTerminals(t, file)).filter((other) => !isSame(other, terminal));
  await writeTerminals(t, file, [...others, terminal]);
}

/** Opens another batch of a terminal, whose place in the file stays. */
export async function keepBatch(
  t: Texts,
  file: string,
  terminal: PairedTerminal,
  batch: number,
): Promise<void> {
  const terminals = await readTerminals(t, file);
  await writeTerminals(
    t,
    file,
    terminals.map((each) => (isSame(each, terminal) ? { ...each, batch } : each)),
  );
}

/** Two accounts may have terminals of one serial. */
function isSame(one: PairedTerminal, other: PairedTerminal): boolean {
  return one.serial === other.serial && one.merchant_id === other.merchant_id;
}

/** Which terminal is meant. */
export interface TerminalChoice {
  readonly serial?: string | undefined;
  /** The merchant that it has to be of; null: of an account that has none. */
  readonly merchantId?: string | null | undefined;
  /** The merchant that it is of, if it has one, unless another one's was named by its serial, or as a merchant when it was paired. */
  readonly ownMerchantId?: string | undefined;
}

/**
 * The terminal with this serial, or without one the terminal that was paired last.
 * @throws CommandError when there is none.
 */
export async function terminalIn(
  t: Texts,
  file: string,
  { serial, merchantId, ownMerchantId }: TerminalChoice,
  program: string,
): Promise<PairedTerminal> {
  const all = await readTerminals(t, file);
  const fits = (terminal: PairedTerminal) => serial === undefined || terminal.serial === serial;
  const of = (merchant: string | null | undefined) =>
    all.filter((terminal) => terminal.merchant_id === merchant && fits(terminal));
  const isAnybodys = merchantId === undefined && (serial !== undefined || ownMerchantId === undefined);
  const own = of(merchantId === undefined ? ownMerchantId : merchantId);
  const others = merchantId === undefined ? all.filter(fits) : [];
  const found = own.at(-1) ?? others.filter((one) => isAnybodys || one.merchant_named).at(-1);
  if (found) return found;
  const missing = t('cli.pos.no_terminal', { serial: serial ?? '' }).trim();
  const pair = `${program} pos pair${serial === undefined ? '' : ` ${serial}`}`;
  const pairOwn = merchantId === undefined ? pair : t('cli.pos.same_key', { pair });
  throw wrongUsage(
    isAnybodys
      ? t('cli.pos.linked_link', { missing, file, pair })
      : t('cli.pos.account_linked_link', { missing, file, pairOwn }),
  );
}

/** For the owner only, since it holds secrets. */
async function writeTerminals(t: Texts, file: string, terminals: readonly PairedTerminal[]): Promise<void> {
  const text = `${JSON.stringify({ terminals }, null, 2)}\n`;
  await writeWholeFile(file, text, 0o600).catch(
    refusing(t, (code) => t('cli.pos.cannot_written_terminals_kept', { file, code })),
  );
}

function parsed(text: string): readonly PairedTerminal[] | undefined {
  try {
    const terminals: unknown = JSON.parse(text)?.terminals;
    return Array.isArray(terminals) && terminals.every(isTerminal) ? terminals : undefined;
  } catch {
    return undefined;
  }
}

function isTerminal(value: Partial<PairedTerminal> | null): value is PairedTerminal {
  return (
    typeof value?.serial === 'string' &&
    typeof value.secret_key === 'string' &&
    typeof value.merchant_id === 'string' &&
    Number.isSafeInteger(value.batch)
  );
}
