import { practices } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import { put, type Store } from '@svc-simulator/store/store.ts';
import { logIn } from '@svc-simulator/test-support/browser.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { TestStores } from '../../../store/test/postgres/test-stores.ts';
import { policy, TestDirectories } from '../../../store/test/test-directories.ts';

const CODE = 'ABCDEFGHJKLMNPQR';
const CREATED = Date.UTC(2025, 11, 1);

/** Writes a class, a membership and a certificate with the fields that earlier versions stored, and no others. */
async function writeOlderRecords(store: Store, ownerId: string, accountId: string): Promise<void> {
  const classId = 'cls_0123456789abcdef';
  const account = await store.get('account', accountId);
  if (!account) throw new Error('the account is missing');
  await store.transact({ account: ownerId, exclusive: true }, () => ({
    result: null,
    puts: [
      put('class', classId, {
        ...{ id: classId, accountId: ownerId, title: 'Before', joinCode: 'K7MWQ2XD' },
        ...{ createdAt: CREATED, closedAt: CREATED + 1, toolsCount: true },
      }),
      put('class_code', 'K7MWQ2XD', { classId }),
      put('class_member', `${classId}:${accountId}`, {
        ...{ accountId, classId, ownerId, shortName: account.shortName, joinedAt: CREATED },
      }),
    ],
  }));
  await store.transact({ account: accountId, exclusive: true }, () => ({
    result: null,
    puts: [
      put('account', accountId, { ...account, classId }),
      put('certificate', CODE, {
        ...{ accountId, code: CODE, fullName: 'Ana Pérez', classTitle: 'Before', total: practices.length },
        ...{ doneAt: CREATED, byProgram: ['login', 'agreement'] },
      }),
    ],
  }));
}

describe('the class and certificate of an earlier version', () => {
  const directories = new TestDirectories();
  const databases = new TestStores();
  const embedded = async () => {
    const data = await directories.make();
    const open = (sim: TestSimulator) => openEmbeddedStore({ directory: data, clock: sim.clock, policy });
    return { options: { data }, open };
  };
  const postgres = async () => {
    const database = await databases.database();
    const open = async () => (await databases.open({ url: database })).store;
    return { options: { database }, open };
  };

  it.each([
    ['the embedded store', embedded],
    ['PostgreSQL', postgres],
  ] as const)('stays valid in %s', async (_name, prepare) => {
    const { options, open } = await prepare();
    const first = await TestSimulator.start(options);
    const [owner, trainee] = [await first.account(), await first.account()];
    await first.close();
    const store = await open(first);
    await writeOlderRecords(store, owner.id, trainee.id);
    await store.close();

    await using sim = await TestSimulator.start(options);
    const [row] = (await sim.ask(owner, 'GET', '/console/classes')).json.data;
    const path = `/console/classes/${row.class_id}`;
    expect(row).toEqual({
      ...{ class_id: 'cls_0123456789abcdef', title: 'Before', join_code: 'K7MWQ2XD' },
      ...{ created_at: '2025-12-01T00:00:00.000Z', closed_at: '2025-12-01T00:00:00.001Z', archived_at: null },
      ...{ tools_count: true, practice_ids: null, due_at: null, mark: null },
    });
    const board = (await sim.ask(owner, 'GET', `${path}/progress`)).json.data;
    expect(board.practices).toHaveLength(practices.length);
    expect(board.trainees).toMatchObject([
      { short_name: trainee.name, failed_logins: 0, stuck_because: null, asked_at: null },
    ]);
    expect((await sim.ask(trainee, 'GET', '/console/progress')).json.data).toMatchObject({
      ...{ notes: [], due_at: null, total: practices.length },
    });
    const check = () => sim.send('GET', `/verificar/${CODE}`);
    expect((await check()).json.data).toMatchObject({
      ...{ full_name: 'Ana Pérez', class_title: 'Before', issued_by: 'holder', mark: null, issued_at: null },
      ...{ total: practices.length, by_program: ['login', 'agreement'] },
    });
    const browser = await logIn(sim, trainee);
    expect((await browser.get('/console/practices/certificate')).html).toContain('/verificar/ABCD-EFGH-');
    expect((await sim.ask(owner, 'DELETE', `/console/certificates/${CODE}`)).status).toBe(404);
    await sim.ask(owner, 'POST', `${path}/trainees/${trainee.name}/notes`, { text: 'Hello' });
    await sim.ask(owner, 'DELETE', `${path}/trainees/${trainee.name}`);
    expect((await check()).status).toBe(200);
  });
});
