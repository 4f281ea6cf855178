import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, type DataOf, ProblemError, urlOf } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import { type Connection, type ConnectionOptions, connect, isNamed } from '../connection/connection.ts';
import { dataDirectoryOf } from '../connection/run-file.ts';
import { CommandError, refusal, refusing, wrongUsage } from '../failures.ts';
import { writeWholeFile } from '../input/session-body.ts';
import { everyPage } from '../plain-command.ts';
import { type Given, taking } from '../takes.ts';

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

/** What a terminal says of a payment when it confirms it. */
export type CardPayment = api.BodyOf<typeof api.commitTransaction>;
export type Transaction = DataOf<typeof api.commitTransaction>;
export type Settlement = DataOf<typeof api.createSettlement>;

interface Unsigned {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

export interface TransactionPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The calls of a terminal, each signed as a device signs it (contract section 6). */
export class TerminalCalls {
  readonly #context: CliContext;
  readonly #connection: Connection;
  readonly #terminal: PairedTerminal;

  constructor(context: CliContext, connection: Connection, terminal: PairedTerminal) {
    this.#context = context;
    this.#connection = connection;
    this.#terminal = terminal;
  }

  /** A page of the transactions that the terminal sees, newest first. */
  list(
    statuses: readonly api.TransactionStatus[],
    { limit, cursor }: TransactionPage,
  ): Promise<Answer<readonly Transaction[]>> {
    return this.#call(api.listTerminalTransactions, {
      query: { 'status[in]': statuses.join(','), limit, cursor },
    });
  }

  /** All transactions that the terminal sees, oldest first. */
  async all(...statuses: readonly api.TransactionStatus[]): Promise<readonly Transaction[]> {
    return (await everyPage((query) => this.list(statuses, query))).reverse();
  }

  async pay(orderId: string, body: api.BodyOf<typeof api.commitTransaction>): Promise<Transaction> {
    return (await this.#call(api.commitTransaction, { params: { orderId }, body })).data;
  }

  async void(orderId: string): Promise<Transaction> {
    return (await this.#call(api.commitVoid, { params: { orderId } })).data;
  }

  async settle(body: unknown): Promise<Settlement> {
    return (await this.#call(api.createSettlement, { body })).data;
  }

  /** The number after all that the terminal has closed; it counts them for ever, also when it is paired anew. */
  async nextBatch(): Promise<number> {
    const closings = await everyPage((query) => this.#call(api.listSettlements, { query }));
    return api.batchAfter(closings);
  }

  async #call<O extends api.Operation>(operation: O, unsigned: Unsigned): Promise<Answer<DataOf<O>>> {
    const { serial, secret_key: secretKey } = this.#terminal;
    const params = { serialNumber: serial, ...unsigned.params };
    const { pathname, search } = new URL(
      urlOf(this.#connection.url, operation.path, { ...unsigned, params }),
    );
    const timestamp = new Date(this.#context.now()).toISOString();
    const body = unsigned.body === undefined ? '' : JSON.stringify(unsigned.body);
    const signature = api.signTerminalRequest({ secretKey, timestamp, url: `${pathname}${search}`, body });
    const headers = {
      [api.terminalHeaders.timestamp]: timestamp,
      [api.terminalHeaders.signature]: signature,
    };
    // The operation decides what goes where; each public method above fits its own.
    const client = this.#connection;
    try {
      return await client.callUnchecked(operation, { ...unsigned, params, headers });
    } catch (error) {
      throw this.#explained(error);
    }
  }

  /** The secret of a terminal dies with an unpairing, a reset, or a simulator that kept memory only. */
  #explained(error: unknown): unknown {
    if (!(error instanceof ProblemError) || error.status !== 401) return error;
    const { serial } = this.#terminal;
    return new CommandError(
      'unreachable',
      this.#context.t('cli.pos.simulator_not_take_signature', {
        serial,
        detail: error.detail ?? error.title,
        program: this.#context.program,
      }),
    );
  }
}

/** Which terminal a command is. */
export const terminalTakes = taking({ '--terminal <serial>': 'cli.pos.terminal' });

/** A terminal that was paired here, ready to call the simulator. */
export interface ConnectedTerminal {
  readonly file: string;
  readonly terminal: PairedTerminal;
  readonly calls: TerminalCalls;
}

/** Finds the terminal and the simulator. @throws CommandError when one of them is not to be found. */
export async function connectTerminal(
  context: CliContext,
  options: Given<typeof terminalTakes> & ConnectionOptions,
): Promise<ConnectedTerminal> {
  const connection = await connect(context, options);
  const file = terminalsFileOf(context, options);
  const merchantId = isNamed(options) ? (await connection.call(api.getKeys)).data.merchant_id : undefined;
  const choice = {
    serial: options.terminal,
    merchantId,
    ownMerchantId: connection.account?.merchant_id ?? undefined,
  };
  const terminal = await terminalIn(context.t, file, choice, context.program);
  return { file, terminal, calls: new TerminalCalls(context, connection, terminal) };
}
