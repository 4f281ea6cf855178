import type { Refusal } from '@svc-simulator/contract';
import { pickLanguage } from './language.ts';
import type { Translate } from './phrasebook.ts';
import type { Eventual } from './when.ts';

/**
 * What translates the problems of a request whose `Accept-Language` asks for Spanish, loaded with the first of them; undefined:
 * they stay English.
 */
export function translatorFor(acceptLanguage: string | undefined): Eventual<Translate | undefined> {
  if (!asksForSpanish(acceptLanguage)) return undefined;
  return import('./texts-es/index.ts').then(({ inSpanish }) => inSpanish);
}

function asksForSpanish(acceptLanguage: string | undefined): boolean {
  return acceptLanguage !== undefined && pickLanguage(acceptLanguage, null, 'en') === 'es';
}

/** A refusal in another language; a sentence that the translator does not know stays as it is. */
export function translated(refusal: Refusal, translate: Translate): Refusal {
  const { title, detail, errors } = refusal;
  const said = (sentence: string) => translate(sentence) ?? sentence;
  return {
    ...refusal,
    title: said(title),
    ...(detail === undefined ? {} : { detail: translate(detail) ?? withFaults(detail) }),
    ...(errors && { errors: errors.map((fault) => ({ ...fault, detail: said(fault.detail) })) }),
  };

  /** A detail that repeats faults, as `invalid` makes it. */
  function withFaults(text: string): string {
    const faults = new Set(errors?.map((fault) => fault.detail));
    const longestFirst = [...faults].sort((one, other) => other.length - one.length);
    return longestFirst
      .reduce((whole, fault) => whole.replaceAll(fault, () => said(fault)), text)
      .replace(/^body: /, 'cuerpo: ')
      .replace(/ \(and (\d+) more\)$/, ' (y $1 más)');
  }
}
