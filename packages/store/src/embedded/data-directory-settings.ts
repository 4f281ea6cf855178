import type { Clock } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import type { StorePolicy } from '../commit.ts';
import type { Files } from './files/files.ts';
import type { Durability } from './journal/journal.ts';

export interface DataDirectorySettings {
  readonly directory: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: StorePolicy;
  readonly durability: Durability;
  /** Journal bytes from which on `db.json` is written anew. */
  readonly foldBytes: number;
}
