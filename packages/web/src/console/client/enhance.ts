import { createElement } from '../../kit/client/element.ts';
import { type MomentForm, momentWriter } from './moments.ts';

const REFRESH_MS = 20_000;
const COUNTDOWN_STEP_MS = 1000;

const writeMoment = momentWriter(document.documentElement.lang);

/** Shows times in the browser's time zone; the title keeps UTC. */
function showTimes(part: ParentNode, selector = 'time[data-form]') {
  const nowMs = accountNow();
  for (const time of part.querySelectorAll<HTMLTimeElement>(selector))
    time.textContent = writeMoment(new Date(time.dateTime), time.dataset.form as MomentForm, nowMs);
}

/** Returns the account's time, which can differ from the machine's, or be stopped. */
function accountNow(): number {
  const { ahead = 0, stoppedAt } =
    document.querySelector<HTMLElement>('[data-live=simulation]')?.dataset ?? {};
  return Number(stoppedAt ?? Date.now() + Number(ahead));
}

export function enhance(part: ParentNode): void {
  showTimes(part);
  for (const word of part.querySelectorAll<HTMLElement>('.json li > span')) replaceWithCopyButton(word);
  for (const element of part.querySelectorAll<HTMLElement>('[data-copy], [data-needs-script]'))
    element.hidden = false;
}

/** Replaces a name or a value in a JSON tree with a button that copies the path or the value. */
function replaceWithCopyButton(word: HTMLElement) {
  const text = word.textContent ?? '';
  const button = createElement('button', [text], { type: 'button', className: word.className });
  button.dataset.copy = word.dataset.path ?? String(JSON.parse(text));
  button.dataset.copied = word.closest<HTMLElement>('.json')?.dataset.copied ?? '';
  word.replaceWith(button);
}

/** Updates relative times, such as `5 min ago`, which change without events. */
export function refreshRelativeTimes(): void {
  setInterval(showTimes, REFRESH_MS, document, 'time[data-form=since]');
  setInterval(showTimes, COUNTDOWN_STEP_MS, document, 'time[data-form=until]');
}
