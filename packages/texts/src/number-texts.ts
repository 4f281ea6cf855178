import type { Language } from './texts.ts';

/** Locales of amounts and dates. Spanish uses the formats of Venezuela, where the payers are. */
const locales: Readonly<Record<string, string>> = { es: 'es-VE', en: 'en-US' };

export function localeOf(lang: Language): string {
  return locales[lang] ?? lang;
}

function formatsIn(lang: Language) {
  const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' } as const;
  return {
    amount: new Intl.NumberFormat(localeOf(lang), twoDecimals),
    whole: new Intl.NumberFormat(lang, { maximumFractionDigits: 0 }),
    tenths: new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }),
  };
}

// Cached, because creating a format costs more than a whole page.
const formatsByLanguage: Partial<Record<Language, ReturnType<typeof formatsIn>>> = {};

function formats(lang: Language): ReturnType<typeof formatsIn> {
  formatsByLanguage[lang] ??= formatsIn(lang);
  return formatsByLanguage[lang];
}

/**
 * Returns `Bs 1.220,11`, `USD 10,00` (es) or `Bs 1,220.11`, `USD 10.00` (en). `minor` is in hundredths, and
 * isn't rounded even if it is a large `bigint`.
 */
export function formatMoney(minor: number | bigint, currency: string, lang: Language): string {
  const digits = BigInt(minor).toString().padStart(3, '0');
  const decimal = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return `${currency === 'VES' ? 'Bs' : currency} ${formats(lang).amount.format(decimal as `${number}`)}`;
}

/** Returns a duration like `1.2 s`, `350 ms` or `3 min` in the language's number format. */
export function durationText(ms: number, lang: Language): string {
  const { whole, tenths } = formats(lang);
  if (ms < 1000) return `${whole.format(ms)} ms`;
  if (ms < 60_000) return `${tenths.format(ms / 1000)} s`;
  if (ms < 3_600_000) return `${whole.format(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${whole.format(ms / 3_600_000)} h`;
  return `${whole.format(ms / 86_400_000)} d`;
}
