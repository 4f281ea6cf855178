export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 604_800_000,
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 604_800_000,
  milisegundo: 1,
  segundo: 1000,
  minuto: 60_000,
  hora: 3_600_000,
  dia: DAY_MS,
  semana: 604_800_000,
};

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
    const unit = UNITS[name] ?? (name.length > 3 ? UNITS[name.replace(/s$/, '')] : undefined);
    if (unit === undefined) return null;
    ms += Number(number) * unit;
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
