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

/** What is done to every part of a page that is new: its times, and what works with a script alone. */
export function dress(part: ParentNode): void {
  showTimes(part);
  for (const element of part.querySelectorAll<HTMLElement>('[data-copy], [data-needs-script]'))
    element.hidden = false;
}

/** How long ago something was goes on while nothing else happens. */
export function keepTimes(): void {
  setInterval(showTimes, SINCE_MS, document, 'time[data-form=since]');
}
