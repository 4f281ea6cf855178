import { type Answer, type DataOf, ProblemError, urlOf } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { CliContext } from '../cli-context.ts';
import type { CardPayment } from '../commands/pos/pos-pay.ts';
import { type Connection, type ConnectionOptions, connect, isNamed } from '../connection/connection.ts';
import { CommandError } from '../failures.ts';
import { everyPage } from '../plain-command.ts';
import { type Given, taking } from '../takes.ts';
import { type PairedTerminal, terminalIn, terminalsFileOf } from './terminals-file.ts';

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

  async pay(orderId: string, body: CardPayment): Promise<Transaction> {
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
export const terminalTakes = taking({
  '--terminal <serial>': 'cli.pos.terminal',
});

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
