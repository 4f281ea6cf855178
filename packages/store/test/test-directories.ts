import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRecordPolicy } from '@svc-simulator/core';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { afterEach } from 'vitest';
import {
  type EmbeddedStore,
  type EmbeddedStoreOptions,
  openEmbeddedStore,
} from '../src/embedded/embedded-store.ts';

export const policy = createRecordPolicy();

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

  async copy(directory: string): Promise<string> {
    const path = await this.make();
    await cp(directory, path, { recursive: true });
    await rm(join(path, 'lock'), { force: true });
    return path;
  }

  /**
   * Makes the lock of a store look like that of a dead process, although the store's process is this test.
   */
  async bury(directory: string): Promise<void> {
    const path = join(directory, 'lock');
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) await writeFile(path, lockOfTheDead(text));
  }

  async fresh(options: Partial<EmbeddedStoreOptions> = {}) {
    const [directory, clock] = [await this.make(), new ManualClock()];
    return { directory, clock, store: await this.open(directory, { clock, ...options }) };
  }

  async open(directory: string, options: Partial<EmbeddedStoreOptions> = {}): Promise<EmbeddedStore> {
    const store = await openEmbeddedStore({ clock: new ManualClock(), policy, ...options, directory });
    this.#stores.push(store);
    return store;
  }
}

export function lockOfTheDead(text: string): string {
  return text.replace(`"pid":${process.pid},`, `"pid":${2 ** 22 + 1},`);
}
