import type { Refusal } from '@svc-simulator/contract';
import { createMiddleware } from 'hono/factory';
import type { Env } from './env.ts';
import { pickLanguage } from './language.ts';
import type { Translate } from './phrasebook.ts';

/** What translates the problems of a request whose `Accept-Language` asks for Spanish; undefined: they stay English. */
export async function translatorFor(acceptLanguage: string | undefined): Promise<Translate | undefined> {
  if (!asksForSpanish(acceptLanguage)) return undefined;
  return (await import('./texts-es/index.ts')).inSpanish;
}

/** Has the translator at hand when a request is refused; loaded with the first request in Spanish. */
export const problemLanguage = createMiddleware<Env>((c, next) => {
  const asked = c.env.incoming.headers['accept-language'];
  return asksForSpanish(asked) ? withTranslator() : next();

  async function withTranslator() {
    const translate = await translatorFor(asked);
    if (translate) c.set('translate', translate);
    return next();
  }
});

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
