import advice from 'texts:advice?by-language';
import faults from 'texts:fault?by-language';
import problems from 'texts:problem?by-language';
import start from 'texts:start?by-language';
import words from 'texts:word?by-language';
import type { ProblemFault, Refusal } from '@svc-simulator/contract';
import { messageText } from '@svc-simulator/texts/message.ts';
import { type Language, type Texts, textsIn } from '@svc-simulator/texts/texts.ts';

export interface FormattedRefusal {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly ProblemFault[];
}

const loadedTexts: { [L in Language]?: Texts } = {};

/** Returns the texts of problems and advice. Loads a language at its first use. */
export function loadProblemTexts(lang: Language): Texts | Promise<Texts> {
  return loadedTexts[lang] ?? loadTexts(lang);
}

async function loadTexts(lang: Language): Promise<Texts> {
  const areas = await Promise.all([problems, faults, words, advice, start].map((area) => area[lang]()));
  const texts = textsIn(lang, ...areas);
  loadedTexts[lang] = texts;
  return texts;
}

export function formatRefusal(t: Texts, refusal: Refusal): FormattedRefusal {
  const { status, title, errors } = refusal;
  return {
    status,
    title: t(title),
    detail: messageText(t, refusal),
    ...(errors && {
      errors: errors.map((fault) => ({ detail: messageText(t, fault), pointer: fault.pointer })),
    }),
  };
}
