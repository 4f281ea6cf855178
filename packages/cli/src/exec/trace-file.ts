import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TraceEvent } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { Simulator } from '@svc-simulator/simulator';
import { refusing } from '../failures.ts';
import { causeLine, causesIn } from '../rendering/causes.ts';
import { coloursFor } from '../rendering/colours.ts';
import { traceLine } from '../rendering/trace-line.ts';

/** Everything that happens in a simulator, to be written down when its command has ended. */
export class TraceFile {
  readonly #file: string;
  readonly #events: { readonly accountId: string; readonly json: string }[] = [];

  constructor(file: string, simulator: Simulator) {
    this.#file = file;
    simulator.onEvent((event) => this.#events.push(event));
  }

  /**
   * Writes it: JSON with one event a line when the name ends in `.jsonl` or `.ndjson`, else as `sim trace` shows it.
   * @throws CommandError when it cannot be written.
   */
  async write(): Promise<{ readonly events: number }> {
    const lines = /\.(jsonl|ndjson)$/i.test(this.#file) ? this.#asJson() : this.#asText();
    const text = lines.map((line) => `${line}\n`).join('');
    await mkdir(dirname(this.#file), { recursive: true })
      .then(() => writeFile(this.#file, text))
      .catch(refusing((code) => t`the trace cannot be written to ${this.#file} (${code})`));
    return { events: this.#events.length };
  }

  #asJson(): string[] {
    return this.#events.map(({ accountId, json }) =>
      JSON.stringify({ account_id: accountId, ...JSON.parse(json) }),
    );
  }

  #asText(): string[] {
    const colours = coloursFor({ isTerminal: false }, {});
    const events: TraceEvent[] = this.#events.map(({ json }) => JSON.parse(json));
    return [...events.map((event) => traceLine(event, colours)), ...causesIn(events).map(causeLine)];
  }
}
