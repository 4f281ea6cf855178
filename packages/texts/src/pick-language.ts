import { type Language, languageOf } from './texts.ts';

/**
 * Chooses a language: `?lang=`, then `Accept-Language` by weight, then `fallback`. Regions are ignored, the
 * first of equal weights wins, and `*` means `fallback`.
 */
export function pickLanguage(
  acceptLanguage: string | null | undefined,
  queryLang?: string | null | undefined,
  fallback: Language = 'es',
): Language {
  const requestedLanguage = languageOf(queryLang ?? '');
  if (requestedLanguage) return requestedLanguage;
  let best = fallback;
  let bestWeight = 0;
  // The limit keeps a hostile header from costing much time.
  for (const range of (acceptLanguage ?? '').slice(0, 1000).split(',')) {
    const [tag = '', ...parameters] = range.split(';');
    const language = tag.trim() === '*' ? fallback : languageOf(tag);
    const weight = weightOf(parameters);
    if (language && weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}

function weightOf(parameters: readonly string[]): number {
  const qualityText = parameters
    .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1])
    .find(Boolean);
  const weight = qualityText === undefined ? 1 : Number(qualityText);
  return weight >= 0 && weight <= 1 ? weight : 0;
}
