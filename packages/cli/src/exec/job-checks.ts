import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliContext } from '../cli-context.ts';
import { CHECKS_FILE, type Suite, writeJunit } from '../expectations/junit.ts';
import type { CommandEnd } from './run-command.ts';

export class JobChecks {
  readonly #context: CliContext;
  readonly #file: string;
  readonly #folder: string;
  readonly #beganMs: number;

  private constructor(context: CliContext, file: string, folder: string) {
    this.#context = context;
    this.#file = file;
    this.#folder = folder;
    this.#beganMs = context.elapsed();
  }

  static async begin(context: CliContext, file: string): Promise<JobChecks> {
    return new JobChecks(context, file, await mkdtemp(join(tmpdir(), 'svc-simulator-checks-')));
  }

  get #notes(): string {
    return join(this.#folder, 'checks.jsonl');
  }

  /** Variables that tell the job's commands where to store their checks. */
  get env(): Readonly<Record<string, string>> {
    return { [CHECKS_FILE]: this.#notes };
  }

  /**
   * Writes the command itself and then its checks in order. @throws CommandError if the report can't be
   * written
   */
  async write(words: readonly string[], { exitCode, why }: CommandEnd): Promise<null> {
    const notes = await readFile(this.#notes, 'utf8').catch(() => '');
    const suites = notes
      .split('\n')
      .filter(Boolean)
      .map((line): Suite => JSON.parse(line));
    const failure = exitCode === 0 ? null : { message: why, details: why };
    const tookMs = Math.round(this.#context.elapsed() - this.#beganMs);
    const job = { name: 'sim exec', cases: [{ name: words.join(' '), tookMs, failure }] };
    await writeJunit(this.#context, this.#file, [job, ...suites]);
    return null;
  }

  /** Deletes the notes. */
  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
