const COPIED_LABEL_MS = 1500;

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
  // Over plain http, browsers offer no clipboard, so the text is selected and copied with a command.
  const isWritten = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (!isWritten && !(selectText(text, button) && document.execCommand('copy'))) return;
  const word = button.firstChild;
  const label = word?.textContent;
  if (!word || label === copied) return;
  word.textContent = copied;
  setTimeout(() => {
    word.textContent = label ?? '';
  }, COPIED_LABEL_MS);
}

function selectText(text: string, button: HTMLElement): boolean {
  for (
    let ancestor = button.parentElement;
    ancestor && ancestor !== document.body;
    ancestor = ancestor.parentElement
  ) {
    const texts = [...ancestor.querySelectorAll('code, pre, a, bdi, span, dd, td, p')];
    const exact = texts.find(({ textContent }) => textContent === text);
    if (!exact) continue;
    getSelection()?.selectAllChildren(exact);
    return true;
  }
  return false;
}
