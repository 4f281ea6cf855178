import type { Language } from './texts.ts';

/** How numbers and dates are written: as the payers of the simulated service do, where they speak the language. */
const locales: Readonly<Record<string, string>> = { es: 'es-VE', en: 'en-US' };

export function localeOf(lang: Language): string {
  return locales[lang] ?? lang;
}

/** Money with grouping as its country writes it; a length of time to the tenth, or whole. */
function formatsIn(lang: Language) {
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' } as const;
  return {
    amount: new Intl.NumberFormat(localeOf(lang), two),
    whole: new Intl.NumberFormat(lang, { maximumFractionDigits: 0 }),
    tenths: new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }),
  };
}

// Making one costs more than a whole page, so each is made once, when it is first needed.
const made: Partial<Record<Language, ReturnType<typeof formatsIn>>> = {};

function formats(lang: Language): ReturnType<typeof formatsIn> {
  made[lang] ??= formatsIn(lang);
  return made[lang];
}

/** `Bs 1.220,11`, `USD 10,00` (es); `Bs 1,220.11`, `USD 10.00` (en). `minor` counts hundredths and is never rounded. */
export function formatMoney(minor: number | bigint, currency: string, lang: Language): string {
  const digits = BigInt(minor).toString().padStart(3, '0');
  const decimal = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return `${currency === 'VES' ? 'Bs' : currency} ${formats(lang).amount.format(decimal as `${number}`)}`;
}

/** `1.2 s`, `350 ms`, `3 min`: a length of time for people, in the language's number format. */
export function durationText(ms: number, lang: Language): string {
  const { whole, tenths } = formats(lang);
  if (ms < 1000) return `${whole.format(ms)} ms`;
  if (ms < 60_000) return `${tenths.format(ms / 1000)} s`;
  if (ms < 3_600_000) return `${whole.format(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${whole.format(ms / 3_600_000)} h`;
  return `${whole.format(ms / 86_400_000)} d`;
}
