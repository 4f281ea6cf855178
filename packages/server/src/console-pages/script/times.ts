/** Moments in the reader's own time; the title keeps UTC. `dress` is done to every part of a page that is new. */
export const timeScript = `
  const lang = document.documentElement.lang;
  const full = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'short' });
  const since = (at) => {
    const minutes = Math.max(0, Math.floor((Date.now() - at) / 60000));
    if (minutes < 1) return relative.format(0, 'second');
    if (minutes < 60) return relative.format(-minutes, 'minute');
    return minutes < 2880 ? relative.format(-Math.floor(minutes / 60), 'hour') : relative.format(-Math.floor(minutes / 1440), 'day');
  };
  const showTimes = (part, which = 'time[data-form]') => {
    for (const element of part.querySelectorAll(which)) {
      const at = new Date(element.dateTime);
      const two = (number, digits = 2) => String(number).padStart(digits, '0');
      element.textContent =
        element.dataset.form === 'since'
          ? since(at)
          : element.dataset.form === 'clock'
            ? two(at.getHours()) + ':' + two(at.getMinutes()) + ':' + two(at.getSeconds()) + '.' + two(at.getMilliseconds(), 3)
            : full.format(at);
    }
  };
  setInterval(() => showTimes(document, 'time[data-form=since]'), 20000);
  const dress = (part) => {
    showTimes(part);
    for (const button of part.querySelectorAll('[data-copy]')) button.hidden = false;
    for (const element of part.querySelectorAll('[data-needs-script]')) element.hidden = false;
  };
`;
