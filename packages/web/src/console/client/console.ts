import { handleButtons } from '../../kit/client/buttons.ts';
import { createElement } from '../../kit/client/element.ts';
import { enhance, refreshRelativeTimes } from './enhance.ts';
import { handleKeys } from './keys.ts';
import { followLiveStream } from './live.ts';
import { setUpPalette } from './palette.ts';
import { setUpSidePanel } from './side.ts';

/** The console's only script. Without it, pages still work, but don't update, copy, or show local times. */

// Replaces the history entry, so that a reload repeats neither the notice in the URL nor a POST.
const pageUrl = new URL(location.href);
if (pageUrl.searchParams.has('done'))
  for (const name of ['done', 'count', 'left']) pageUrl.searchParams.delete(name);
history.replaceState(null, '', pageUrl);

handleButtons();
handleForms();
handlePictureButtons();
handleKeys();
setUpPalette();
setUpSidePanel();
rememberList();
const live = document.getElementById('content')?.dataset.liveUrl;
// Must run before `enhance`: regions are compared as the server sent them, with times in UTC.
if (live) followLiveStream(live);
enhance(document);
document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
refreshRelativeTimes();

/** Blocks double submits, and submits a form when a control with `data-submits` changes. */
function handleForms(): void {
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    // A button with the name `as` starts a download. The page stays open, so its form must remain usable.
    if (!(target instanceof HTMLFormElement) || submitter?.getAttribute('name') === 'as') return;
    if (target.dataset.sent) event.preventDefault();
    else target.dataset.sent = 'yes';
  });
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-sent]')) form.removeAttribute('data-sent');
  });
  // Empty filters don't appear in the URL.
  document.addEventListener('formdata', ({ target, formData }) => {
    if (target instanceof HTMLFormElement && target.method === 'get')
      for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.matches('[data-submits]')) target.form?.requestSubmit();
    if (target instanceof HTMLInputElement && target.dataset.picks)
      for (const box of document.querySelectorAll<HTMLInputElement>(`main [name="${target.dataset.picks}"]`))
        box.checked = target.checked;
  });
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'range') return;
    const output = target.nextElementSibling;
    if (output instanceof HTMLOutputElement) output.value = `${target.value}${output.dataset.unit}`;
  });
}

/**
 * Stores the list that the reader opened, so that the link back leads to it with its filters. A session can
 * be opened from any list, other rows only from their own.
 */
function rememberList(): void {
  const { pathname, search } = location;
  const link = document.querySelector<HTMLAnchorElement>('a.back');
  if (document.querySelector('main .finder')) {
    const title = document.querySelector('h1')?.textContent;
    sessionStorage.setItem('list', JSON.stringify({ pathname, search, title }));
  } else if (!link) sessionStorage.removeItem('list');
  const list = JSON.parse(sessionStorage.getItem('list') ?? '{}');
  if (!link || !list.pathname) return;
  if (list.pathname !== link.pathname && !link.pathname.endsWith('/console/sessions')) return;
  Object.assign(link, { pathname: list.pathname, search: list.search, textContent: `← ${list.title}` });
}

/** A saved picture is twice as large as on the page, so that it stays sharp in documents. */
const PICTURE_SCALE = 2;
const xmlSerializer = new XMLSerializer();
/** CSS properties that become attributes of a saved picture, because it has no stylesheet. */
const COPIED_PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
] as const;

function handlePictureButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-png]') : null;
    const drawing = document.getElementById(button?.dataset.png ?? '');
    if (drawing instanceof SVGSVGElement) void savePicture(drawing);
  });
}

async function savePicture(drawing: SVGSVGElement) {
  const { width, height } = drawing.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(xmlSerializer.serializeToString(standaloneCopy(drawing)))}`;
  await image.decode();
  const size = { width: width * PICTURE_SCALE, height: height * PICTURE_SCALE };
  const canvas = createElement('canvas', [], size);
  const context = canvas.getContext('2d');
  const panel = drawing.closest('.panel');
  if (!context || !panel) return;
  context.fillStyle = getComputedStyle(panel).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  createElement('a', [], { href: canvas.toDataURL('image/png'), download: `${drawing.id}.png` }).click();
}

function standaloneCopy(drawing: SVGSVGElement): Node {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute('width', String(width * PICTURE_SCALE));
  copy.setAttribute('height', String(height * PICTURE_SCALE));
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [index, element] of [drawing, ...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of COPIED_PROPERTIES) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  }
  return copy;
}
