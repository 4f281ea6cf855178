import { element } from '../../kit/client/element.ts';
import { loadMemory, type Memory, saveMemory } from './memory.ts';
import {
  amountInput,
  announce,
  device,
  fail,
  field,
  isShown,
  light,
  make,
  money,
  type Row,
  root,
  show,
  slot,
  texts,
  write,
  writeRows,
} from './page.ts';
import { type Answer, NoAnswer, Refused, type Request, type Send } from './requests.ts';
import { amountOf, type Confirmation, stepOf, type Transaction } from './transaction.ts';

/** The device: what it keeps, what is on its screen, and what waits. */
export class Till {
  readonly #send: Send;
  memory: Memory | null = loadMemory();
  /** The transaction on the screen. */
  order: Transaction | null = null;
  /** Steps that were put off: they wait in the list instead of coming up again. */
  readonly putOff = new Set<string>();
  waiting: readonly Transaction[] = [];
  isBusy = false;
  /** Called once the terminal has lost its access. */
  refuse: (detail: string) => void = () => {};

  constructor(send: Send) {
    this.#send = send;
  }

  /** The memory of a terminal that is paired, as all but the pairing itself need it. */
  get paired(): Memory {
    if (!this.memory) throw new Error('the terminal is not paired');
    return this.memory;
  }

  save(): void {
    saveMemory(this.memory);
  }

  /** A signed request of this terminal. */
  ask<T>(method: Request['method'], path: string, body?: unknown): Promise<Answer<T>> {
    const { serial, secret } = this.paired;
    return this.#send({ serial, secret, method, path, body });
  }

  /** Runs one thing at a time; the keys rest meanwhile. */
  async busily(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    device.setAttribute('aria-busy', 'true');
    try {
      await work();
    } catch (error) {
      if (error instanceof Refused) return this.refuse(error.message);
      if (!(error instanceof NoAnswer)) throw error;
      light('lost');
      if (this.memory?.unsure && !isShown('uncertain')) this.show('uncertain');
      else fail(texts.noAnswer);
    } finally {
      this.isBusy = false;
      device.removeAttribute('aria-busy');
    }
  }

  show(name: string): void {
    show(name, this.memory?.serial);
  }

  /** The screen of a till that waits, with what there is to say. */
  home(message = '', tone: 'calm' | 'warn' = 'calm'): void {
    this.order = null;
    this.show('idle');
    write('told', message);
    slot('told').dataset.tone = tone;
    if (message) announce(message);
    this.drawWaiting();
  }

  /** The screen of what was done. */
  result(heading: string, amount: string, rows: readonly Row[]): void {
    this.order = null;
    this.show('result');
    write('heading', heading);
    write('amount', amount);
    writeRows(rows);
    announce(heading);
  }

  /** Puts off a step, and says why. */
  putAside(order: Transaction, message: string, tone?: 'warn'): void {
    this.putOff.add(stepOf(order));
    this.home(message, tone);
  }

  /** Shows a transaction that is to be collected, or voided. */
  open(order: Transaction): void {
    this.order = order;
    const { currencyReference, confirmData, allowAmountChange } = order;
    const isVoid = order.status === 'VOID_PENDING';
    this.show(isVoid ? 'void' : 'payment');
    write('amount', money(amountOf(order), currencyReference));
    writeRows([
      [texts.order, order.orderId],
      [texts.client, order.clientIdentification],
      ...(isVoid ? paidRows(confirmData ?? {}) : []),
    ]);
    if (isVoid) return;
    slot('cancelled').hidden = true;
    slot('editable').hidden = !allowAmountChange;
    slot('amount').hidden = allowAmountChange;
    slot('unit').textContent = `(${currencyReference})`;
    field('amount').value = amountInput(order.amountReference);
  }

  drawWaiting(): void {
    const section = element('[data-waiting]', root);
    const list = element('ul', section);
    // Left alone while nothing changes, so that the focus stays where it is.
    const key = this.waiting.map(stepOf).join();
    section.hidden = this.waiting.length === 0;
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    list.replaceChildren(...this.waiting.map((order) => this.#waitingLine(order)));
  }

  #waitingLine(order: Transaction): HTMLElement {
    const key = make('button', [order.status === 'PENDING' ? texts.collect : texts.void], 'button');
    const amount = make('b', [money(amountOf(order), order.currencyReference)]);
    key.type = 'button';
    key.id = `espera-${order.id}`;
    amount.id = `${key.id}-monto`;
    key.setAttribute('aria-labelledby', `${key.id} ${amount.id}`);
    key.addEventListener('click', () => this.open(order));
    return make('li', [amount, key], 'spread figures');
  }
}

/** How a transaction was paid, as rows of a slip. */
export function paidRows({ authorizationCode, cardTypeForRpt, visOrMccCard, trace }: Partial<Confirmation>) {
  const kind = cardTypeForRpt === 'C' ? texts.credit : cardTypeForRpt === 'D' ? texts.debit : undefined;
  return [
    [texts.authorization, authorizationCode],
    [texts.card, [visOrMccCard, kind].filter(Boolean).join(' · ')],
    [texts.trace, trace],
  ] as const;
}
