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
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (!isCopied && !(selectText(text, button) && document.execCommand('copy'))) return;
  const labelNode = button.firstChild;
  const label = labelNode?.textContent;
  if (!labelNode || label === copied) return;
  labelNode.textContent = copied;
  setTimeout(() => {
    labelNode.textContent = label ?? '';
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
