import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  buildUrl,
  type CallResult,
  type DataOf,
  type LooseRequest,
  ProblemError,
} from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import { type Connection, type ConnectionOptions, connect, namesAccount } from '../connection/connection.ts';
import { dataDirectoryOf } from '../connection/run-file.ts';
import { CommandError, refusal, toCommandError, wrongUsage } from '../failures.ts';
import { writeFileAtomically } from '../input/session-body.ts';
import { defineParameters, type ParsedInput } from '../parameters.ts';
import { fetchAllPages, pageQuery } from '../request-command.ts';

const TERMINALS_FILE = 'terminals.json';

export interface PairedTerminal {
  readonly serial: string;
  readonly secret_key: string;
  readonly merchant_id: string;
  /** Number of the open batch, which the terminal counts (specification, `batchNumber`). */
  readonly batch: number;
  /** True if `--email` named the terminal's merchant at pairing. */
  readonly merchant_named?: boolean;
}

export function terminalsFilePath(
  { directory }: CliContext,
  { data }: { readonly data?: string | undefined },
): string {
  return join(dataDirectoryOf(directory, data), TERMINALS_FILE);
}

/** Returns the terminals in the order of their pairing; empty if the file doesn't exist. */
export async function readTerminals(t: Texts, file: string): Promise<readonly PairedTerminal[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw refusal(t('machine.cannot_read', { file, error: fileFault(t, error) }));
  }
  const terminals = parseTerminals(text);
  if (terminals) return terminals;
  throw refusal(t('cli.pos.damaged_file', { file }));
}

export async function saveTerminal(t: Texts, file: string, terminal: PairedTerminal): Promise<void> {
  const otherTerminals = (await readTerminals(t, file)).filter((entry) => !isSameTerminal(entry, terminal));
  await writeTerminals(t, file, [...otherTerminals, terminal]);
}

/** Stores the number of the open batch; the terminal keeps its position in the file. */
export async function saveBatch(
  t: Texts,
  file: string,
  terminal: PairedTerminal,
  batch: number,
): Promise<void> {
  const terminals = await readTerminals(t, file);
  await writeTerminals(
    t,
    file,
    terminals.map((entry) => (isSameTerminal(entry, terminal) ? { ...entry, batch } : entry)),
  );
}

/** Also compares the merchants, because two accounts can have terminals with the same serial. */
function isSameTerminal(a: PairedTerminal, b: PairedTerminal): boolean {
  return a.serial === b.serial && a.merchant_id === b.merchant_id;
}

export interface TerminalChoice {
  readonly serial?: string | undefined;
  /** The required merchant; null if the account has no merchant, so that no terminal matches. */
  readonly merchantId?: string | null | undefined;
  /** The merchant to prefer if `merchantId` is undefined. */
  readonly ownMerchantId?: string | undefined;
}

/**
 * Returns the terminal that was paired last. If `serial` is given, chooses among the terminals with that
 * serial. If `merchantId` is given, chooses among the terminals of that merchant. If not, in this order:
 * 1. among the terminals of `ownMerchantId`
 * 2. among the terminals whose merchant `--email` named at pairing; also among all others if `serial` is given
 *    or `ownMerchantId` is undefined
 * @throws CommandError if no terminal matches
 */
export async function chooseTerminal(
  t: Texts,
  file: string,
  { serial, merchantId, ownMerchantId }: TerminalChoice,
  program: string,
): Promise<PairedTerminal> {
  const terminals = await readTerminals(t, file);
  const hasSerial = (terminal: PairedTerminal) => serial === undefined || terminal.serial === serial;
  const ofMerchant = (merchant: string | null | undefined) =>
    terminals.filter((terminal) => terminal.merchant_id === merchant && hasSerial(terminal));
  const acceptsAnyMerchant =
    merchantId === undefined && (serial !== undefined || ownMerchantId === undefined);
  const ownTerminals = ofMerchant(merchantId === undefined ? ownMerchantId : merchantId);
  const candidates = merchantId === undefined ? terminals.filter(hasSerial) : [];
  const chosenTerminal =
    ownTerminals.at(-1) ??
    candidates.filter((terminal) => acceptsAnyMerchant || terminal.merchant_named).at(-1);
  if (chosenTerminal) return chosenTerminal;
  const missing = t('cli.pos.no_terminal', { serial: serial ?? '' }).trim();
  const pairCommand = `${program} pos pair${serial === undefined ? '' : ` ${serial}`}`;
  const pairHint = merchantId === undefined ? pairCommand : t('cli.pos.same_key', { pair: pairCommand });
  throw wrongUsage(
    acceptsAnyMerchant
      ? t('cli.pos.link_terminal', { missing, file, pair: pairCommand })
      : t('cli.pos.link_terminal_of_account', { missing, file, pairOwn: pairHint }),
  );
}

async function writeTerminals(t: Texts, file: string, terminals: readonly PairedTerminal[]): Promise<void> {
  const text = `${JSON.stringify({ terminals }, null, 2)}\n`;
  await writeFileAtomically(file, text, 0o600).catch(
    toCommandError(t, (code) => t('cli.pos.cannot_write_terminals', { file, code })),
  );
}

function parseTerminals(text: string): readonly PairedTerminal[] | undefined {
  try {
    const terminals: unknown = JSON.parse(text)?.terminals;
    return Array.isArray(terminals) && terminals.every(isPairedTerminal) ? terminals : undefined;
  } catch {
    return undefined;
  }
}

function isPairedTerminal(value: Partial<PairedTerminal> | null): value is PairedTerminal {
  return (
    typeof value?.serial === 'string' &&
    typeof value.secret_key === 'string' &&
    typeof value.merchant_id === 'string' &&
    Number.isSafeInteger(value.batch)
  );
}

export type CardPayment = api.BodyOf<typeof api.commitTransaction>;
export type PosTransaction = DataOf<typeof api.commitTransaction>;
export type Settlement = DataOf<typeof api.createSettlement>;

export class TerminalCalls {
  readonly #context: CliContext;
  readonly #connection: Connection;
  readonly #terminal: PairedTerminal;

  constructor(context: CliContext, connection: Connection, terminal: PairedTerminal) {
    this.#context = context;
    this.#connection = connection;
    this.#terminal = terminal;
  }

  list(
    statuses: readonly api.TransactionStatus[],
    page: Parameters<typeof pageQuery>[0],
  ): Promise<CallResult<readonly PosTransaction[]>> {
    const query = { 'status[in]': statuses.join(','), ...pageQuery(page) };
    return this.#call(api.listTerminalTransactions, { query });
  }

  async listAllOldestFirst(
    ...statuses: readonly api.TransactionStatus[]
  ): Promise<readonly PosTransaction[]> {
    return (await fetchAllPages((query) => this.list(statuses, query))).reverse();
  }

  async pay(orderId: string, body: api.BodyOf<typeof api.commitTransaction>): Promise<PosTransaction> {
    return (await this.#call(api.commitTransaction, { params: { orderId }, body })).data;
  }

  async void(orderId: string): Promise<PosTransaction> {
    return (await this.#call(api.commitVoid, { params: { orderId } })).data;
  }

  async settle(body: unknown): Promise<Settlement> {
    return (await this.#call(api.createSettlement, { body })).data;
  }

  /** Returns one more than the number of the last settled batch. A new pairing doesn't restart the count. */
  async nextBatch(): Promise<number> {
    const settlements = await fetchAllPages((query) => this.#call(api.listSettlements, { query }));
    return api.batchAfter(settlements);
  }

  async #call<O extends api.Operation>(
    operation: O,
    request: Pick<LooseRequest, 'params' | 'query' | 'body'>,
  ): Promise<CallResult<DataOf<O>>> {
    const { serial, secret_key: secretKey } = this.#terminal;
    const params = { serialNumber: serial, ...request.params };
    const { pathname, search } = new URL(
      buildUrl(this.#connection.url, operation.path, { ...request, params }),
    );
    const timestamp = new Date(this.#context.now()).toISOString();
    const body = request.body === undefined ? '' : JSON.stringify(request.body);
    const signature = api.signTerminalRequest({ secretKey, timestamp, url: `${pathname}${search}`, body });
    const headers = {
      [api.terminalHeaders.timestamp]: timestamp,
      [api.terminalHeaders.signature]: signature,
    };
    try {
      // `callUnchecked` is safe here: each public method passes the arguments that its operation requires.
      return await this.#connection.callUnchecked(operation, { ...request, params, headers });
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /**
   * Explains a 401: a terminal's secret becomes invalid after an unpairing, a reset, or a restart of a
   * simulator without stored data.
   */
  #explain(error: unknown): unknown {
    if (!(error instanceof ProblemError) || error.status !== 401) return error;
    const { serial } = this.#terminal;
    const { t, program } = this.#context;
    return new CommandError(
      'unreachable',
      t('cli.pos.signature_rejected', { serial, detail: error.detail ?? error.title }),
      { details: { notes: [t('cli.pos.link_again', { serial, program })] } },
    );
  }
}

export const terminalParameters = defineParameters({ '--terminal <serial>': 'cli.pos.terminal' });

export interface ConnectedTerminal {
  readonly file: string;
  readonly terminal: PairedTerminal;
  readonly calls: TerminalCalls;
}

/** @throws CommandError if the terminal or the simulator can't be found */
export async function connectTerminal(
  context: CliContext,
  options: ParsedInput<typeof terminalParameters> & ConnectionOptions,
): Promise<ConnectedTerminal> {
  const connection = await connect(context, options);
  const file = terminalsFilePath(context, options);
  const merchantId = namesAccount(options)
    ? (await connection.call(api.getKeys)).data.merchant_id
    : undefined;
  const choice = {
    serial: options.terminal,
    merchantId,
    ownMerchantId: connection.account?.merchant_id ?? undefined,
  };
  const terminal = await chooseTerminal(context.t, file, choice, context.program);
  return { file, terminal, calls: new TerminalCalls(context, connection, terminal) };
}
