/** Where lines go: a stream of the process, or anything that takes texts. */
export interface Output {
  write(text: string): unknown;
}

/**
 * Writes lines, those of one turn of the event loop at once, and only makes them then: a burst of webhooks is held up
 * neither by ten thousand writes nor by what they say.
 */
export class LineWriter {
  readonly #output: Output;
  #lines: (() => string)[] = [];

  constructor(output: Output) {
    this.#output = output;
  }

  write(line: () => string): void {
    this.#lines.push(line);
    if (this.#lines.length === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.map((line) => `${line()}\n`).join('');
    this.#lines = [];
    this.#output.write(text);
  }
}
