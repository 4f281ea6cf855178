/** A form is sent once, however often its button is pressed; choices that are to act at once send their form. */
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
`;
