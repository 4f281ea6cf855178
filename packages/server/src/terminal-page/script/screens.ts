/** What the device shows: one screen at a time, its light, its messages, and the list of what it sent. */
export const screenScript = String.raw`
  const root = document.querySelector('[data-terminal]');
  const texts = JSON.parse(root.dataset.texts);
  const device = root.querySelector('.device');
  const REQUESTS_SHOWN = 8;

  const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const numbers = new Intl.NumberFormat(document.documentElement.lang === 'en' ? 'en-US' : 'es-VE', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  });
  const decimalMark = numbers.format(0.5).charAt(1);
  const money = (amount, currency) => (currency === 'VES' ? 'Bs' : currency) + '\u00a0' + numbers.format(amount);
  const hour = (at) => new Date(at).toLocaleTimeString(document.documentElement.lang);

  const views = new Map([...root.querySelectorAll('[data-screen]')].map((view) => [view.dataset.screen, view]));
  let screen = null;
  const slot = (name, within = views.get(screen)) => within.querySelector('[data-slot="' + name + '"]');
  const write = (name, text, within) => {
    const place = slot(name, within);
    place.textContent = text;
    place.hidden = text === '';
  };
  const make = (tag, text, className = '') => {
    const element = document.createElement(tag);
    element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const writeRows = (rows) => {
    slot('rows').replaceChildren(
      ...rows
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => {
          const row = document.createElement('div');
          row.append(make('dt', name), make('dd', value));
          return row;
        }),
    );
  };

  const announce = (text) => {
    root.querySelector('[data-announce]').textContent = text;
  };
  const fail = (text, field) => {
    const error = views.get(screen).querySelector('[data-error]');
    error.lastElementChild.textContent = text;
    error.hidden = text === '';
    for (const input of views.get(screen).querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
    if (field) {
      field.setAttribute('aria-invalid', 'true');
      field.focus();
    }
    if (text) announce(text);
  };

  /** Shows a screen; the focus follows it, unless it is elsewhere on the page. */
  const show = (name) => {
    const follows = screen !== null && (device.contains(document.activeElement) || document.activeElement === document.body);
    for (const [other, view] of views) view.hidden = other !== name;
    screen = name;
    fail('');
    if (follows) views.get(name).querySelector('h2').focus({ preventScroll: true });
    drawOwner();
  };

  const lamp = root.querySelector('[data-light]');
  const light = (state) => {
    if (lamp.dataset.light === state) return;
    lamp.dataset.light = state;
    slot('light', lamp).textContent = texts.light[state];
    write('lead', state === 'lost' ? texts.idleLostLead : texts.idleLead, views.get('idle'));
  };

  const drawOwner = () => {
    slot('known', root).hidden = !memory;
    slot('unpaired', root).hidden = Boolean(memory);
    slot('how', root).hidden = Boolean(memory);
    slot('serial', root).textContent = memory?.serial ?? '';
  };

  /** Adds to the list of what was sent; a query that is repeated stays where it is, or the list would never stand still. */
  const note = (method, url, outcome) => {
    const list = root.querySelector('[data-requests]');
    const key = method + ' ' + url;
    const same = method === 'GET' && [...list.children].find((line) => line.dataset.key === key);
    const line = document.createElement('li');
    line.dataset.key = key;
    line.dataset.fine = String(outcome < 400);
    const what = document.createElement('code');
    what.append(make('b', method), ' ' + url);
    line.append(make('time', hour(Date.now())), what, make('span', String(outcome), 'outcome'));
    if (same) same.replaceWith(line);
    else list.prepend(line);
    while (list.children.length > REQUESTS_SHOWN) list.lastElementChild.remove();
    slot('none', root).hidden = true;
  };

  const home = (message = '', tone = 'calm') => {
    order = null;
    show('idle');
    write('told', message);
    slot('told').dataset.tone = tone;
    if (message) announce(message);
    drawWaiting();
  };`;
