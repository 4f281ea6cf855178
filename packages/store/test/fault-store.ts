import { createRecordPolicy } from '@svc-simulator/core';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import type { NumberedEvent } from '../src/commit.ts';
import { type EmbeddedStore, openEmbeddedStore } from '../src/embedded/embedded-store.ts';
import type { Durability } from '../src/embedded/journal/journal.ts';
import { type Put, put } from '../src/store.ts';
import type { FaultyFiles } from './faulty-files.ts';
import { type Observed, observe } from './history-model.ts';
import type { MemoryDisk } from './memory-disk.ts';
import { lockOfTheDead } from './test-directories.ts';

export const STORE_DIRECTORY = '/srv/simulator';

export function openOn(
  files: FaultyFiles | MemoryDisk,
  clock = new ManualClock(),
  durability: Durability = 'default',
  warn: (message: string) => unknown = () => {},
): Promise<EmbeddedStore> {
  return openEmbeddedStore({
    directory: STORE_DIRECTORY,
    clock,
    durability,
    files,
    policy: createRecordPolicy(),
    derive: derivePractice,
    foldBytes: 4000,
    log: (level, message) => level !== 'info' && warn(message),
  });
}

/** Makes the lock file look like that of a dead process, so that the next store can open the directory. */
export async function bury(disk: MemoryDisk): Promise<void> {
  for (const path of disk.files('/').filter((path) => path.startsWith(`${STORE_DIRECTORY}/lock`))) {
    const text = (await disk.read(path))?.toString('utf8') ?? '';
    disk.overwrite(path, Buffer.from(lockOfTheDead(text)));
  }
}

function derivePractice({ accountId, id }: NumberedEvent): Put[] {
  const practiceId = 'first_event';
  const value = {
    accountId,
    practiceId,
    completedAt: 0,
    evidence: { event_id: id, type: 'session.status_queried' },
  };
  return [put('practice', `${accountId}:${practiceId}`, value)];
}

/** Returns the store's content after checking that it is consistent. */
export async function observeWhole(store: EmbeddedStore): Promise<Observed> {
  const content = await observe(store);
  for (const [account, next] of Object.entries(content.nextEventIds)) {
    const derived = store.get('practice', `${account}:first_event`);
    if (next > 1 !== (derived?.evidence.event_id === 1)) {
      throw new Error(`half a commit: the next event of ${account} is ${next}, its practice ${derived}`);
    }
  }
  return content;
}
