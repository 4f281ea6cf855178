import { checkInParts, type SnapshotFile } from '@svc-simulator/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { snapshotDifferences } from '../packages/test-support/src/snapshot-differences.ts';
import { abusiveRequest } from './support/abuse/abusive-requests.ts';
import { Target } from './support/abuse/target.ts';
import { scratchFolder } from './support/scratch.ts';

/**
 * `ABUSE_REQUESTS=100000 npx vitest run --config test/vitest.config.ts test/snapshot-abuse.test.ts` runs
 * more.
 */
const REQUESTS = Number(process.env.ABUSE_REQUESTS ?? 1000);
const SEED = Number(process.env.ABUSE_SEED ?? 20261121);
const AT_ONCE = 50;

it(
  'loads every snapshot that it saved, whatever the account contains, and saves an equal one again',
  async () => {
    const target = await Target.open({ data: scratchFolder() });
    let sessions = 0;
    for (let count = 0; count < REQUESTS; count += AT_ONCE) {
      const requests = fc.sample(abusiveRequest, { numRuns: AT_ONCE, seed: SEED + count });
      // Not resets, which would delete the data to be saved.
      for (const request of requests) if (!/reset/i.test(request.path)) await target.send(request);
      const text = await exchange(target);
      const before = fileIn(text);
      const response = JSON.parse(await exchange(target, text));
      expect(response.status, response.detail).toBe(200);
      const after = fileIn(await exchange(target));
      const [one, other] = [before.accounts[0], after.accounts[0]];
      // Events and deliveries change between the two snapshots, because scheduled work runs.
      const isLasting = (line: string) => !/^\w+ (trace|deliveries) /.test(line);
      expect(one && other && snapshotDifferences(one, other).filter(isLasting)).toEqual([]);
      sessions += before.accounts[0]?.sessions.length ?? 0;
    }
    expect(sessions).toBeGreaterThan(REQUESTS / AT_ONCE);
  },
  REQUESTS * 20 + 60_000,
);

/** Saves a snapshot or loads `body`; returns the raw response. */
async function exchange(target: Target, body?: string): Promise<string> {
  const { host, port } = target.address;
  const answer = await fetch(`http://${host}:${port}/control/snapshot`, {
    method: body === undefined ? 'GET' : 'PUT',
    headers: { authorization: target.named('Bearer {{token}}') },
    ...(body !== undefined && { body }),
  });
  return answer.text();
}

function fileIn(text: string): SnapshotFile {
  const checking = checkInParts(JSON.parse(text));
  let step = checking.next();
  while (!step.done) step = checking.next();
  expect(step.value.faults).toEqual([]);
  return step.value.file as SnapshotFile;
}
