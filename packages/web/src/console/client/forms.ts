/** A form is sent once, however often its button is pressed; choices that are to act at once send their form. */
export function followForms(): void {
  document.addEventListener('submit', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement)) return;
    if (target.dataset.sent) event.preventDefault();
    else target.dataset.sent = 'yes';
  });
  // A page that comes back from the browser's history is ready again.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-sent]')) form.removeAttribute('data-sent');
  });
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.matches('[data-submits]')) target.form?.requestSubmit();
  });
  // What a slider is at stands beside it.
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'range') return;
    if (target.nextElementSibling instanceof HTMLOutputElement)
      target.nextElementSibling.value = `${target.value} %`;
  });
}

/** Ctrl+K, or ⌘K, goes to the search that every page has. */
export function followSearchKey(): void {
  document.addEventListener('keydown', (event) => {
    const field = document.getElementById('seek');
    if (!(field instanceof HTMLInputElement) || event.key.toLowerCase() !== 'k') return;
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    field.select();
  });
}
