import { memoize } from '@svc-simulator/core';
import { localeOf } from '@svc-simulator/texts/number-texts.ts';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';

/** The payer's time zone: the simulated service is Venezuelan. */
const TIME_ZONE = 'America/Caracas';

/** Creating a formatter takes longer than rendering a page, so each language has its formatters only once. */
const formattersOf = memoize(languages.length, (lang: Language) => {
  const locale = localeOf(lang);
  const shared = { timeZone: TIME_ZONE, timeStyle: 'short' } as const;
  return {
    rate: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 8 }),
    moment: new Intl.DateTimeFormat(locale, { ...shared, dateStyle: 'medium' }),
    hour: new Intl.DateTimeFormat(locale, shared),
  };
});

/** Formats a decimal string, which can have more digits than a number: `122,0112` (es), `122.0112` (en). */
export function formatRate(rate: string, lang: Language): string {
  return formattersOf(lang).rate.format(rate as `${number}`);
}

/** Formats the date and time in Venezuela: `20 nov 2026, 5:27 p. m.` (es), `Nov 20, 2026, 5:27 PM` (en). */
export function formatMoment(ms: number, lang: Language): string {
  return keepOnOneLine(formattersOf(lang).moment.format(ms));
}

/** Formats the time of day: `5:27 p. m.` (es), `5:27 PM` (en). */
export function formatHour(ms: number, lang: Language): string {
  return keepOnOneLine(formattersOf(lang).hour.format(ms));
}

/** Keeps `p. m.` on one line with its hour. */
function keepOnOneLine(moment: string): string {
  return moment.replace(/\s(?=[ap]\.?\s?m\b)|(?<=[ap]\.)\s(?=m\.)/gi, '\u00a0');
}
