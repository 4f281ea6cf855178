import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Timeout of a request to a worker, which normally takes a few seconds. */
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * A process of the bench: a program that is measured, or a program that sends load. It reports `Ready` once,
 * and then responds to one request at a time. In one process, the two would wait for each other.
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
      // A lost webhook must not make the benchmark wait forever.
      const deadline = setTimeout(() => {
        settle();
        reject(new Error(`${worker} did not answer within ${REQUEST_TIMEOUT_MS} ms`));
      }, REQUEST_TIMEOUT_MS);
      this.#child.on('exit', onExit).on('message', onMessage);
    });
  }
}

/** Implements the worker's side: sends `ready`, then responds to each request with the result of `handle`. */
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
