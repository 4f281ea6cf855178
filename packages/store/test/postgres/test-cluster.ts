import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';

const INSTALLED = '/usr/lib/postgresql';
const TEMPLATE = 'svc_template';
export const CLUSTERS = 'SIM_TEST_CLUSTERS';

/** Turns durability off, which saves time; the databases of tests exist only for seconds. */
const FAST_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=300',
  'shared_buffers=32MB',
];

let sharedCluster: Promise<TestCluster> | null = null;

/** A PostgreSQL server in its own directory, which ends with the test's process at the latest. */
export class TestCluster {
  readonly #folder: string;
  readonly #bin: string;
  #server: ChildProcess | null = null;
  readonly #settings: readonly string[];
  #databases = 0;
  #template: Promise<void> | null = null;

  private constructor(folder: string, bin: string, settings: readonly string[]) {
    this.#folder = folder;
    this.#bin = bin;
    this.#settings = settings;
  }

  /** Returns a server that the test files of this process share, for tests that only need databases. */
  static shared(): Promise<TestCluster> {
    sharedCluster ??= TestCluster.start();
    return sharedCluster;
  }

  /** Starts a server. If `settings` is empty, the server uses its own defaults. */
  static async start(settings: readonly string[] = FAST_SETTINGS): Promise<TestCluster> {
    const folder = mkdtempSync(join(process.env[CLUSTERS] ?? tmpdir(), 'sim-postgres-'));
    const cluster = new TestCluster(folder, newestBin(), settings);
    cluster.#initialise();
    await cluster.resume();
    return cluster;
  }

  url(database: string): string {
    return `postgres://postgres@${encodeURIComponent(join(this.#folder, 'run'))}/${database}`;
  }

  /**
   * Creates a database and returns its URL. `prepare` runs only once, on a template. Each database is a copy
   * of the template, which takes a tenth of the time.
   */
  async database(prepare?: (url: string) => Promise<void>, options = ''): Promise<string> {
    if (prepare) {
      this.#template ??= this.query(`create database ${TEMPLATE}`).then(() => prepare(this.url(TEMPLATE)));
      await this.#template;
    }
    const name = `test_${++this.#databases}`;
    await this.query(`create database ${name}${prepare ? ` template ${TEMPLATE}` : ` ${options}`}`);
    return this.url(name);
  }

  async drop(urls: readonly string[]): Promise<void> {
    for (const url of urls)
      await this.query(`drop database if exists ${url.slice(url.lastIndexOf('/') + 1)} with (force)`);
  }

  get pid(): number {
    const pid = this.#server?.pid;
    if (pid === undefined) throw new Error('the server does not run');
    return pid;
  }

  async query<R extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<readonly R[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query<R>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async halt(): Promise<void> {
    // Shortens the recovery at the next start.
    await this.query('checkpoint');
    await this.#kill();
  }

  async #kill(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server || server.exitCode !== null) return;
    const exit = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGQUIT');
    await exit;
  }

  async resume(): Promise<void> {
    const settings = [
      ...this.#settings,
      'listen_addresses=',
      `unix_socket_directories=${join(this.#folder, 'run')}`,
    ];
    const server = spawn(
      ...this.#asOwner(join(this.#bin, 'postgres'), [
        '-D',
        join(this.#folder, 'data'),
        ...settings.flatMap((one) => ['-c', one]),
      ]),
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#server = server;
    const lines: string[] = [];
    await new Promise<void>((resolve, reject) => {
      // Reads all lines, because the server stops if nobody reads its log.
      createInterface({ input: server.stderr }).on('line', (line) => {
        if (line.includes('ready to accept connections')) resolve();
        else if (lines.length < 100) lines.push(line);
      });
      server.once('error', reject);
      server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)));
    });
  }

  async stop(): Promise<void> {
    await this.#kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /**
   * Creates the files of the server. `initdb` runs once for all servers of a run; they copy its files, which
   * takes a tenth of the time.
   */
  #initialise(): void {
    giveToServer(this.#folder);
    this.#run('mkdir', ['-p', join(this.#folder, 'run')]);
    const data = join(this.#folder, 'data');
    const clusters = process.env[CLUSTERS];
    if (clusters === undefined) {
      this.#makeFiles(data);
      return;
    }
    const files = join(clusters, 'files');
    if (!existsSync(files)) {
      const template = mkdtempSync(join(clusters, 'made-'));
      giveToServer(template);
      this.#makeFiles(join(template, 'data'));
      // Another process of the run might have created the link first.
      if (!existsSync(files)) symlinkSync(template, files);
    }
    this.#run('cp', ['-R', join(files, 'data'), data]);
  }

  #makeFiles(data: string): void {
    const options = ['--auth=trust', '--username=postgres', '--no-sync', '--encoding=UTF8', '--locale=C'];
    this.#run(join(this.#bin, 'initdb'), ['-D', data, ...options]);
  }

  #run(program: string, args: readonly string[]): void {
    const { status, stderr, error } = spawnSync(...this.#asOwner(program, args), { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
  }

  /**
   * Returns a command that runs as `postgres` if this user is root, because the server refuses to run as
   * root. The command ends with its parent.
   */
  #asOwner(program: string, args: readonly string[]): [string, string[]] {
    if (process.getuid?.() !== 0) return ['setpriv', ['--pdeathsig=QUIT', program, ...args]];
    const owner = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig=QUIT'];
    return ['setpriv', [...owner, program, ...args]];
  }
}

function giveToServer(folder: string): void {
  chmodSync(folder, 0o711);
  if (process.getuid?.() !== 0) return;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  chownSync(folder, id('-u'), id('-g'));
}

function newestBin(): string {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : [];
  const [newest] = versions
    .filter((version) => existsSync(join(INSTALLED, version, 'bin', 'initdb')))
    .sort((a, b) => Number(b) - Number(a));
  if (newest === undefined) {
    throw new Error(
      'these tests need a PostgreSQL server; install it (Debian, Ubuntu: sudo apt-get install postgresql)',
    );
  }
  return join(INSTALLED, newest, 'bin');
}
