import type { Client } from '@svc-simulator/client';
import { getSnapshot, loadSnapshot } from '@svc-simulator/contract';
import { EncodingError, fileFault, readTextFile } from '@svc-simulator/machine/text-file.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SimulatorAssertionError } from '../assertion-error.ts';
import { withStory } from '../refusals.ts';
import type { Snapshot } from '../testing-api.ts';

export function createSnapshotMethods(t: Texts, client: Client) {
  return {
    snapshot: async (): Promise<Snapshot> => (await withStory(t, 'snapshot', client.call(getSnapshot))).data,
    restore: async (snapshot: Snapshot | string): Promise<void> => {
      const body = typeof snapshot === 'string' ? JSON.parse(await readSnapshotText(t, snapshot)) : snapshot;
      await withStory(t, 'restore', client.call(loadSnapshot, { body }));
    },
  };
}

/** Returns the text of a snapshot in memory or of the file with that name. */
export async function readSnapshotText(t: Texts, snapshot: Snapshot | string): Promise<string> {
  if (typeof snapshot !== 'string') return JSON.stringify(snapshot);
  return readTextFile(snapshot).catch((cause: unknown) => {
    if (!(cause instanceof EncodingError)) throw cause;
    throw new SimulatorAssertionError(`${snapshot}: ${fileFault(t, cause)}`, { cause });
  });
}
