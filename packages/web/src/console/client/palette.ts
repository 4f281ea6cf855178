import { element } from '../../kit/client/element.ts';
import { enhance } from './enhance.ts';

const TYPING_PAUSE_MS = 120;
const ITEMS = '.commands :is(a, button), .rows td:first-child a';

/** Opens the palette, a dialog that shows the results of the search page while somebody types. */
export function openPalette(): void {
  const palette = document.querySelector<HTMLDialogElement>('#palette');
  if (!palette || palette.open) return;
  palette.showModal();
  palette.querySelector('input')?.select();
  palette.dispatchEvent(new Event('input'));
}

/**
 * Makes the palette load results while somebody types, move through them with the arrow keys, and open the
 * first with Enter.
 */
export function setUpPalette(): void {
  const palette = document.querySelector<HTMLDialogElement>('#palette');
  if (!palette) return;
  const form = element<HTMLFormElement>('form', palette);
  const input = element<HTMLInputElement>('input', palette);
  const results = element('#palette-results', palette);
  const items = () => [...results.querySelectorAll<HTMLElement>(ITEMS)];
  let loading = Promise.resolve();

  const load = async () => {
    const q = input.value.trim();
    await new Promise((resolve) => {
      setTimeout(resolve, TYPING_PAUSE_MS);
    });
    if (q !== input.value.trim()) return;
    const query = new URLSearchParams({ q, next: location.pathname + location.search });
    const answer = await fetch(`${form.action}?${query}`, { headers: { accept: 'text/html' } });
    if (!answer.ok || q !== input.value.trim()) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    results.replaceChildren(...(page.querySelector('#found')?.childNodes ?? []));
    enhance(results);
    items()[0]?.toggleAttribute('data-first', true);
  };
  palette.addEventListener('input', () => {
    loading = load().catch(() => {});
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    event.stopPropagation();
    void loading.then(() => {
      const [first] = items();
      if (first) first.click();
      else form.submit();
    });
  });
  palette.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const focusTargets = [input, ...items()];
    const index = focusTargets.indexOf(document.activeElement as HTMLElement);
    focusTargets.at((index + step) % focusTargets.length)?.focus();
  });
  palette.addEventListener(
    'click',
    ({ target }) =>
      (target as Element).matches(
        '#palette, form > button, form > button *, [popovertarget], [popovertarget] *',
      ) && palette.close(),
  );
  document.querySelector('#seek')?.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    openPalette();
  });
}
