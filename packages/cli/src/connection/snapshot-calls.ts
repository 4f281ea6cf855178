import { type Client, createClient, problemOf } from '@svc-simulator/client';
import { getSnapshot, type SnapshotFile } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { CliContext } from '../cli-context.ts';
import { snapshotIn } from '../input/snapshot-text.ts';
import type { Connection } from './connection.ts';

/** A large account takes the simulator its time. */
const PATIENCE_MS = 120_000;

/** A client for an account, by its API token, that waits longer than others. */
export function patientClient({ deadline }: CliContext, { at }: Connection, token: string): Client {
  return createClient({ ...at, token, signal: deadline(PATIENCE_MS) });
}

/** The account of an API token as it is now. */
export async function fetchSnapshot(
  context: CliContext,
  connection: Connection,
  token: string,
  withTrace: boolean,
): Promise<SnapshotFile> {
  const query = { trace: withTrace ? 'all' : 'none' };
  const response = await patientClient(context, connection, token).send(getSnapshot, { query });
  if (!response.ok) throw await problemOf(response);
  return snapshotIn(await response.text(), t`what the simulator answered`);
}
