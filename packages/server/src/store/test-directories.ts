import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOf, alarmOf, ManualClock, tagsOf } from '@svc-simulator/core';
import { afterEach } from 'vitest';
import { type EmbeddedStore, type EmbeddedStoreOptions, openEmbeddedStore } from './embedded-store.ts';

/** The core's rules, as every store of the simulator has them. */
export const policy = { accountOf, alarmOf, tagsOf };

/** For tests: gives out data directories and opens stores on them, and takes both back after each test. */
export class TestDirectories {
  readonly #paths: string[] = [];
  readonly #stores: EmbeddedStore[] = [];

  constructor() {
    afterEach(async () => {
      for (const store of this.#stores.splice(0)) await store.close();
      for (const path of this.#paths.splice(0)) await rm(path, { recursive: true, force: true });
    });
  }

  async make(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'sim-store-'));
    this.#paths.push(path);
    return path;
  }

  /** Another directory with the same files, but for the lock: what a store finds after its process was killed. */
  async copy(directory: string): Promise<string> {
    const path = await this.make();
    await cp(directory, path, { recursive: true });
    await rm(join(path, 'lock'), { force: true });
    return path;
  }

  async open(directory: string, options: Partial<EmbeddedStoreOptions> = {}): Promise<EmbeddedStore> {
    const store = await openEmbeddedStore({ clock: new ManualClock(), policy, ...options, directory });
    this.#stores.push(store);
    return store;
  }
}
