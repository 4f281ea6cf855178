/** A form is sent once, however often its button is pressed; choices that are to act at once send their form. */
export function followForms(): void {
  document.addEventListener('submit', (event) => {
    const { dataset } = event.target as HTMLFormElement;
    if (dataset.sent) event.preventDefault();
    else dataset.sent = 'yes';
  });
  // A page that comes back from the browser's history is ready again.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-sent]')) form.removeAttribute('data-sent');
  });
  document.addEventListener('change', ({ target }) => {
    const input = target as HTMLInputElement;
    if (input.matches('[data-submits]')) input.form?.requestSubmit();
  });
}

/** On a narrow screen the navigation scrolls sideways: where one is should be in sight. */
export function scrollToCurrentArea(): void {
  const here = document.querySelector<HTMLElement>('.areas [aria-current]');
  const strip = here?.closest('.areas');
  if (here && strip && strip.scrollWidth > strip.clientWidth)
    strip.scrollLeft = here.offsetLeft - (strip.clientWidth - here.offsetWidth) / 2;
}
