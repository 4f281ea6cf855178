import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliContext } from '../cli-context.ts';
import { type JunitSuite, SUITES_FILE_VARIABLE, writeJunitFile } from '../expectations/junit.ts';
import type { CommandEnd } from './run-command.ts';

export class JobChecks {
  readonly #context: CliContext;
  readonly #file: string;
  readonly #folder: string;
  readonly #startMs: number;

  private constructor(context: CliContext, file: string, folder: string) {
    this.#context = context;
    this.#file = file;
    this.#folder = folder;
    this.#startMs = context.elapsed();
  }

  static async create(context: CliContext, file: string): Promise<JobChecks> {
    return new JobChecks(context, file, await mkdtemp(join(tmpdir(), 'svc-simulator-checks-')));
  }

  get #checksFile(): string {
    return join(this.#folder, 'checks.jsonl');
  }

  get env(): Readonly<Record<string, string>> {
    return { [SUITES_FILE_VARIABLE]: this.#checksFile };
  }

  /** @throws CommandError if the report can't be written */
  async write(words: readonly string[], { exitCode, why }: CommandEnd): Promise<null> {
    const content = await readFile(this.#checksFile, 'utf8').catch(() => '');
    const suites = content
      .split('\n')
      .filter(Boolean)
      .map((line): JunitSuite => JSON.parse(line));
    const failure = exitCode === 0 ? null : { message: why, details: why };
    const durationMs = Math.round(this.#context.elapsed() - this.#startMs);
    const jobSuite = { name: 'sim exec', cases: [{ name: words.join(' '), durationMs, failure }] };
    await writeJunitFile(this.#context, this.#file, [jobSuite, ...suites]);
    return null;
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
