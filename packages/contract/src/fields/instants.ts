import * as z from 'zod';
import { encodeMustBe, mustBe } from './fields.ts';

const INSTANT_FORM =
  /^(?<date>(?<year>\d{4})-(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\d|3[01]))(?:[Tt](?<time>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(?:[Zz]|(?<offsetHours>[+-](?:[01]\d|2[0-3]))(?::?(?<offsetMinutes>[0-5]\d))?)?)?$/;

/**
 * Parses an ISO 8601 date or time to milliseconds since the epoch; null if it is invalid. A text without an
 * offset is in UTC (contract section 13, Due dates).
 */
export function parseInstant(text: string): number | null {
  const parts = INSTANT_FORM.exec(text)?.groups;
  if (!parts) return null;
  const { date, year, month, day, time, offsetHours, offsetMinutes = '00' } = parts;
  // Day 0 of the next month is the last day of this month. A Date would accept 30 February as 2 March.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(day) > lastDay) return null;
  const offset = offsetHours === undefined ? 'Z' : `${offsetHours}:${offsetMinutes}`;
  return Date.parse(time === undefined ? `${date}` : `${date}T${time}${offset}`);
}

export function instant() {
  return z
    .string({ error: mustBe('fault.wanted.instant') })
    .refine((value) => parseInstant(value) !== null, { error: encodeMustBe('fault.wanted.instant') })
    .meta({ format: 'date-time' });
}
