const COPIED_LABEL_MS = 1500;

/**
 * Handles clicks on buttons: `data-copy` copies its value, or the code next to the button if the value is
 * empty; `data-print` prints the page.
 */
export function handleButtons(): void {
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
  // Over plain HTTP, `navigator.clipboard` is undefined, so the text is selected and copied by a command.
  const writing = navigator.clipboard?.writeText(text).then(() => true);
  const isCopied = await writing?.catch(() => false);
  if (!isCopied && !(selectText(text) && document.execCommand('copy'))) return;
  const labelNode = button.firstChild;
  const label = labelNode?.textContent;
  if (!labelNode || label === copied) return;
  labelNode.textContent = copied;
  setTimeout(() => {
    labelNode.textContent = label ?? '';
  }, COPIED_LABEL_MS);
}

function selectText(text: string): boolean {
  const parts = [...document.querySelectorAll('code, pre, a, bdi, span, dd, td, p')];
  const exact = parts.find((part) => part.textContent === text && part.checkVisibility());
  if (exact) getSelection()?.selectAllChildren(exact);
  return exact !== undefined;
}
