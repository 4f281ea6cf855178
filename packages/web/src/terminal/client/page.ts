import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import { element } from '../../kit/client/element.ts';
import type { ScriptTexts } from '../script-texts.ts';

const REQUESTS_SHOWN = 8;

export const root = element('[data-terminal]');
export const texts: ScriptTexts = JSON.parse(root.dataset.texts ?? '');
export const device = element('.device', root);
export const views = [...root.querySelectorAll<HTMLFormElement>('[data-screen]')];
const lamp = element('[data-light]', root);
const { lang } = document.documentElement;
/** The screen that is shown; none until the script has chosen one. */
let shown: HTMLFormElement | undefined;

export function isShown(name: string): boolean {
  return shown?.dataset.screen === name;
}

/** `Bs 1.220,11` in one piece. */
export function money(amount: number, currency: string): string {
  const text = formatMoney(Math.round(amount * 100), currency, lang as Language);
  return text.replace(' ', '\u00a0');
}

/** An amount as it is typed. */
export function amountInput(amount: number): string {
  return amount.toFixed(2).replace('.', money(0, 'VES').at(-3) ?? '');
}

export function hour(at: string | number): string {
  return new Date(at).toLocaleTimeString(lang);
}

/** Fills in the placeholders in braces. */
export function fillIn(text: string, values: object): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name as keyof typeof values] ?? whole);
}

export function field(id: string): HTMLInputElement {
  return element<HTMLInputElement>(`#${id}`);
}

/** A place of the screen that is shown, or of another part of the page. */
export function slot(name: string, within: HTMLElement = shown ?? root): HTMLElement {
  return element(`[data-slot="${name}"]`, within);
}

export function write(name: string, text = '', within?: HTMLElement): void {
  const place = slot(name, within);
  place.textContent = text;
  place.hidden = text === '';
  // By which styles make an amount as large as its line has room for.
  place.style.setProperty('--characters', String(text.length));
}

export type Row = readonly [name: string, value: string | number | undefined];

/** Writes the rows of a slip; those without a value are left out. */
export function writeRows(rows: readonly Row[]): void {
  const filled = rows.filter(([, value]) => value !== undefined && value !== '');
  slot('rows').replaceChildren(
    ...filled.map(([name, value]) => make('div', [make('dt', [name]), make('dd', [String(value)])])),
  );
}

export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  content: readonly (Node | string)[],
  className = '',
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  made.append(...content);
  if (className) made.className = className;
  return made;
}

/** For readers of screens. */
export function announce(text: string): void {
  element('[data-announce]', root).textContent = text;
}

/** Says what is wrong on the screen, and of which field; an empty text takes it back. */
export function fail(text: string, wrong?: HTMLElement): void {
  const error = element('[data-error]', shown);
  element('span', error).textContent = text;
  error.hidden = text === '';
  for (const input of shown?.querySelectorAll('[aria-invalid]') ?? []) input.removeAttribute('aria-invalid');
  wrong?.setAttribute('aria-invalid', 'true');
  wrong?.focus();
  if (text) announce(text);
}

/** Shows a screen; the focus follows it, unless it is elsewhere on the page. */
export function show(name: string, serial: string | undefined): void {
  const active = document.activeElement;
  const follows = shown && (device.contains(active) || active === document.body);
  for (const view of views) view.hidden = view.dataset.screen !== name;
  shown = views.find((view) => !view.hidden);
  fail('');
  if (follows) element('h2', shown).focus({ preventScroll: true });
  slot('known', root).hidden = serial === undefined;
  for (const name of ['unpaired', 'how']) slot(name, root).hidden = serial !== undefined;
  slot('serial', root).textContent = serial ?? '';
}

export function light(state: keyof ScriptTexts['light']): void {
  if (lamp.dataset.light === state) return;
  lamp.dataset.light = state;
  slot('light', lamp).textContent = texts.light[state];
  const idle = element('[data-screen=idle]', root);
  const isLost = state === 'lost';
  write('heading', isLost ? texts.light.lost : texts.idleHeading, idle);
  write('lead', isLost ? texts.idleLostLead : texts.idleLead, idle);
  if (isLost) write('told', '', idle);
}

/** Adds to the list of what was sent; a query that is repeated stays where it is, or the list would never stand still. */
export function note(method: string, url: string, status: number | undefined): void {
  const list = element('[data-requests]', root);
  const parts = [
    make('time', [hour(Date.now())], 'soft small figures'),
    make('code', [make('b', [method]), ` ${url}`]),
    make('span', [String(status ?? texts.unanswered)], 'outcome'),
  ];
  const line = make('li', parts, 'row');
  line.dataset.key = `${method} ${url}`;
  line.dataset.fine = String(status !== undefined && status < 400);
  const lines = [...list.querySelectorAll('li')];
  const same = lines.find(({ dataset }) => method === 'GET' && dataset.key === line.dataset.key);
  if (same) same.replaceWith(line);
  else list.prepend(line);
  for (const old of lines.slice(same ? REQUESTS_SHOWN : REQUESTS_SHOWN - 1)) old.remove();
  slot('none', root).hidden = true;
}
