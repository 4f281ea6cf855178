/** One line of `/metrics`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export function parseScrape(text: string): readonly Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

/**
 * Returns true if an alert fires. Evaluates the parts of PromQL that the hosting guide uses: comparisons of a
 * selector, of a `rate` and of a quantile of rates. The rate is the increase between two scrapes.
 * @throws Error for any other expression
 */
export function isFiring(expression: string, before: readonly Sample[], now: readonly Sample[]): boolean {
  const [, measured = '', operator, limit] = /^(.+) (==|>) ([\d.]+)$/.exec(expression) ?? [];
  const values = measure(measured, before, now);
  return values.some((value) => (operator === '==' ? value === Number(limit) : value > Number(limit)));
}

function measure(text: string, before: readonly Sample[], now: readonly Sample[]): readonly number[] {
  const [, quantile, buckets] = /^histogram_quantile\(([\d.]+), (rate\(.+\))\)$/.exec(text) ?? [];
  if (buckets !== undefined) return [quantileOf(Number(quantile), select(buckets, before, now))];
  return select(text, before, now).map(({ value }) => value);
}

function select(text: string, before: readonly Sample[], now: readonly Sample[]): readonly Sample[] {
  const [, ranged] = /^rate\((.+)\[5m\]\)$/.exec(text) ?? [];
  if (ranged === undefined) return now.filter(selects(text));
  const keyOf = ({ name, labels }: Sample) => JSON.stringify([name, labels]);
  const valuesBefore = new Map(before.map((sample) => [keyOf(sample), sample.value]));
  return now
    .filter(selects(ranged))
    .map((sample) => ({ ...sample, value: sample.value - (valuesBefore.get(keyOf(sample)) ?? 0) }));
}

function selects(selector: string): (sample: Sample) => boolean {
  const [, wantedName, matchers = ''] = /^(\w+)(?:\{(.+)\})?$/.exec(selector) ?? [];
  if (wantedName === undefined) throw new Error(`not a selector: ${selector}`);
  const tests = [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
    ([, label = '', operator = '', wanted = '']) =>
      ({ labels }: Sample) => {
        const value = labels[label] ?? '';
        if (operator.endsWith('~')) return new RegExp(`^(?:${wanted})$`).test(value) === (operator === '=~');
        return (value === wanted) === (operator === '=');
      },
  );
  return (sample) => sample.name === wantedName && tests.every((test) => test(sample));
}

/** Interpolates within the bucket that contains the quantile, as Prometheus does. */
function quantileOf(quantile: number, buckets: readonly Sample[]): number {
  const target = quantile * (buckets.at(-1)?.value ?? 0);
  let [lower, below] = [0, 0];
  for (const { labels, value } of buckets) {
    const upper = Number(labels.le);
    if (value >= target && value > below)
      return Number.isNaN(upper) ? lower : lower + ((upper - lower) * (target - below)) / (value - below);
    [lower, below] = [upper, value];
  }
  return 0;
}
