const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const PART = /(\d+(?:\.\d+)?)\s*([a-z]+)/g;
const WHOLE = /^(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/;

/**
 * Milliseconds of a duration as people write it, `90s`, `14d`, `14 days`, `1h 30m`; null when it is none. Parts of a
 * millisecond are rounded.
 */
export function durationMsOf(text: string): number | null {
  const written = text.trim().toLowerCase();
  if (!WHOLE.test(written)) return null;
  let ms = 0;
  for (const [, number, name = ''] of written.matchAll(PART)) {
    const unit = UNITS[name] ?? (name.length > 3 ? UNITS[name.replace(/s$/, '')] : undefined);
    if (unit === undefined) return null;
    ms += Number(number) * unit;
  }
  return Math.round(ms);
}
