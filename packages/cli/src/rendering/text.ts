import { stripVTControlCharacters } from 'node:util';
import { DAY_MS, namesOf } from '@svc-simulator/contract';
import { withoutCredentials } from '@svc-simulator/core';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';

/**
 * Returns a value from outside as one line without control characters, so that it can't control the terminal.
 */
export function printable(value: unknown, limit = 200): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const printableText = text.replace(/[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu, (character) =>
    character === '\n' || character === '\t' ? ' ' : '\ufffd',
  );
  return printableText.length > limit ? `${printableText.slice(0, limit - 1)}…` : printableText;
}

/** Pads each column to its widest cell, except the last one. Cells may contain colors. */
export function alignColumns(rows: readonly (readonly string[])[], gap = 2): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, visibleWidth(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, index) =>
        index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - visibleWidth(cell) + gap),
      )
      .join('')
      .trimEnd(),
  );
}

/** Formats names and values in two columns; rows without a value are left out. */
export function formatNamedRows(
  rows: readonly (readonly [name: string, value: string | null | undefined])[],
  { dim }: { dim(text: string): string },
): string[] {
  return alignColumns(rows.flatMap(([name, value]) => (value ? [[dim(name), value]] : [])));
}

function visibleWidth(cell: string): number {
  return [...stripVTControlCharacters(cell)].length;
}

/** Formats an amount for people, such as `USD 1.234,50` in Spanish. */
export function printableAmount(amount: unknown, currency: unknown, { lang }: Texts): string {
  const code = printable(currency);
  return typeof amount === 'number' ? formatMoney(Math.round(amount * 100), code, lang) : code;
}

export function relativeTime(t: Texts, timeMs: number, nowMs: number): string {
  const ms = Math.abs(timeMs - nowMs);
  if (ms < 1000) return t('cli.time.now');
  const [unit, name] = units.find(([size]) => ms >= size) ?? [1000, 's'];
  const text = `${Math.round(ms / unit)} ${name}`;
  return timeMs > nowMs ? t('cli.time.in', { text }) : t('cli.time.ago', { text });
}

/**
 * Formats how long ago something happened. After a clock was set back, the instant can be in the future; then
 * returns the instant itself.
 */
export function agoText(t: Texts, instant: string, nowMs: number): string {
  const timeMs = Date.parse(instant);
  return timeMs - nowMs < 1000 ? relativeTime(t, timeMs, nowMs) : momentText(instant);
}

export function localTime(instant: string): string {
  const date = new Date(instant);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

export function momentText(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

const units: readonly (readonly [ms: number, name: string])[] = [
  [DAY_MS, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** Replaces the command in the simulator's advice by the one that works here. */
export function withLocalCommand(
  advice: string,
  { program, data }: { readonly program: string; readonly data: string | undefined },
): string {
  const dataFlag = data === undefined ? '' : ` --data ${quoteWord(data)}`;
  return advice.replace(
    /\bnpx sim (keys webhook-secret)/,
    (_, command) => `${program} ${command}${dataFlag}`,
  );
}

export function quoteWord(word: string): string {
  return /^[\w./@:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Masks tokens, secrets and credentials in URLs, which text from outside may contain. */
export function withoutSecrets(line: string): string {
  return withoutCredentials(line)
    .replace(/\b(sim_[a-z]{3}_|whsec_)[\w-]{8,}/g, '$1…')
    .replace(/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]+/g, 'eyJ…')
    .replace(/(\b[a-z]+:\/\/[^\s:@/"]*:)[^\s@"]+@/gi, '$1…@');
}

export const shellAssignments = {
  sh: (name: string, value: string) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  fish: (name: string, value: string) => `set -gx ${name} '${value.replace(/[\\']/g, '\\$&')}'`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
} as const;

export type Shell = keyof typeof shellAssignments;
export const shellNames = namesOf(shellAssignments);

/** Guesses the user's shell. PowerShell sets PSModulePath for the programs that it starts; others set SHELL. */
export function detectShell({ PSModulePath, SHELL = '' }: CliContext['env']): Shell {
  if (PSModulePath !== undefined) return 'powershell';
  return /\bfish$/.test(SHELL) ? 'fish' : 'sh';
}

export function formatAssignments(shell: Shell, variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => shellAssignments[shell](name, value));
  return lines.join('; ');
}
