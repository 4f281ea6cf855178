import { followButtons } from '../../kit/client/buttons.ts';
import { dress, keepTimes } from './dress.ts';
import { follow } from './live.ts';

/**
 * The console's only script. The pages work without it; with it they stay up to date by themselves, copy, and show the
 * reader's own time.
 */

// A reload must not repeat a notice or a post.
const address = new URL(location.href);
if (address.searchParams.has('done')) address.searchParams.delete('done');
history.replaceState(null, '', address);

followButtons();
followForms();
followPictures();
followKeys();
const live = document.getElementById('content')?.dataset.liveUrl;
// Before the times are in the reader's own form, which what is fetched is not: the regions are compared as they were sent.
if (live) follow(live);
dress(document);
keepTimes();
// The link to a delivery opens its reasons; `:target` doesn't match yet.
const openTarget = () => {
  const target = `.delivery[id="${CSS.escape(location.hash.slice(1))}"]`;
  for (const folded of document.querySelectorAll<HTMLDetailsElement>(`${target} > details`))
    folded.open = true;
};
openTarget();
addEventListener('hashchange', openTarget);

const fieldsOf = (form: Element) =>
  form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');

/** A form is sent once, however often its button is pressed; choices that are to act at once send their form. */
function followForms(): void {
  document.addEventListener('submit', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement)) return;
    if (target.dataset.sent) event.preventDefault();
    else target.dataset.sent = 'yes';
    // Empty filters don't appear in the URL.
    if (target.method === 'get') for (const field of fieldsOf(target)) field.disabled = field.value === '';
  });
  // A page that comes back from the browser's history is ready again.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-sent]')) {
      form.removeAttribute('data-sent');
      for (const field of fieldsOf(form)) field.disabled = false;
    }
  });
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.matches('[data-submits]')) target.form?.requestSubmit();
  });
  // Shows the slider's value next to it.
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'range') return;
    if (target.nextElementSibling instanceof HTMLOutputElement)
      target.nextElementSibling.value = `${target.value} %`;
  });
}

/** Twice the size on the page: sharp on every screen, and in a document. */
const SCALE = 2;
const XML = new XMLSerializer();
/** Properties that the drawing inherits from the page, since a saved picture has no style sheet. */
const COPIED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
] as const;

/** Buttons that save the drawing whose id their `data-png` holds as a PNG, in the colours in which it is seen. */
function followPictures(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-png]') : null;
    const drawing = document.getElementById(button?.dataset.png ?? '');
    if (drawing instanceof SVGSVGElement) void save(drawing);
  });
}

async function save(drawing: SVGSVGElement) {
  const { width, height } = drawing.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(XML.serializeToString(standalone(drawing)))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: width * SCALE, height: height * SCALE });
  const context = canvas.getContext('2d');
  const panel = drawing.closest('.panel');
  if (!context || !panel) return;
  context.fillStyle = getComputedStyle(panel).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${drawing.id}.png`;
  link.click();
}

function standalone(drawing: SVGSVGElement): Node {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return copy;
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute('width', String(width * SCALE));
  copy.setAttribute('height', String(height * SCALE));
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [index, element] of [drawing, ...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of COPIED) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  }
  return copy;
}

/**
 * Ctrl+K, or ⌘K, goes to the search that every page has, `/` to a list's own. In a list `j` and `k` go to the next row and the one
 * before, and Enter opens it.
 */
function followKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const isTyping = target instanceof Element && target.matches('input, textarea, select');
    if (altKey || (isTyping && !isCommand)) return;
    if (isCommand ? key.toLowerCase() === 'k' && !shiftKey : key === '/') {
      const own = isCommand ? null : document.querySelector<HTMLInputElement>('#find');
      const search = own ?? document.querySelector<HTMLInputElement>('#seek');
      if (search) event.preventDefault();
      search?.select();
    }
    if (isCommand || (key !== 'j' && key !== 'k')) return;
    const links = [...document.querySelectorAll<HTMLElement>('.rows td:first-child a')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[key === 'j' ? at + 1 : Math.max(0, at - 1)]?.focus();
  });
}
