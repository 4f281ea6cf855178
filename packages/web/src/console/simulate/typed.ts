import { isOneOf, namesOf } from '@svc-simulator/contract';
import type { Refused } from '../page-call.ts';

/** Tasks of the simulation, one page each, with their parts; the names are also anchors. */
export const simulateTasks = {
  payment: ['session', 'charge'],
  time: ['clock'],
  faults: ['chaos'],
  next: ['scripts'],
  snapshots: ['snapshots', 'reset'],
} as const;
export type SimulateTask = keyof typeof simulateTasks;
export type SimulatePart = (typeof simulateTasks)[SimulateTask][number];

export function taskOf(part: SimulatePart): SimulateTask {
  return namesOf(simulateTasks).find((task) => isOneOf(simulateTasks[task], part)) ?? 'payment';
}

export function pathOfTask(task: SimulateTask): string {
  return task === 'payment' ? '/console/simulate' : `/console/simulate/${task}`;
}

/** Where a part of one of the pages is. */
export function pathOfPart(part: SimulatePart): string {
  return `${pathOfTask(taskOf(part))}#${part}`;
}

export interface SimulateFault {
  readonly part: SimulatePart;
  readonly refused: Refused;
}

/**
 * A number that was typed, in either language's way: `35.000,50` and `35,000.50`. What is none stays a text, for the schema to refuse,
 * and so does `35.000`, which may mean two; undefined: nothing was typed.
 */
export function numberIn(form: URLSearchParams, name: string): number | string | undefined {
  const text = form.get(name)?.trim() ?? '';
  if (text === '' || /^\d{1,3}([.,]\d{3})+$/.test(text)) return text || undefined;
  const [, grouped, cents] = /^(\d{1,3}(?:(?:\.\d{3})+(?=,)|(?:,\d{3})+(?=\.)))[.,](\d+)$/.exec(text) ?? [];
  const number = Number(grouped ? `${grouped.replace(/\D/g, '')}.${cents}` : text.replace(',', '.'));
  return Number.isFinite(number) ? number : text;
}

/** The texts of these fields that were filled in. */
export function textsIn(form: URLSearchParams, names: readonly string[]): Readonly<Record<string, string>> {
  const given = names.map((name) => [name, form.get(name) ?? ''] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== ''));
}
