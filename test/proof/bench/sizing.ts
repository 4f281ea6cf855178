import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../../../packages/store/test/postgres/test-cluster.ts';
import { buttonBody, openAccount } from '../../support/api.ts';
import { type Figure, processorMs } from './figures.ts';
import type { RelaysRequest } from './load/relays.ts';
import type { Team, TeamsFigures, TeamsRequest } from './load/teams.ts';
import { startSimulator } from './simulator.ts';
import { Worker } from './workers.ts';

const SESSIONS_PER_MINUTE = 6;
/** `SIM_SIZING_TEAMS=3 SIM_SIZING_SECONDS=5` tries the bench out. Real figures need minutes. */
const SIZES = (process.env.SIM_SIZING_TEAMS ?? '10,100,300').split(',').map(Number);
const SECONDS = Number(process.env.SIM_SIZING_SECONDS ?? 120);
const WARM_UP_SECONDS = SECONDS / 4;
const DAY_SECONDS = 86_400;
const MIB = 2 ** 20;

/**
 * Measures what one hosted instance and its database need for 10, 100 and 300 teams. Each team creates and
 * pays six sessions a minute, has a relay, and reads its console.
 */
export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of SIZES) figures.push(...(await measureTeams(size)));
  figures.push({ figure: 'cores, which all of it shares', ours: availableParallelism(), unit: '' });
  return figures;
}

async function measureTeams(size: number): Promise<Figure[]> {
  const cluster = await TestCluster.start([]);
  const load = new Worker<string, TeamsRequest, TeamsFigures>('load/teams.ts');
  const relays = new Worker<string, RelaysRequest, number>('load/relays.ts');
  const url = await cluster.database();
  const database = url.slice(url.lastIndexOf('/') + 1);
  const instance = await startSimulator('--database', url, '--hosted', '--trusted-proxy', '127.0.0.1');
  try {
    const teams: Team[] = [];
    for (let number = 0; number < size; number++) teams.push(await createTeam(instance.url, number));
    await relays.ready;
    await relays.ask({ connect: teams.map(({ token }) => ({ url: instance.url, token })) });
    await load.ready;
    await load.ask({ origin: instance.url, teams, sessionsPerMinute: SESSIONS_PER_MINUTE });
    await pause(WARM_UP_SECONDS * 1000);
    const read = async () => ({
      instanceMs: processorMs(instance.pid),
      databaseMs: processorMs(cluster.pid),
      storedBytes: await readDatabaseBytes(cluster, database),
    });
    await load.ask({ read: true });
    const before = await read();
    const startMs = performance.now();
    await pause(SECONDS * 1000);
    const { requests, p95Ms } = await load.ask({ read: true });
    const elapsedMs = performance.now() - startMs;
    const after = await read();
    await load.ask({ stop: true });
    const shareOf = (name: 'instanceMs' | 'databaseMs') => ((after[name] - before[name]) / elapsedMs) * 100;
    const storedMib = (after.storedBytes - before.storedBytes) / MIB;
    return [
      { figure: `${size} teams: requests`, ours: (requests / elapsedMs) * 1000, unit: '/s' },
      { figure: '  memory of the instance', ours: residentBytes(instance.pid) / MIB, unit: 'MiB' },
      { figure: '  processor, instance', ours: shareOf('instanceMs'), unit: '% of a core' },
      { figure: '  processor, database', ours: shareOf('databaseMs'), unit: '% of a core' },
      { figure: '  95% of the responses within', ours: p95Ms, unit: 'ms' },
      {
        figure: '  growth of the database',
        ours: (storedMib / elapsedMs) * 1000 * DAY_SECONDS,
        unit: 'MiB a day',
      },
    ];
  } finally {
    load.stop();
    relays.stop();
    await instance.stop();
    await cluster.stop();
  }
}

/** Creates a team with its own address, because an address can register only a few accounts a minute. */
async function createTeam(url: string, number: number): Promise<Team> {
  const headers = { 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` };
  const account = await openAccount(url, `sizing-team-${number}`, headers);
  const { token, console_token: consoleToken, agreement_id } = account;
  const body = JSON.stringify(buttonBody(agreement_id, { webhook_url: 'http://localhost:3000/webhooks' }));
  return { token, consoleToken, body, headers };
}

async function readDatabaseBytes(cluster: TestCluster, database: string): Promise<number> {
  const [row] = await cluster.query<{ bytes: string }>(`select pg_database_size('${database}') as bytes`);
  return Number(row?.bytes);
}

function residentBytes(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}
