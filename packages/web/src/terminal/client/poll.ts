import { announceToReaders, fillIn, isShown, scriptTexts, setLight, slot, writeSlot } from './page.ts';
import { AccessLost, NoAnswer } from './requests.ts';
import type { Till } from './till.ts';
import { decideAfterPoll, orderPath, type TerminalTransaction } from './transaction.ts';

const POLL_MS = 1000;
const LOST_POLL_MS = 2500;

/** Polls for work once a second, as a real device does. */
export class Poll {
  readonly #till: Till;
  /** Number of the current start; responses to earlier starts are ignored. */
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(till: Till) {
    this.#till = till;
    till.onAccessLost = (detail) => this.#refuse(detail);
  }

  start(): void {
    this.stop();
    void this.#tick(this.#round);
  }

  stop(): void {
    this.#round += 1;
    clearTimeout(this.#timer);
  }

  #refuse(detail: string) {
    this.stop();
    setLight('refused');
    this.#till.show('refused');
    writeSlot('detail', detail);
  }

  async #tick(round: number) {
    let pauseMs = POLL_MS;
    try {
      await this.#pollOnce(round);
    } catch (error) {
      if (round !== this.#round) return;
      if (error instanceof AccessLost) return this.#refuse(error.message);
      if (!(error instanceof NoAnswer)) throw error;
      setLight('lost');
      pauseMs = LOST_POLL_MS;
    }
    if (round === this.#round) this.#timer = setTimeout(() => this.#tick(round), pauseMs);
  }

  async #pollOnce(round: number) {
    const pending = await this.#list('PENDING');
    if (round !== this.#round) return;
    const voids = pending.status === 200 ? await this.#list('VOID_PENDING') : pending;
    if (round !== this.#round) return;
    setLight('on');
    if (voids.status === 200) await this.#handle([...voids.data.reverse(), ...pending.data.reverse()]);
  }

  #list(status: string) {
    return this.#till.ask<TerminalTransaction[]>('GET', `/transactions?status=${status}`);
  }

  async #handle(waiting: readonly TerminalTransaction[]) {
    const till = this.#till;
    till.waiting = waiting;
    const turn = decideAfterPoll(waiting, {
      order: till.order,
      postponed: till.postponed,
      isIdle: isShown('idle'),
      // An order stays on the screen while the result of its request is unknown.
      isLocked: till.isBusy || till.paired.unsure !== undefined,
    });
    if (turn === 'list') till.drawWaiting();
    else if (turn === 'look again') await this.#checkShownOrder();
    else if (turn !== 'wait') till.open(turn);
  }

  async #checkShownOrder() {
    const till = this.#till;
    const order = till.order;
    if (!order) return;
    const { status, data } = await till.ask<TerminalTransaction | undefined>('GET', orderPath(order));
    if (till.isBusy || till.order !== order) return;
    if (status !== 200 || data?.status !== 'CANCELED' || !isShown('payment')) {
      till.home(fillIn(scriptTexts.gone, { status: data?.status ?? status }), 'warn');
      return;
    }
    const notice = slot('cancelled');
    if (notice.hidden) announceToReaders(notice.textContent);
    notice.hidden = false;
  }
}
