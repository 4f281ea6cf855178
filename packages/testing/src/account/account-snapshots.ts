import type { Client } from '@svc-simulator/client';
import { getSnapshot, loadSnapshot } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { readTextFile } from '@svc-simulator/machine/text-file.ts';
import { asked } from '../refusals.ts';
import type { Snapshot } from '../testing-api.ts';

/** The account of a client in a file, and back, through the simulator's own API. */
export function snapshotsOf(client: Client) {
  return {
    snapshot: async (): Promise<Snapshot> => {
      const { data } = await asked(t`save a snapshot of the account`, client.call(getSnapshot));
      return data;
    },
    restore: async (snapshot: Snapshot | string): Promise<void> => {
      const body = typeof snapshot === 'string' ? JSON.parse(await snapshotTextOf(snapshot)) : snapshot;
      // Its schema is the server's to check.
      await asked(t`load the snapshot`, client.call(loadSnapshot, { body }));
    },
  };
}

/** The text of a snapshot: one that is in memory, or the file of that name. */
export function snapshotTextOf(snapshot: Snapshot | string): Promise<string> {
  return typeof snapshot === 'string' ? readTextFile(snapshot) : Promise.resolve(JSON.stringify(snapshot));
}
