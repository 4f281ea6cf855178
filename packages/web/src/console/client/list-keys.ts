/** In a list `j` and `k` go to the next row and the one before, Enter opens it, `/` goes to its search. */
export function followListKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    const isTyping =
      target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
    if (isTyping || altKey || ctrlKey || metaKey) return;
    if (key === '/') {
      const search =
        document.querySelector<HTMLInputElement>('#find') ??
        document.querySelector<HTMLInputElement>('#seek');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    }
    if (key !== 'j' && key !== 'k') return;
    const links = [...document.querySelectorAll<HTMLElement>('.rows td:first-child a')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[key === 'j' ? at + 1 : Math.max(0, at - 1)]?.focus();
  });
}
