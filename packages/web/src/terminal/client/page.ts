import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import { createElement, element } from '../../kit/client/element.ts';
import type { ScriptTexts } from '../script-texts.ts';
import { scriptTexts, terminalRoot } from './texts.ts';

const REQUESTS_SHOWN = 8;

export const device = element('.device', terminalRoot);
export const screenForms = [...terminalRoot.querySelectorAll<HTMLFormElement>('[data-screen]')];
const lamp = element('[data-light]', terminalRoot);
const { lang } = document.documentElement;
let currentScreen: HTMLFormElement | undefined;

export function isShown(name: string): boolean {
  return currentScreen?.dataset.screen === name;
}

/** Formats an amount, such as `Bs 1.220,11`, without a line break. */
export function formatAmount(amount: number, currency: string): string {
  const text = formatMoney(Math.round(amount * 100), currency, lang as Language);
  return text.replace(' ', '\u00a0');
}

export function formatTypedAmount(amount: number): string {
  // The third character from the end of `Bs 0,00` is the decimal separator of the language.
  return amount.toFixed(2).replace('.', formatAmount(0, 'VES').at(-3) ?? '');
}

export function formatTime(moment: string | number): string {
  return new Date(moment).toLocaleTimeString(lang);
}

export function inputField(id: string): HTMLInputElement {
  return element<HTMLInputElement>(`#${id}`);
}

export function slot(name: string, within: HTMLElement = currentScreen ?? terminalRoot): HTMLElement {
  return element(`[data-slot="${name}"]`, within);
}

export function writeSlot(name: string, text = '', within?: HTMLElement): void {
  const slotElement = slot(name, within);
  slotElement.textContent = text;
  slotElement.hidden = text === '';
  // Tells the styles the number of characters, because a longer text gets a smaller font.
  slotElement.style.setProperty('--characters', String(text.length));
}

export type SlipRow = readonly [name: string, value: string | number | undefined];

export function writeRows(rows: readonly SlipRow[]): void {
  const filledRows = rows.filter(([, value]) => value !== undefined && value !== '');
  slot('rows').replaceChildren(
    ...filledRows.map(([name, value]) =>
      createElement('div', [createElement('dt', [name]), createElement('dd', [String(value)])]),
    ),
  );
}

export function announceToReaders(text: string): void {
  element('[data-announce]', terminalRoot).textContent = text;
}

/** Shows an error and marks the faulty field; an empty text removes the error. */
export function showError(text: string, faultyField?: HTMLElement): void {
  const error = element('[data-error]', currentScreen);
  element('span', error).textContent = text;
  error.hidden = text === '';
  for (const input of currentScreen?.querySelectorAll('[aria-invalid]') ?? [])
    input.removeAttribute('aria-invalid');
  faultyField?.setAttribute('aria-invalid', 'true');
  faultyField?.focus();
  if (text) announceToReaders(text);
}

/** Shows a screen, and moves the focus to it unless the focus is outside the device. */
export function showScreen(name: string, serial: string | undefined): void {
  const active = document.activeElement;
  const movesFocus = currentScreen && (device.contains(active) || active === document.body);
  for (const form of screenForms) form.hidden = form.dataset.screen !== name;
  currentScreen = screenForms.find((form) => !form.hidden);
  showError('');
  if (movesFocus) element('h2', currentScreen).focus({ preventScroll: true });
  slot('known', terminalRoot).hidden = serial === undefined;
  for (const unpairedSlot of ['unpaired', 'how'])
    slot(unpairedSlot, terminalRoot).hidden = serial !== undefined;
  slot('serial', terminalRoot).textContent = serial ?? '';
}

export function setLight(state: keyof ScriptTexts['light']): void {
  if (lamp.dataset.light === state) return;
  lamp.dataset.light = state;
  slot('light', lamp).textContent = scriptTexts.light[state];
  const idle = element('[data-screen=idle]', terminalRoot);
  const isLost = state === 'lost';
  writeSlot('heading', isLost ? scriptTexts.light.lost : scriptTexts.idle.heading, idle);
  writeSlot('lead', isLost ? scriptTexts.idle.lostLead : scriptTexts.idle.lead, idle);
  if (isLost) writeSlot('told', '', idle);
}

/**
 * Adds a request to the list. A repeated GET replaces its previous line, so that polling doesn't fill the
 * list.
 */
export function showRequest(method: string, url: string, status: number | undefined): void {
  const list = element('[data-requests]', terminalRoot);
  const tone = status !== undefined && status < 400 ? 'good' : 'bad';
  const parts = [
    createElement('time', [formatTime(Date.now())], { className: 'soft small figures' }),
    createElement('code', [createElement('b', [method]), ` ${url}`]),
    createElement('span', [String(status ?? scriptTexts.unanswered)], { className: `toned ${tone}` }),
  ];
  const line = createElement('li', parts, { className: 'row' });
  line.dataset.key = `${method} ${url}`;
  const lines = [...list.querySelectorAll('li')];
  const sameRequest = lines.find(({ dataset }) => method === 'GET' && dataset.key === line.dataset.key);
  if (sameRequest) sameRequest.replaceWith(line);
  else list.prepend(line);
  for (const oldLine of lines.slice(sameRequest ? REQUESTS_SHOWN : REQUESTS_SHOWN - 1)) oldLine.remove();
  slot('none', terminalRoot).hidden = true;
}
