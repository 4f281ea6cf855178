import { isOneOf, namesOf } from '@svc-simulator/contract';
import type { OperationRefusal } from '../page-call.ts';

/** The tasks of Simulate, each with a page, and the parts of the page. A part's name is its anchor. */
export const simulateTasks = {
  payment: ['session', 'charge'],
  time: ['clock'],
  faults: ['chaos'],
  next: ['scripts'],
  snapshots: ['snapshots', 'reset'],
} as const;
export type SimulateTask = keyof typeof simulateTasks;
export type SimulatePart = (typeof simulateTasks)[SimulateTask][number];

export function taskForPart(part: SimulatePart): SimulateTask {
  return namesOf(simulateTasks).find((task) => isOneOf(simulateTasks[task], part)) ?? 'payment';
}

export function pathOfTask(task: SimulateTask): string {
  return task === 'payment' ? '/console/simulate' : `/console/simulate/${task}`;
}

export function pathOfPart(part: SimulatePart): string {
  return `${pathOfTask(taskForPart(part))}#${part}`;
}

export type SimulateFault = Readonly<{ part: SimulatePart; refusal: OperationRefusal }>;

/**
 * Parses a number in either language's format, such as `35.000,50` or `35,000.50`; undefined if empty.
 * Ambiguous input, such as `35.000`, stays a string, which the schema refuses.
 */
export function parseNumber(form: URLSearchParams, name: string): number | string | undefined {
  const text = form.get(name)?.trim() ?? '';
  if (text === '' || /^\d{1,3}([.,]\d{3})+$/.test(text)) return text || undefined;
  const [, integerPart, decimals] =
    /^(\d{1,3}(?:(?:\.\d{3})+(?=,)|(?:,\d{3})+(?=\.)))[.,](\d+)$/.exec(text) ?? [];
  const number = Number(
    integerPart ? `${integerPart.replace(/\D/g, '')}.${decimals}` : text.replace(',', '.'),
  );
  return Number.isFinite(number) ? number : text;
}

export function filledTexts(form: URLSearchParams, names: readonly string[]) {
  const entries = names.map((name) => [name, form.get(name) ?? ''] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

/**
 * Returns the next identifier: `A-1002` after `A-1001`. An identifier without a number is returned unchanged.
 */
export function nextIdentifier(identifier = 'A-1000'): string {
  return identifier.replace(/\d{1,9}$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'));
}
