import type { Language } from '@svc-simulator/texts/texts.ts';
import { memoize } from '../memoize.ts';

// Making one costs more than a whole page, so each is made once, when it is first needed.
const amounts = memoize(2, (lang: Language) => {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' } as const;
  return new Intl.NumberFormat(lang === 'es' ? 'es-VE' : 'en-US', digits);
});
const whole = memoize(2, (lang: Language) => new Intl.NumberFormat(lang, { maximumFractionDigits: 0 }));
const tenths = memoize(2, (lang: Language) => new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }));

/** `Bs 1.220,11`, `USD 10,00` (es); `Bs 1,220.11`, `USD 10.00` (en). `minor` counts hundredths and is never rounded. */
export function formatMoney(minor: number | bigint, currency: string, lang: Language): string {
  const digits = BigInt(minor).toString().padStart(3, '0');
  const decimal = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return `${currency === 'VES' ? 'Bs' : currency} ${amounts(lang).format(decimal as `${number}`)}`;
}

/** `1.2 s`, `350 ms`, `3 min`: a length of time for people, in the language's number format. */
export function durationText(ms: number, lang: Language): string {
  if (ms < 1000) return `${whole(lang).format(ms)} ms`;
  if (ms < 60_000) return `${tenths(lang).format(ms / 1000)} s`;
  if (ms < 3_600_000) return `${whole(lang).format(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${whole(lang).format(ms / 3_600_000)} h`;
  return `${whole(lang).format(ms / 86_400_000)} d`;
}
