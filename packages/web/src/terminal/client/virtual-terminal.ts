import { createElement, element } from '../../kit/client/element.ts';
import { loadStoredTerminal, type StoredTerminal, saveStoredTerminal } from './memory.ts';
import * as page from './page.ts';
import {
  AccessLostError,
  type SendTerminalRequest,
  type TerminalRequest,
  type TerminalResponse,
  UnknownOutcomeError,
} from './requests.ts';
import { scriptTexts, terminalRoot } from './texts.ts';
import {
  type CardConfirmation,
  stepKey,
  type TerminalTransaction,
  transactionAmount,
} from './transaction.ts';

export class VirtualTerminal {
  readonly #send: SendTerminalRequest;
  storedTerminal: StoredTerminal | null = loadStoredTerminal();
  shownTransaction: TerminalTransaction | null = null;
  /** Postponed steps stay in the list instead of opening by themselves. */
  readonly postponedSteps = new Set<string>();
  waitingTransactions: readonly TerminalTransaction[] = [];
  isBusy = false;
  onAccessLost: (detail: string) => void = () => {};

  constructor(send: SendTerminalRequest) {
    this.#send = send;
  }

  get pairedTerminal(): StoredTerminal {
    if (!this.storedTerminal) throw new Error('the terminal is not paired');
    return this.storedTerminal;
  }

  save(): void {
    saveStoredTerminal(this.storedTerminal);
  }

  request<T>(method: TerminalRequest['method'], path: string, body?: unknown): Promise<TerminalResponse<T>> {
    const { serial, secret } = this.pairedTerminal;
    return this.#send({ serial, secret, method, path, body });
  }

  /** Runs an action, and ignores further actions until it ends. */
  async runExclusively(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    page.device.setAttribute('aria-busy', 'true');
    try {
      await work();
    } catch (error) {
      if (error instanceof AccessLostError) return this.onAccessLost(error.message);
      if (!(error instanceof UnknownOutcomeError)) throw error;
      page.setLight('lost');
      if (this.storedTerminal?.unsure && !page.isShown('uncertain')) this.show('uncertain');
      else page.showError(scriptTexts.noAnswer);
    } finally {
      this.isBusy = false;
      page.device.removeAttribute('aria-busy');
    }
  }

  show(name: string): void {
    page.showScreen(name, this.storedTerminal?.serial);
  }

  showHome(message = '', tone: 'calm' | 'warn' = 'calm'): void {
    this.shownTransaction = null;
    this.show('idle');
    page.writeSlot('told', message);
    page.slot('told').dataset.tone = tone;
    if (message) page.announceToReaders(message);
    this.renderWaitingTransactions();
  }

  showResult(heading: string, amount: string, rows: readonly page.SlipRow[]): void {
    this.shownTransaction = null;
    this.show('result');
    page.writeSlot('heading', heading);
    page.writeSlot('amount', amount);
    page.writeRows(rows);
    page.announceToReaders(heading);
  }

  postponeTransaction(transaction: TerminalTransaction, message: string, tone?: 'warn'): void {
    this.postponedSteps.add(stepKey(transaction));
    this.showHome(message, tone);
  }

  showTransaction(transaction: TerminalTransaction): void {
    this.shownTransaction = transaction;
    const { currencyReference, confirmData, allowAmountChange } = transaction;
    const isVoid = transaction.status === 'VOID_PENDING';
    this.show(isVoid ? 'void' : 'payment');
    page.writeSlot('amount', page.formatAmount(transactionAmount(transaction), currencyReference));
    page.writeRows([
      [scriptTexts.order, transaction.orderId],
      [scriptTexts.client, transaction.clientIdentification],
      ...(isVoid ? paidRows(confirmData ?? {}) : []),
    ]);
    if (isVoid) return;
    page.slot('cancelled').hidden = true;
    page.slot('editable').hidden = !allowAmountChange;
    page.slot('amount').hidden = allowAmountChange;
    page.slot('unit').textContent = `(${currencyReference})`;
    page.inputField('amount').value = page.formatTypedAmount(transaction.amountReference);
  }

  renderWaitingTransactions(): void {
    const section = element('[data-waiting]', terminalRoot);
    const list = element('ul', section);
    // A list without changes isn't replaced, so that a button in it keeps the focus.
    const key = this.waitingTransactions.map(stepKey).join();
    section.hidden = this.waitingTransactions.length === 0;
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    list.replaceChildren(
      ...this.waitingTransactions.map((transaction) => this.#createWaitingLine(transaction)),
    );
  }

  #createWaitingLine(transaction: TerminalTransaction): HTMLElement {
    const label = transaction.status === 'PENDING' ? scriptTexts.collect : scriptTexts.void;
    const amount = page.formatAmount(transactionAmount(transaction), transaction.currencyReference);
    const key = createElement('button', [label], {
      type: 'button',
      className: 'button',
      ariaLabel: `${label} ${amount}`,
      onclick: () => this.showTransaction(transaction),
    });
    return createElement('li', [createElement('b', [amount]), key], { className: 'spread figures' });
  }
}

export function paidRows(confirmation: Partial<CardConfirmation>) {
  const { cardTypeForRpt: type, visOrMccCard: brand } = confirmation;
  const kind = type === 'C' ? scriptTexts.credit : type === 'D' ? scriptTexts.debit : undefined;
  return [
    [scriptTexts.authorization, confirmation.authorizationCode],
    [scriptTexts.card, [brand, kind].filter(Boolean).join(' · ')],
    [scriptTexts.trace, confirmation.trace],
  ] as const;
}
