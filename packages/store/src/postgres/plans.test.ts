import pg, { type ClientBase, type ClientConfig } from 'pg';
import { describe, expect, it } from 'vitest';
import { noteEvent, ONE_DAY_MS, START_TIME, saveRecord } from '../../test/conformance-steps.ts';
import { historySql } from '../../test/postgres/test-history.ts';
import { TestStores } from '../../test/postgres/test-stores.ts';
import { session } from '../../test/store-samples.ts';
import { put, ref } from '../store.ts';
import type { PostgresStore } from './postgres-store.ts';

const stores = new TestStores();

const accounts = Array.from({ length: 20 }, (_, number) => `a${number}`);
const SESSIONS = 8_000;
/** An id in the middle of an account's events. */
const MIDDLE_EVENT_ID = 1_001_600;
/** Enough runs of a statement for PostgreSQL to use a generic plan. */
const RUNS = 8;
/** Rows that a statement may read for each row that it returns or writes. */
const MAX_READS_PER_ROW = 20;
/** Statements may always read this many rows, because a small table is best scanned. */
const MAX_SMALL_READS = 100;

const exceptions = [
  { text: "where kind = 'account'", why: 'runs once at the start, on an empty database' },
  {
    text: 'select count(*), coalesce(sum(octet_length(value)), 0)',
    why: 'an export is measured before it is read',
  },
  {
    text: "select count(*) filter (where kind = 'session')",
    why: 'a hosted account is counted once in ten minutes, for its quotas',
  },
  { text: 'select count(*) from (select * from', why: 'reads the rows that it counts, at most ten thousand' },
  { text: 'with old as', why: 'runs hourly, on blocks that also contain rows which stay' },
  { text: 'select min(alarm_at)', why: 'runs while an account sets its clock forward, on that account only' },
];

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}

interface LoggedPlan {
  readonly text: string;
  readonly plan: Node;
}

describe('query plans in a database of 8 000 sessions of 20 accounts', () => {
  it('reads at most twenty rows for each returned row', { timeout: 180_000 }, async () => {
    const plans: LoggedPlan[] = [];
    const { openStore, fill, analyze } = await openLogged(plans);
    const firstStore = await openStore();
    await useAll(firstStore.store, { ids: 'early', days: 2 });
    await fill();
    // Removes the plans so far, because they were made for an empty database.
    plans.length = 0;
    await useStore(firstStore, { days: 1 });
    expectBoundedReads(plans);
    await firstStore.store.close();
    await analyze();
    const firstIndex = plans.length;
    await useStore(await openStore(), { from: 240, days: 3 });
    expectBoundedReads(plans.slice(firstIndex));
    for (const { text, why } of exceptions)
      expect(
        plans.some((one) => one.text.includes(text)),
        why,
      ).toBe(true);
  });
});

describe('a reset of an account while statistics show no jobs', () => {
  it('reads each record and each job at most a few times', { timeout: 180_000 }, async () => {
    const plans: LoggedPlan[] = [];
    const { openStore, fill, run } = await openLogged(plans);
    const { store } = await openStore();
    await run('analyze svc_sim_jobs._private_jobs');
    await fill();
    await run(
      `select svc_sim_jobs.add_job('due', '0', job_key := svc_sim.job_key(kind, id), run_at := now() + interval '1 day')
       from svc_sim.records where kind = 'session' and account in ('a0', 'a1', 'a2')`,
    );
    await store.transact({ account: 'a0', exclusive: true }, () => ({ result: null, clear: ['session'] }));
    const [clear] = plans.filter(({ text }) => text.includes('.remove_job(job.key)'));
    expect(clear && countReturnedRows(clear.plan)).toBe(SESSIONS / accounts.length);
    expect(clear && countReadRows(clear.plan)).toBeLessThan((MAX_READS_PER_ROW * SESSIONS) / accounts.length);
  });
});

async function useStore(
  { store, clock }: Awaited<ReturnType<typeof stores.open>>,
  use: Usage,
): Promise<void> {
  store.start(async () => {});
  await useAll(store, use);
  await clock.advance(1);
}

function expectBoundedReads(plans: readonly LoggedPlan[]): void {
  expect(new Set(plans.map(({ text }) => text)).size).toBeGreaterThan(20);
  const excessive = new Map<string, readonly [readRows: number, returnedRows: number]>();
  for (const { text, plan } of plans)
    if (
      !isException(text) &&
      countReadRows(plan) > Math.max(MAX_SMALL_READS, MAX_READS_PER_ROW * countReturnedRows(plan))
    )
      excessive.set(text, [countReadRows(plan), countReturnedRows(plan)]);
  expect([...excessive]).toEqual([]);
}

/**
 * Opens stores on a database that logs the plan of each statement. `fill` writes the history, and `analyze`
 * updates the statistics.
 */
async function openLogged(plans: LoggedPlan[]) {
  const url = await stores.database();
  const name = url.slice(url.lastIndexOf('/') + 1);
  await stores.cluster.query(
    Object.entries({
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_format': 'json',
      'auto_explain.log_level': 'notice',
    })
      .map(([setting, value]) => `alter database ${name} set ${setting} = '${value}';`)
      .join('\n'),
  );
  class LoggingClient extends pg.Client {
    constructor(config?: ClientConfig) {
      super(config);
      this.on('notice', ({ message }) => {
        const [, json] = /^duration: .* plan:\n(.*)$/s.exec(message ?? '') ?? [];
        if (json === undefined) return;
        const entry = JSON.parse(json) as { readonly 'Query Text': string; readonly Plan: Node };
        // Ignores statements of the job queue itself.
        if (entry['Query Text'].includes('svc_sim.'))
          plans.push({ text: entry['Query Text'], plan: entry.Plan });
      });
    }
  }
  const client = LoggingClient as new (config?: ClientConfig) => ClientBase;
  return {
    openStore: () => stores.open({ url, client }),
    fill: () => stores.cluster.query(historySql(accounts, SESSIONS, START_TIME), name),
    run: (text: string) => stores.cluster.query(text, name),
    analyze: () => stores.cluster.query('analyze svc_sim.records, svc_sim.events, svc_sim.counters', name),
  };
}

interface Usage {
  /** Ids begin with this prefix. */
  readonly ids?: string;
  /** The numbers of ids begin after this one. */
  readonly from?: number;
  /** Days by which an account sets its clock forward. */
  readonly days: number;
}

/** Calls every operation of the store, often enough for generic plans. */
async function useAll(store: PostgresStore, { ids = 's', from = 0, days }: Usage): Promise<void> {
  await store.isEmpty();
  for (let run = 1; run <= RUNS; run++) {
    const account = `a${run % 3}`;
    const id = `${ids}${from + run * 500 + (run % 3)}`;
    await store.get('session', id);
    await saveRecord(
      store,
      put('session', `new${run}`, session(account, `new${run}`, 'pending', START_TIME + 1)),
    );
    await saveRecord(store, put('session', id, session(account, id, 'paid')));
    await noteEvent(store, account);
    for (const more of [{}, { tag: 'paid' }, { tag: 'button.expired' }, { tag: 'nothing has it' }]) {
      const page = await store.list('session', account, { limit: 20, ...more });
      if (page.nextCursor)
        await store.list('session', account, { limit: 20, ...more, cursor: page.nextCursor });
    }
    for (const more of [{}, { tag: 'paid' }])
      await store.count('session', account, { limit: 10_000, ...more });
    await store.list('delivery', account, { tag: `session:${id}`, limit: 100 });
    await store.list('delivery', account, { tag: 'gave_up', limit: 100 });
    for (const order of ['asc', 'desc'] as const) {
      await store.trace.page(account, { limit: 20, order });
      await store.trace.page(account, { limit: 20, order, after: MIDDLE_EVENT_ID });
      await store.trace.page(account, { limit: 20, order, types: ['webhook.gave_up', 'session.created'] });
      await store.trace.page(account, { limit: 20, order, types: ['session.paid'], after: MIDDLE_EVENT_ID });
      await store.trace.page(account, { limit: 20, order, types: ['webhook.gave_up', 'session.expired'] });
      await store.trace.page(account, { limit: 20, order, sessionId: id });
    }
    await store.trace.get(account, MIDDLE_EVENT_ID);
    await store.dueWork();
    await store.transact({ account, lock: [ref('session', id)] }, () => ({
      result: null,
      deletes: [ref('session', id)],
    }));
  }
  const clock = { offsetMs: days * ONE_DAY_MS, frozenAt: null };
  await store.transact({ account: 'a7', lock: [ref('account', 'a7')] }, () => ({
    result: null,
    puts: [put('account', 'a7', { id: 'a7', shortName: 'a7', clock } as never)],
  }));
  await store.whenCaughtUp('a7');
  await store.exportAccount('a8', {
    kinds: ['session', 'delivery'],
    maxRecords: 1,
    maxBytes: 1,
    withEvents: true,
  });
  await store.exportAccount('a9', {
    kinds: ['session', 'delivery'],
    maxRecords: 100_000,
    maxBytes: 1e9,
    withEvents: false,
  });
  await store.usageOf('a8');
}

function isException(text: string): boolean {
  return exceptions.some((one) => text.includes(one.text));
}

/** Returns the number of rows and index entries that a plan read, used or not. */
function countReadRows(node: Node): number {
  const type = node['Node Type'];
  const isScan =
    type === 'Bitmap Index Scan' || (node['Relation Name'] !== undefined && type.endsWith('Scan'));
  const rows =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const ownRows = isScan ? rows * (node['Actual Loops'] ?? 1) : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + countReadRows(child), ownRows);
}

/** Returns the number of rows that a plan returned or wrote, at least one. */
function countReturnedRows(node: Node): number {
  const writtenRows = (one: Node): number =>
    (one['Node Type'] === 'ModifyTable' ? (one.Plans?.[0]?.['Actual Rows'] ?? 0) : 0) +
    (one.Plans ?? []).reduce((sum, child) => sum + writtenRows(child), 0);
  return Math.max(1, node['Actual Rows'] ?? 0, writtenRows(node));
}
