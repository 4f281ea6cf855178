/**
 * - `full`: date and time
 * - `day`: date
 * - `hour`: hours and minutes
 * - `clock`: time with milliseconds
 * - `since`: `5 min ago`
 * - `until`: `in 5 min`
 */
export type MomentForm = 'full' | 'day' | 'hour' | 'clock' | 'since' | 'until';

const ONE_MINUTE_MS = 60_000;

export function momentWriter(lang: string): (moment: Date, form: MomentForm, nowMs: number) => string {
  const formatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(lang, options);
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const formats = {
    full: formatOf({ ...day, ...hour, second: '2-digit' }),
    day: formatOf(day),
    hour: formatOf(hour),
  };
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'narrow' });
  const formatSince = (passedMs: number) => {
    const minutes = Math.max(0, Math.floor(passedMs / ONE_MINUTE_MS));
    if (minutes < 1) return relative.format(0, 'second');
    if (minutes < 60) return relative.format(-minutes, 'minute');
    if (minutes < 2880) return relative.format(-Math.floor(minutes / 60), 'hour');
    return relative.format(-Math.floor(minutes / 1440), 'day');
  };
  const formatUntil = (moment: Date, remainingMs: number) => {
    if (remainingMs < 2 * ONE_MINUTE_MS)
      return relative.format(Math.max(0, Math.ceil(remainingMs / 1000)), 'second');
    if (remainingMs < 120 * ONE_MINUTE_MS)
      return relative.format(Math.ceil(remainingMs / ONE_MINUTE_MS), 'minute');
    return formats.full.format(moment);
  };
  return (moment, form, nowMs) => {
    if (form === 'until') return formatUntil(moment, moment.getTime() - nowMs);
    if (form === 'since') return formatSince(nowMs - moment.getTime());
    return form === 'clock' ? timeOfDay(moment) : formats[form].format(moment);
  };
}

function timeOfDay(moment: Date): string {
  const milliseconds = String(moment.getMilliseconds()).padStart(3, '0');
  return `${moment.toTimeString().slice(0, 8)}.${milliseconds}`;
}
