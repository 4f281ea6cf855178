import { element } from '../../kit/client/element.ts';
import type { ScriptTexts } from '../script-texts.ts';

export const terminalRoot = element('[data-terminal]');
export const scriptTexts: ScriptTexts = JSON.parse(terminalRoot.dataset.texts ?? '');

export function fillIn(text: string, values: object): string {
  return text.replace(/\{(\w+)\}/g, (match, name) => values[name as keyof typeof values] ?? match);
}
