import { type MomentForm, momentWriter } from './moments.ts';

const SINCE_MS = 20_000;

const write = momentWriter(document.documentElement.lang);

/** Moments in the reader's own time; the title keeps UTC. */
function showTimes(part: ParentNode, selector = 'time[data-form]') {
  const nowMs = accountNow();
  for (const time of part.querySelectorAll<HTMLTimeElement>(selector))
    time.textContent = write(new Date(time.dateTime), time.dataset.form as MomentForm, nowMs);
}

/** By the account's clock, which may be ahead of the machine's, or stand still. */
function accountNow(): number {
  const { ahead = 0, stoppedAt } =
    document.querySelector<HTMLElement>('[data-live=simulation]')?.dataset ?? {};
  return Number(stoppedAt ?? Date.now() + Number(ahead));
}

/** Prepares each new part of a page: its times, and elements that need the script. */
export function dress(part: ParentNode): void {
  showTimes(part);
  for (const element of part.querySelectorAll<HTMLElement>('[data-copy], [data-needs-script]'))
    element.hidden = false;
}

/** Relative times keep changing without events. */
export function keepTimes(): void {
  setInterval(showTimes, SINCE_MS, document, 'time[data-form=since]');
}
