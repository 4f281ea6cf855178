import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkedLine } from '../packages/store/src/embedded/checked-line.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulatorProcess } from './support/simulator.ts';

const MEBIBYTE = 2 ** 20;

/** A group of a MiB, most of it an event: neither all groups nor all events are in memory together. */
function groupLine(group: number, id: number): Buffer {
  const pad = 'x'.repeat(MEBIBYTE / 8);
  const value = { id: 'p', accountId: 'large', fields: { pad }, createdAt: group };
  const event = { id, at: new Date().toISOString(), type: 'login.succeeded', data: { pad: pad.repeat(7) } };
  const commit = { account: 'large', puts: [{ kind: 'partner', id: 'p', seq: 1, value }], events: [event] };
  return checkedLine(`{"group":${group},"at":${Date.now()},"safe":0,"commits":[${JSON.stringify(commit)}]`);
}

it('starts from a journal that is larger than its memory', async () => {
  const dataDir = scratchFolder();
  const first = await startSimulatorProcess({ dataDir });
  first.signal('SIGKILL');
  await first.exited;
  const path = join(dataDir, 'journal.jsonl');
  const groups = readFileSync(path, 'utf8').trim().split('\n').length - 1;
  const journal = openSync(path, 'a');
  for (let id = 1; id <= 112; id++) writeSync(journal, groupLine(groups + id, id));
  closeSync(journal);
  const env = { NODE_OPTIONS: '--max-old-space-size=96' };
  expect((await startSimulatorProcess({ dataDir, env })).account).toEqual(first.account);
});
