import { announce, fillIn, isShown, light, slot, texts, write } from './page.ts';
import { NoAnswer, Refused } from './requests.ts';
import type { Till } from './till.ts';
import { nextTurn, orderPath, type Transaction } from './transaction.ts';

const POLL_MS = 1000;
const LOST_POLL_MS = 2500;

/** How the device learns what there is to do: it asks, as a real one does, once a second. */
export class Poll {
  readonly #till: Till;
  /** Another one for each start: what an earlier one still hears is nothing to it. */
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(till: Till) {
    this.#till = till;
    till.refuse = (detail) => this.#refuse(detail);
  }

  start(): void {
    this.stop();
    void this.#tick(this.#round);
  }

  stop(): void {
    this.#round += 1;
    clearTimeout(this.#timer);
  }

  /** The terminal has lost its access. */
  #refuse(detail: string) {
    this.stop();
    light('refused');
    this.#till.show('refused');
    write('detail', detail);
  }

  async #tick(round: number) {
    let pauseMs = POLL_MS;
    try {
      await this.#look(round);
    } catch (error) {
      if (round !== this.#round) return;
      if (error instanceof Refused) return this.#refuse(error.message);
      if (!(error instanceof NoAnswer)) throw error;
      light('lost');
      pauseMs = LOST_POLL_MS;
    }
    if (round === this.#round) this.#timer = setTimeout(() => this.#tick(round), pauseMs);
  }

  async #look(round: number) {
    const pending = await this.#list('PENDING');
    if (round !== this.#round) return;
    const voids = pending.status === 200 ? await this.#list('VOID_PENDING') : pending;
    if (round !== this.#round) return;
    light('on');
    if (voids.status === 200) await this.#consider([...voids.data.reverse(), ...pending.data.reverse()]);
  }

  #list(status: string) {
    return this.#till.ask<Transaction[]>('GET', `/transactions?status=${status}`);
  }

  async #consider(found: readonly Transaction[]) {
    const till = this.#till;
    till.waiting = found;
    const turn = nextTurn(found, {
      order: till.order,
      putOff: till.putOff,
      isIdle: isShown('idle'),
      // A request that may have been sent stays on the screen until its result is known.
      isHeld: till.isBusy || till.paired.unsure !== undefined,
    });
    if (turn === 'list') till.drawWaiting();
    else if (turn === 'look again') await this.#lookAgain();
    else if (turn !== 'wait') till.open(turn);
  }

  /** The payment on the screen is no longer pending. */
  async #lookAgain() {
    const till = this.#till;
    const shown = till.order;
    if (!shown) return;
    const { status, data } = await till.ask<Transaction | undefined>('GET', orderPath(shown));
    if (till.isBusy || till.order !== shown) return;
    if (status !== 200 || data?.status !== 'CANCELED' || !isShown('payment')) {
      till.home(fillIn(texts.gone, { status: data?.status ?? status }), 'warn');
      return;
    }
    const notice = slot('cancelled');
    if (notice.hidden) announce(notice.textContent);
    notice.hidden = false;
  }
}
