/** Buttons that copy what their `data-copy` holds. */
export const copyScript = `
  document.addEventListener('click', async (event) => {
    const button = event.target.closest?.('[data-copy]');
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      return;
    }
    const word = button.firstChild;
    const label = word.textContent;
    if (label === button.dataset.copied) return;
    word.textContent = button.dataset.copied;
    setTimeout(() => {
      word.textContent = label;
    }, 1500);
  });
`;
