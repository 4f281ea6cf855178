const SAID_MS = 1500;

/** Makes buttons copy their `data-copy`, or else the adjacent code, and makes others print the page. */
export function followButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false;
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-print]')) print();
    const button = target.closest<HTMLElement>('[data-copy]');
    if (button) void copy(button);
  });
}

async function copy(button: HTMLElement) {
  const { copied = '' } = button.dataset;
  const text = button.dataset.copy || (button.parentElement?.querySelector('code')?.textContent ?? '');
  // Over plain http browsers give pages no clipboard, and some refuse it: the text is marked, and copied as a key press would.
  const isWritten = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (!isWritten && !(mark(text, button) && document.execCommand('copy'))) return;
  const word = button.firstChild;
  const label = word?.textContent;
  if (!word || label === copied) return;
  word.textContent = copied;
  setTimeout(() => {
    word.textContent = label ?? '';
  }, SAID_MS);
}

/** Marks the text that is nearest to the button and the very one that it copies. */
function mark(text: string, button: HTMLElement): boolean {
  for (let place = button.parentElement; place && place !== document.body; place = place.parentElement) {
    const shown = [...place.querySelectorAll('code, pre, a, bdi, span, dd, td, p')];
    const whole = shown.find(({ textContent }) => textContent === text);
    if (!whole) continue;
    getSelection()?.selectAllChildren(whole);
    return true;
  }
  return false;
}
