type Labels = Readonly<Record<string, string | number>>;
/** One line of a metric: its labels and its value. */
export type Sample = readonly [labels: Labels, value: number];

/** Writes metrics in the text format of Prometheus, version 0.0.4. */
export class Exposition {
  #text = '';

  counter(name: string, help: string, samples: readonly Sample[]): void {
    this.#family(name, 'counter', help, samples);
  }

  gauge(name: string, help: string, samples: readonly Sample[]): void {
    this.#family(name, 'gauge', help, samples);
  }

  /** Each histogram under its labels; buckets count all that are no greater than their bound. */
  histogram(
    name: string,
    help: string,
    histograms: readonly (readonly [
      Labels,
      { cumulative(): readonly (readonly [string, number])[]; sumS: number },
    ])[],
  ): void {
    if (histograms.length === 0) return;
    this.#head(name, 'histogram', help);
    for (const [labels, histogram] of histograms) {
      let all = 0;
      for (const [le, count] of histogram.cumulative()) {
        this.#line(`${name}_bucket`, { ...labels, le }, count);
        all = count;
      }
      this.#line(`${name}_sum`, labels, histogram.sumS);
      this.#line(`${name}_count`, labels, all);
    }
  }

  text(): string {
    return this.#text;
  }

  #family(name: string, type: string, help: string, samples: readonly Sample[]): void {
    if (samples.length === 0) return;
    this.#head(name, type, help);
    for (const [labels, value] of samples) this.#line(name, labels, value);
  }

  #head(name: string, type: string, help: string): void {
    this.#text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  }

  #line(name: string, labels: Labels, value: number): void {
    const written = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`);
    this.#text += `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}\n`;
  }
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
