export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

const UNITS: readonly (readonly [ms: number, names: RegExp])[] = [
  [1, /^(ms|milliseconds?|milisegundos?)$/],
  [1000, /^(s|seconds?|segundos?)$/],
  [MINUTE_MS, /^(m|mins?|minutes?|minutos?)$/],
  [3_600_000, /^(h|hours?|horas?)$/],
  [DAY_MS, /^(d|days?|dias?)$/],
  [604_800_000, /^(w|weeks?|semanas?)$/],
];

const ACCENTS = /\p{M}/gu;
const DURATION_PART = /(\d+(?:\.\d+)?)\s*([a-z]+)/g;
const DURATION_FORM = /^(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/;

/**
 * Parses a duration such as `90s`, `14 days`, `1 hora` or `1h 30m` to whole milliseconds; null if it is
 * invalid.
 */
export function parseDurationMs(text: string): number | null {
  const normalized = text.trim().toLowerCase().normalize('NFD').replace(ACCENTS, '');
  if (!DURATION_FORM.test(normalized)) return null;
  let ms = 0;
  for (const [, number, name = ''] of normalized.matchAll(DURATION_PART)) {
    const unit = UNITS.find(([, names]) => names.test(name));
    if (!unit) return null;
    ms += Number(number) * unit[0];
  }
  return Math.round(ms);
}

const SPANS = [
  ['d', DAY_MS],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** Formats milliseconds in the two largest units: `29 d 23 h`. */
export function formatDuration(ms: number): string {
  const firstSpan = SPANS.findIndex(([, unitMs]) => ms >= unitMs);
  if (firstSpan < 0) return '0 ms';
  let rest = ms;
  const parts: string[] = [];
  for (const [unit, unitMs] of SPANS.slice(firstSpan, firstSpan + 2)) {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(' ');
}
