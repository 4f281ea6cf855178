import * as page from './page.ts';
import { AccessLostError, UnknownOutcomeError } from './requests.ts';
import { fillIn, scriptTexts } from './texts.ts';
import { decideAfterPoll, type TerminalTransaction, transactionPath } from './transaction.ts';
import type { VirtualTerminal } from './virtual-terminal.ts';

const POLL_INTERVAL_MS = 1000;
const LOST_POLL_MS = 2500;

/** Polls for transactions once a second, as a real device does. */
export class Poll {
  readonly #terminal: VirtualTerminal;
  /** Grows with each start and stop, so that responses to earlier requests can be recognized and ignored. */
  #startNumber = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(terminal: VirtualTerminal) {
    this.#terminal = terminal;
    terminal.onAccessLost = (detail) => this.#showRefusal(detail);
  }

  start(): void {
    this.stop();
    void this.#tick(this.#startNumber);
  }

  stop(): void {
    this.#startNumber += 1;
    clearTimeout(this.#timer);
  }

  #showRefusal(detail: string) {
    this.stop();
    page.setLight('refused');
    this.#terminal.show('refused');
    page.writeSlot('detail', detail);
  }

  async #tick(startNumber: number) {
    let pauseMs = POLL_INTERVAL_MS;
    try {
      await this.#pollOnce(startNumber);
    } catch (error) {
      if (startNumber !== this.#startNumber) return;
      if (error instanceof AccessLostError) return this.#showRefusal(error.message);
      if (!(error instanceof UnknownOutcomeError)) throw error;
      page.setLight('lost');
      pauseMs = LOST_POLL_MS;
    }
    if (startNumber === this.#startNumber) this.#timer = setTimeout(() => this.#tick(startNumber), pauseMs);
  }

  async #pollOnce(startNumber: number) {
    const pending = await this.#list('PENDING');
    if (startNumber !== this.#startNumber) return;
    const lastResponse = pending.status === 200 ? await this.#list('VOID_PENDING') : pending;
    if (startNumber !== this.#startNumber) return;
    page.setLight('on');
    if (lastResponse.status === 200)
      await this.#handle([...lastResponse.data.reverse(), ...pending.data.reverse()]);
  }

  #list(status: string) {
    return this.#terminal.request<TerminalTransaction[]>('GET', `/transactions?status=${status}`);
  }

  async #handle(waitingTransactions: readonly TerminalTransaction[]) {
    const terminal = this.#terminal;
    terminal.waitingTransactions = waitingTransactions;
    const decision = decideAfterPoll(waitingTransactions, {
      shownTransaction: terminal.shownTransaction,
      postponedSteps: terminal.postponedSteps,
      isIdle: page.isShown('idle'),
      // A transaction whose confirmation had no response stays on the screen until it is sent again.
      isLocked: terminal.isBusy || terminal.pairedTerminal.unsure !== undefined,
    });
    if (decision === 'list') terminal.renderWaitingTransactions();
    else if (decision === 'look again') await this.#checkShownOrder();
    else if (decision !== 'wait') terminal.showTransaction(decision);
  }

  async #checkShownOrder() {
    const terminal = this.#terminal;
    const transaction = terminal.shownTransaction;
    if (!transaction) return;
    const { status, data } = await terminal.request<TerminalTransaction | undefined>(
      'GET',
      transactionPath(transaction),
    );
    if (terminal.isBusy || terminal.shownTransaction !== transaction) return;
    if (status !== 200 || data?.status !== 'CANCELED' || !page.isShown('payment')) {
      terminal.showHome(fillIn(scriptTexts.gone, { status: data?.status ?? status }), 'warn');
      return;
    }
    const notice = page.slot('cancelled');
    if (notice.hidden) page.announceToReaders(notice.textContent);
    notice.hidden = false;
  }
}
