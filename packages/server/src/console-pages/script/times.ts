/** Moments in the reader's own time; the title keeps UTC. `dress` is done to every part of a page that is new. */
export const timeScript = `
  const lang = document.documentElement.lang;
  const full = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'medium' });
  const showTimes = (part) => {
    for (const element of part.querySelectorAll('time[data-form]')) {
      const at = new Date(element.dateTime);
      const two = (number, digits = 2) => String(number).padStart(digits, '0');
      element.textContent =
        element.dataset.form === 'clock'
          ? two(at.getHours()) + ':' + two(at.getMinutes()) + ':' + two(at.getSeconds()) + '.' + two(at.getMilliseconds(), 3)
          : full.format(at);
    }
  };
  const dress = (part) => {
    showTimes(part);
    for (const button of part.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard;
    for (const element of part.querySelectorAll('[data-needs-script]')) element.hidden = false;
  };
`;
