import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Every request to a worker takes a few seconds; one that takes so long has failed. */
const PATIENCE_MS = 60_000;

/**
 * A process of the bench (a limit, a load). It says once what it is (`Ready`) and then answers requests,
 * one at a time. What is measured and what measures run in different processes, so that neither waits for the other.
 */
export class Worker<Ready, Request, Answer> {
  readonly ready: Promise<Ready>;
  readonly #child: ChildProcess;

  /** `file` is relative to this folder. */
  constructor(file: string) {
    this.#child = fork(fileURLToPath(new URL(file.replace('.ts', '.js'), import.meta.url)));
    this.ready = this.#message();
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  ask(request: Request): Promise<Answer> {
    const answer = this.#message<Answer>();
    this.#child.send(request as object);
    return answer;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  #message<T>(): Promise<T> {
    return new Promise((resolve, reject) => {
      const worker = this.#child.spawnargs[1];
      const settle = () => {
        clearTimeout(deadline);
        this.#child.off('exit', onExit).off('message', onMessage);
      };
      const onMessage = (message: unknown) => {
        settle();
        const { error, value } = message as { error?: string; value: T };
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      };
      const onExit = (code: number | null, signal: string | null) => {
        settle();
        reject(new Error(`${worker} ended (code ${code}, signal ${signal})`));
      };
      // An event that never comes, such as a lost webhook, must end the benchmark.
      const deadline = setTimeout(() => {
        settle();
        reject(new Error(`${worker} did not answer within ${PATIENCE_MS} ms`));
      }, PATIENCE_MS);
      this.#child.on('exit', onExit).on('message', onMessage);
    });
  }
}

/** The worker's side: says `ready`, then answers each request with what `handle` makes of it. */
export function work<Request>(ready: unknown, handle: (request: Request) => unknown = () => null): void {
  process.on('message', async (request) => {
    try {
      process.send?.({ value: await handle(request as Request) });
    } catch (error) {
      process.send?.({ error: String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ value: ready });
}
