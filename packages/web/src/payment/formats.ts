import { localeOf } from '@svc-simulator/texts/number-texts.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';

/** The payer's time zone: the simulated service is Venezuelan. */
const TIME_ZONE = 'America/Caracas';

interface Formatters {
  readonly rate: Intl.NumberFormat;
  readonly moment: Intl.DateTimeFormat;
  readonly hour: Intl.DateTimeFormat;
}

// Making one costs more than a whole page, so each is made once, when it is first needed.
const made: Partial<Record<Language, Formatters>> = {};

function formattersOf(lang: Language): Formatters {
  made[lang] ??= formattersIn(lang);
  return made[lang];
}

function formattersIn(lang: Language): Formatters {
  return {
    rate: new Intl.NumberFormat(localeOf(lang), {
      minimumFractionDigits: 2,
      maximumFractionDigits: 8,
    }),
    moment: new Intl.DateTimeFormat(localeOf(lang), {
      timeZone: TIME_ZONE,
      dateStyle: 'medium',
      timeStyle: 'short',
    }),
    hour: new Intl.DateTimeFormat(localeOf(lang), {
      timeZone: TIME_ZONE,
      timeStyle: 'short',
    }),
  };
}

/** A rate given as a decimal text: `122,0112` (es), `122.0112` (en). */
export function formatRate(rate: string, lang: Language): string {
  return formatted(formattersOf(lang).rate, rate);
}

/** `decimal` is digits, and may have more of them than a number. */
function formatted(format: Intl.NumberFormat, decimal: string): string {
  return format.format(decimal as `${number}`);
}

/** Date and time of the payer's country: `20 nov 2026, 5:27 p. m.` (es), `Nov 20, 2026, 5:27 PM` (en). */
export function formatMoment(ms: number, lang: Language): string {
  return unbroken(formattersOf(lang).moment.format(ms));
}

/** The time of day alone: `5:27 p. m.` (es), `5:27 PM` (en). */
export function formatHour(ms: number, lang: Language): string {
  return unbroken(formattersOf(lang).hour.format(ms));
}

/** Keeps `p. m.` together and with its hour when the line breaks. */
function unbroken(moment: string): string {
  return moment.replace(/\s(?=[ap]\.?\s?m\b)|(?<=[ap]\.)\s(?=m\.)/gi, '\u00a0');
}
