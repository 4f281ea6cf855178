import { readdirSync, readFileSync } from 'node:fs';

/** One row of the result. */
export interface Figure {
  readonly figure: string;
  readonly ours: number;
  /** The measurement that `ours` is compared with, in the same unit. */
  readonly limit?: number;
  readonly unit: string;
  /** ours / limit. */
  readonly ratio?: number;
  readonly target?: string;
  /** Undefined if the figure has no target. */
  readonly ok?: boolean;
}

interface Comparison {
  readonly ours: number;
  readonly limit: number;
}

/** Returns a figure whose target is at least `target` × the limit. */
export function atLeast(figure: string, { ours, limit }: Comparison, target: number, unit: string): Figure {
  const ratio = ours / limit;
  return { figure, ours, limit, unit, ratio, target: `≥ ${target}`, ok: ratio >= target };
}

/** Returns a figure whose target is at most `target` × the limit. */
export function atMost(figure: string, { ours, limit }: Comparison, target: number, unit: string): Figure {
  const ratio = ours / limit;
  return { figure, ours, limit, unit, ratio, target: `≤ ${target}`, ok: ratio <= target };
}

/** Returns a figure with an absolute bound. */
export function within(figure: string, ours: number, bound: number, unit: string): Figure {
  return { figure, ours, unit, target: `≤ ${bound} ${unit}`, ok: ours <= bound };
}

export function renderTable(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'ours', 'limit', 'ratio', 'target', ''],
    ...figures.map(({ figure, ours, limit, unit, ratio, target, ok }) => [
      figure,
      `${formatValue(ours)} ${unit}`,
      limit === undefined ? '' : `${formatValue(limit)} ${unit}`,
      ratio?.toFixed(2) ?? '',
      target ?? '',
      ok === undefined ? '' : ok ? 'ok' : 'SHORT',
    ]),
  ];
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map(([figure = '', ...cells]) =>
      [figure.padEnd(widthOf(0)), ...cells.map((cell, index) => cell.padStart(widthOf(index + 1)))]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatValue(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en').replaceAll(',', ' ') : value.toPrecision(3);
}

export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = (ascending.length - 1) / 2;
  return ((ascending[Math.floor(middle)] ?? Number.NaN) + (ascending[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Returns the processor time in ms of a process and its child processes, including those that have ended. */
export function processorMs(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name) ?? []);
  const processes = all.filter((one) => one.pid === pid || one.parent === pid);
  return processes.reduce((sum, { own, ended }) => sum + own + ended, 0) * TICK_MS;
}

function statOf(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in parentheses, which can contain spaces and parentheses.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const at = (number: number) => fields[number - 3] ?? 0;
    return { pid: Number(pid), parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
  } catch {
    // The process has ended since the directory was read.
    return undefined;
  }
}
