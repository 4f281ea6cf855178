import { isOnAccountTime } from '@svc-simulator/core';
import { RoundRobin } from '../round-robin.ts';
import { Shares } from '../shares.ts';
import { TIMER_PLACES } from '../store.ts';
import { isCurrent, type TimerNode } from './entry.ts';

interface Steps {
  /** Never rejects. */
  readonly run: (node: TimerNode) => Promise<void>;
  readonly ended: (owner: string) => void;
}

/** Runs due timers within the share of their account; further ones wait, and accounts take turns. */
export class InFlight {
  readonly #steps: Steps;
  readonly #underWay = new Shares(TIMER_PLACES);
  readonly #overShare = new RoundRobin<TimerNode>();

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  get total(): number {
    return this.#underWay.total;
  }

  /** Timers of each account that wait because it uses up its share. */
  get waiting(): readonly (readonly TimerNode[])[] {
    const { owners } = this.#overShare;
    return [...owners].map((owner) => this.#overShare.waitingOf(owner).filter(isCurrent));
  }

  isIdle(accountId: string): boolean {
    return this.#underWay.heldBy(accountId) === 0;
  }

  start(node: TimerNode): void {
    const owner = shareOwner(node);
    if (this.#hasRoom(owner)) void this.#run(owner, node);
    else this.#overShare.push(owner, node);
  }

  stop(): void {
    this.#overShare.clear();
  }

  readonly #hasRoom = (owner: string) => this.#underWay.roomOf(owner) > 0;

  async #run(owner: string, node: TimerNode): Promise<void> {
    this.#underWay.add(owner);
    await this.#steps.run(node);
    this.#underWay.giveBack(owner);
    for (let next = this.#overShare.shift(this.#hasRoom); next; next = this.#overShare.shift(this.#hasRoom))
      if (isCurrent(next)) void this.#run(shareOwner(next), next);
    this.#steps.ended(owner);
  }
}

function shareOwner({ entry }: TimerNode): string {
  return isOnAccountTime(entry.kind) ? (entry.account ?? '') : '';
}
