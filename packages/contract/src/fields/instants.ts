import * as z from 'zod';
import { isNot, mustBe } from './fields.ts';

const FORM =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/;

/**
 * Milliseconds since the epoch of an ISO 8601 date or date and time, null when it is none or no day of the calendar. A
 * time without an offset, and a date alone, are UTC, whatever the machine's zone.
 */
export function instantOf(text: string): number | null {
  const parts = FORM.exec(text);
  if (!parts) return null;
  const [, year, month, day, hours, , , zone] = parts;
  // Day 0 of the next month is this month's last; a Date would turn 30 February into 2 March.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(day) > lastDay) return null;
  const instant = Date.parse(hours !== undefined && zone === undefined ? `${text}Z` : text);
  return Number.isNaN(instant) ? null : instant;
}

const SHORT_OFFSET = /(T.*[+-]\d\d)(\d\d)?$/;

/** The same of a signed timestamp, whose offset may be short: `±hhmm` and `±hh` (contract section 11, Terminal timestamps). */
export function signedInstantOf(text: string): number | null {
  return (
    instantOf(text) ??
    instantOf(text.replace(SHORT_OFFSET, (_, hours, minutes = '00') => `${hours}:${minutes}`))
  );
}

/** An ISO 8601 instant, kept as it was sent. */
export function instant() {
  return z
    .string({ error: mustBe('fault.wanted.instant') })
    .refine((value) => instantOf(value) !== null, { error: isNot('fault.wanted.instant') })
    .meta({ format: 'date-time' });
}
