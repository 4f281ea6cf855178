import { isOnAccountTime } from '@svc-simulator/core';
import { RoundRobin } from '../round-robin.ts';
import { Shares } from '../shares.ts';
import { TIMER_PLACES } from '../store.ts';
import { isCurrent, type TimerNode } from './entry.ts';

interface Steps {
  /** Never rejects. */
  readonly run: (node: TimerNode) => Promise<void>;
  readonly onEnd: (owner: string) => void;
}

/** Runs due timers. Timers of an account that uses its whole share wait, and such accounts take turns. */
export class TimerRunner {
  readonly #steps: Steps;
  readonly #runningShares = new Shares(TIMER_PLACES);
  readonly #waitingNodes = new RoundRobin<TimerNode>();

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  get total(): number {
    return this.#runningShares.total;
  }

  get waitingNodes(): readonly (readonly TimerNode[])[] {
    const { owners } = this.#waitingNodes;
    return [...owners].map((owner) => this.#waitingNodes.itemsOf(owner).filter(isCurrent));
  }

  isIdle(accountId: string): boolean {
    return this.#runningShares.countOf(accountId) === 0;
  }

  start(node: TimerNode): void {
    const owner = shareOwner(node);
    if (this.#hasFreePlace(owner)) void this.#run(owner, node);
    else this.#waitingNodes.push(owner, node);
  }

  stop(): void {
    this.#waitingNodes.clear();
  }

  readonly #hasFreePlace = (owner: string) => this.#runningShares.freePlacesOf(owner) > 0;

  async #run(owner: string, node: TimerNode): Promise<void> {
    this.#runningShares.add(owner);
    await this.#steps.run(node);
    this.#runningShares.release(owner);
    for (
      let next = this.#waitingNodes.shift(this.#hasFreePlace);
      next;
      next = this.#waitingNodes.shift(this.#hasFreePlace)
    )
      if (isCurrent(next)) void this.#run(shareOwner(next), next);
    this.#steps.onEnd(owner);
  }
}

function shareOwner({ entry }: TimerNode): string {
  return isOnAccountTime(entry.kind) ? (entry.account ?? '') : '';
}
