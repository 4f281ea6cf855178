import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { histories } from './model-commands.ts';
import { AccountModel, type ReceiverKind } from './model-state.ts';
import { ModelSubject, type Place } from './model-subject.ts';
import { expectHeld, ModelWorld } from './model-world.ts';
import { startReceiver } from './receiver.ts';
import { scratchFolder } from './scratch.ts';

export interface ModelRun {
  /** How many histories. */
  readonly runs: number;
  readonly seed: number;
  /** Where the simulators keep their data that are asked side by side, each history's anew. */
  places(): Promise<readonly Place[]>;
}

const MAX_COMMANDS = 40;

/**
 * Lets simulators and the plain model go through the same random histories; they differ in nothing. Returns how many
 * commands that were.
 */
export async function runHistories({ runs, seed, places }: ModelRun): Promise<number> {
  const receivers: PathReceiver[] = [];
  let commands = 0;
  const history = async (steps: Iterable<fc.AsyncCommand<AccountModel, ModelWorld>>) => {
    const all = await places();
    const subjects: ModelSubject[] = [];
    try {
      for (const [at, place] of all.entries()) {
        receivers[at] ??= await PathReceiver.start();
        receivers[at].forget();
        subjects.push(await ModelSubject.open(place, receivers[at].url));
      }
      const world = new ModelWorld(subjects);
      const model = new AccountModel(subjects[0]?.clock.now() ?? 0);
      await fc.asyncModelRun(() => ({ model, real: world }), steps);
      await expectHeld(model, world);
    } finally {
      for (const subject of subjects) await subject.close();
      for (const place of all) await place.remove();
    }
    for (const _ of steps) commands++;
  };
  // A counterexample of a long run is found again by its seed; of a short one it is made smaller at once.
  const parameters = { numRuns: runs, seed, endOnFailure: runs > 100 };
  await fc.assert(fc.asyncProperty(histories(MAX_COMMANDS), history), parameters);
  return commands;
}

/** A data directory of its own; a copy of it without the lock is what a killed process leaves. */
export async function embeddedPlace(): Promise<Place> {
  const folders = [scratchFolder()];
  return {
    name: 'the embedded store',
    options: () => ({ data: folders.at(-1) as string }),
    async killed() {
      const left = scratchFolder();
      cpSync(folders.at(-1) as string, left, { recursive: true });
      rmSync(join(left, 'lock'));
      folders.push(left);
    },
    async remove() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A receiver that takes, refuses once, or refuses, as its path says. */
class PathReceiver {
  readonly #seen = new Set<string>();
  url = '';

  static async start(): Promise<PathReceiver> {
    const receiver = new PathReceiver();
    const { url } = await startReceiver((webhook, response) => {
      const kind = webhook.url.slice(1) as ReceiverKind;
      const taken =
        kind === 'ok' || (kind === 'flaky' && receiver.#knows(webhook.headers['idempotency-key']));
      response.writeHead(taken ? 200 : 500).end();
    });
    receiver.url = url;
    return receiver;
  }

  /** Every history has the same keys. */
  forget(): void {
    this.#seen.clear();
  }

  #knows(key: unknown): boolean {
    const known = this.#seen.has(String(key));
    this.#seen.add(String(key));
    return known;
  }
}
