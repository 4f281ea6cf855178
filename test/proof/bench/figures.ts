/** One line of the result. */
export interface Figure {
  readonly figure: string;
  readonly ours: number;
  /** What ours is compared with, in the same unit; null when there is nothing to compare with. */
  readonly limit: number | null;
  readonly unit: string;
  /** ours / limit; null when the target is absolute. */
  readonly ratio: number | null;
  readonly target: string;
  /** null: reported, without a target. */
  readonly ok: boolean | null;
}

interface Measured {
  readonly ours: number;
  readonly limit: number;
}

/** Ours beside a limit, without a target. */
export function compared(figure: string, { ours, limit }: Measured, unit = '/s') {
  return { figure, ours, limit, unit, ratio: ours / limit, target: '', ok: null };
}

/** A throughput: ours has to reach at least `target` × the limit. */
export function atLeast(figure: string, measured: Measured, target: number, unit = '/s'): Figure {
  const row = compared(figure, measured, unit);
  return { ...row, target: `≥ ${target}`, ok: row.ratio >= target };
}

/** A time: ours may take at most `target` × the limit. */
export function atMost(figure: string, measured: Measured, target: number, unit = 'ms'): Figure {
  const row = compared(figure, measured, unit);
  return { ...row, target: `≤ ${target}`, ok: row.ratio <= target };
}

/** A time with an absolute bound. */
export function within(figure: string, ours: number, bound: number, unit = 'ms'): Figure {
  return { figure, ours, limit: null, unit, ratio: null, target: `≤ ${bound} ${unit}`, ok: ours <= bound };
}

/** Something to know, without a target. */
export function reported(figure: string, ours: number, unit: string, limit: number | null = null): Figure {
  return { figure, ours, limit, unit, ratio: null, target: '', ok: null };
}

export function renderTable(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'ours', 'limit', 'ratio', 'target', ''],
    ...figures.map(({ figure, ours, limit, unit, ratio, target, ok }) => [
      figure,
      `${rounded(ours)} ${unit}`,
      limit === null ? '' : `${rounded(limit)} ${unit}`,
      ratio?.toFixed(2) ?? '',
      target,
      ok === null ? '' : ok ? 'ok' : 'SHORT',
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

function rounded(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en').replaceAll(',', ' ') : value.toPrecision(3);
}
