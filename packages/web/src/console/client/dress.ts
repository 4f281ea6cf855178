import { type MomentForm, momentWriter } from './moments.ts';

const REFRESH_MS = 20_000;

const writeMoment = momentWriter(document.documentElement.lang);

/** Shows times in the browser's time zone; the title keeps UTC. */
function showTimes(part: ParentNode, selector = 'time[data-form]') {
  const nowMs = accountNow();
  for (const time of part.querySelectorAll<HTMLTimeElement>(selector))
    time.textContent = writeMoment(new Date(time.dateTime), time.dataset.form as MomentForm, nowMs);
}

/** Returns the account's time, which may differ from the machine's or be stopped. */
function accountNow(): number {
  const { ahead = 0, stoppedAt } =
    document.querySelector<HTMLElement>('[data-live=simulation]')?.dataset ?? {};
  return Number(stoppedAt ?? Date.now() + Number(ahead));
}

export function dress(part: ParentNode): void {
  showTimes(part);
  for (const element of part.querySelectorAll<HTMLElement>('[data-copy], [data-needs-script]'))
    element.hidden = false;
}

/** Relative times change even without events. */
export function refreshRelativeTimes(): void {
  setInterval(showTimes, REFRESH_MS, document, 'time[data-form=since]');
}
