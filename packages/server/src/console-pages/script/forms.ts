/** A form is sent once, however often its button is pressed; choices that are to act at once send their form; the navigation shows where one is. */
export const formScript = `
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
  });
  // A page that comes back from the browser's history is ready again.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent;
  });
  document.addEventListener('change', (event) => {
    if (event.target.matches?.('[data-submits]')) event.target.form.requestSubmit();
  });
  // On a narrow screen the navigation scrolls sideways: where one is should be in sight.
  const here = document.querySelector('.areas [aria-current]');
  const strip = here?.closest('.areas');
  if (strip && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = here.offsetLeft - (strip.clientWidth - here.offsetWidth) / 2;
`;
