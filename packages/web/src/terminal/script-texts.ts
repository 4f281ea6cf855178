import terminalArea from 'texts:terminal';
import type { KeyOf, Language } from '@svc-simulator/texts/texts.ts';

type TextsOfPart<Part extends string> = {
  readonly [Key in KeyOf<Part> as Key extends `${Part}.${infer Name}` ? Name : never]: string;
};

/** Texts that the page's script writes. */
export interface ScriptTexts extends TextsOfPart<'terminal.live'> {
  readonly light: TextsOfPart<'terminal.light'>;
  readonly idle: TextsOfPart<'terminal.idle'>;
}

/**
 * Values with which the messages are formatted. The page's script replaces these placeholders with real
 * values (`fillIn`).
 */
const placeholders = {
  amount: '{amount}',
  batch: '{batch}',
  detail: '{detail}',
  next: '{next}',
  status: '{status}',
};

export function terminalScriptTexts(lang: Language): ScriptTexts {
  const [idle, light] = [partTexts('terminal.idle', lang), partTexts('terminal.light', lang)];
  return { ...partTexts('terminal.live', lang), light, idle };
}

function partTexts<Part extends string>(part: Part, lang: Language): TextsOfPart<Part> {
  const texts = Object.entries(terminalArea[lang]).flatMap(([key, message]) =>
    key.startsWith(`${part}.`)
      ? [[key.slice(part.length + 1), typeof message === 'string' ? message : message(placeholders as never)]]
      : [],
  );
  return Object.fromEntries(texts);
}
