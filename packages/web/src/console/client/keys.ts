import { openPalette } from './palette.ts';
import { shownRowLink } from './side.ts';

const rowLinks = () => [...document.querySelectorAll<HTMLElement>('main .rows td:first-child a')];

function currentRowIndex(): number {
  const sideRow = document.querySelector('#side:not([hidden])') ? shownRowLink() : undefined;
  return rowLinks().findIndex(
    (link) => link === sideRow || link.closest('tr')?.contains(document.activeElement),
  );
}

function moveTo(index: number): void {
  const link = rowLinks()[Math.max(0, index)];
  if (document.querySelector('#side:not([hidden])')) link?.click();
  else link?.focus();
}

/** Actions of keys that are pressed outside text controls; the `?` panel lists them. */
const actions: Readonly<Record<string, () => void>> = {
  '/': () => {
    const listSearch = document.querySelector<HTMLInputElement>('main #find');
    if (listSearch) listSearch.select();
    else openPalette();
  },
  j: () => moveTo(currentRowIndex() + 1),
  k: () => moveTo(currentRowIndex() - 1),
  x: () => rowLinks()[currentRowIndex()]?.closest('tr')?.querySelector<HTMLElement>('.pick input')?.click(),
  '.': () => document.querySelector<HTMLElement>('.acts button')?.focus(),
  '?': () => document.querySelector<HTMLElement>('#keys')?.togglePopover(),
};

/** Ctrl+K or ⌘K opens the palette; the other keys are in `actions`. */
export function handleKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, shiftKey } = event;
    if (altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() !== 'k' || shiftKey) return;
      event.preventDefault();
      openPalette();
      return;
    }
    const isTyping =
      target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select, dialog *');
    if (isTyping || !Object.hasOwn(actions, key)) return;
    event.preventDefault();
    actions[key]?.();
  });
}
