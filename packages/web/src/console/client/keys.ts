import { openPalette } from './palette.ts';
import { shownRow } from './side.ts';

const rowLinks = () => [...document.querySelectorAll<HTMLElement>('main .rows td:first-child a')];

/** The row that has the focus, or that the side panel shows. */
function currentRow(): number {
  const sideRow = document.querySelector('#side:not([hidden])') ? shownRow() : undefined;
  return rowLinks().findIndex(
    (link) => link === sideRow || link.closest('tr')?.contains(document.activeElement),
  );
}

function moveTo(index: number): void {
  const link = rowLinks()[Math.max(0, index)];
  if (document.querySelector('#side:not([hidden])')) link?.click();
  else link?.focus();
}

/** The actions of the keys where nobody types; the frame lists them under `?`. */
const actions: Readonly<Record<string, () => void>> = {
  '/': () => {
    const listSearch = document.querySelector<HTMLInputElement>('main #find');
    if (listSearch) listSearch.select();
    else openPalette();
  },
  j: () => moveTo(currentRow() + 1),
  k: () => moveTo(currentRow() - 1),
  x: () => rowLinks()[currentRow()]?.closest('tr')?.querySelector<HTMLElement>('.pick input')?.click(),
  '.': () => document.querySelector<HTMLElement>('.acts button')?.focus(),
  '?': () => document.querySelector<HTMLElement>('#keys')?.togglePopover(),
};

/** Ctrl+K or ⌘K opens the palette; the other keys are in `actions`. */
export function followKeys(): void {
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
