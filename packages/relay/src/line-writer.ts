/** Where lines go: a stream of the process, or anything that takes texts. */
export interface Output {
  write(text: string): unknown;
}

/** Writes lines, those of one turn of the event loop at once: a burst of webhooks is not held up by ten thousand writes. */
export class LineWriter {
  readonly #output: Output;
  #lines: string[] = [];

  constructor(output: Output) {
    this.#output = output;
  }

  write(line: string): void {
    this.#lines.push(`${line}\n`);
    if (this.#lines.length === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join('');
    this.#lines = [];
    this.#output.write(text);
  }
}
