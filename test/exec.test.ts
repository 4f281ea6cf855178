import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFakeNpx } from './support/npx.ts';
import { root, runSim, startProgram, startSim } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { runSimHere } from './support/sim-here.ts';
import { runUnprivileged } from './support/unprivileged.ts';

const script = (text: string) => ['--', process.execPath, '-e', text];
/** Returns an environment in which `sim` is this repository's program. */
const withSim = async () => ({ PATH: `${await createFakeNpx()}:${process.env.PATH}` });

describe('sim exec', () => {
  it('starts a simulator for the command, and passes stdin, stdout and the exit code through', async () => {
    const { code, stdout, stderr } = await runSim([
      'exec',
      ...script(`(async () => {
      const { SIM_URL, SIM_TOKEN, SIM_CONSOLE_TOKEN, SIM_AGREEMENT_ID, SIM_MERCHANT_EMAIL, SIM_MERCHANT_PASSWORD } = process.env;
      const call = async (method, path, token, body) => (await fetch(SIM_URL + path, { method,
        headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' }, body: body && JSON.stringify(body) })).status;
      console.log(SIM_AGREEMENT_ID.slice(0, 4),
        await call('GET', '/console/keys', SIM_CONSOLE_TOKEN), await call('POST', '/control/reset', SIM_TOKEN),
        await call('POST', '/api/v1/merchants/auth/login', '', { email: SIM_MERCHANT_EMAIL, password: SIM_MERCHANT_PASSWORD }));
      process.exit(5);
    })()`),
    ]);
    expect(stdout).toBe('agr_ 200 200 200\n');
    expect(code).toBe(5);
    expect(stderr).toMatch(/^sim exec: .* ended with exit code 5; --trace-file FILE stores the trace\n$/);
  });

  it('adds the simulator to the NO_PROXY of the command, and keeps the existing entries', async () => {
    const env = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'corp.invalid', no_proxy: '' };
    const words = ['exec', ...script('console.log(process.env.NO_PROXY, process.env.no_proxy)')];
    const { stdout } = await runSim(words, { env });
    expect(stdout).toBe('corp.invalid,127.0.0.1 corp.invalid,127.0.0.1\n');
  });

  it('prints nothing and keeps no data when the command succeeds', async () => {
    const cwd = scratchFolder();
    const result = await runSimHere(['exec', ...script('0')], { cwd });
    expect(result).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(existsSync(`${cwd}/.sim`)).toBe(false);
  });

  it('runs a command whose sim commands find the simulator, even if other variables are set, and keeps the data', async () => {
    const cwd = scratchFolder();
    const others = { SIM_MOCK: 'http://127.0.0.1:1', SIM_KEY: 'wrong', SIM_PORT: '1', SIM_DATA: 'elsewhere' };
    const env = { ...others, ...(await withSim()) };
    const commands = [
      `SESSION=$(sim session create --json | grep -o '"id":"[^"]*"' | cut -d'"' -f4)`,
      'sim session pay "$SESSION" && sim wait accredited --session "$SESSION" --json',
      'sim expect webhook.delivered --session "$SESSION"',
    ];
    const words = [
      'exec',
      '--accreditation-delay',
      '0',
      '--trace-file',
      'out/trace.jsonl',
      '--',
      'sh',
      '-euc',
    ];
    const { code, stdout, stderr } = await runSim([...words, commands.join('\n')], { cwd, env });
    expect(code, stderr).toBe(1);
    expect(stdout).toContain('"type":"session.accredited"');
    expect(stderr).toContain('error: expected webhook.delivered');
    expect(stderr).toMatch(/ended with exit code 1; trace: \d+ events in out\/trace\.jsonl\n$/);
    const events = readFileSync(`${cwd}/out/trace.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type)).toContain('session.accredited');
    expect(events.every(({ account_id }) => /^acc_/.test(account_id))).toBe(true);
  });

  it('writes the trace to a file even if the command succeeds', async () => {
    const cwd = scratchFolder();
    const words = ['exec', '--trace-file', 'trace.txt', '--', 'sh', '-c', 'sim session create >/dev/null'];
    expect((await runSimHere(words, { cwd, env: await withSim() })).code).toBe(0);
    expect(readFileSync(`${cwd}/trace.txt`, 'utf8')).toMatch(/session\.created .* button · USD 10\.00/);
  });

  it('reports why webhooks did not arrive when the command fails', async () => {
    const cwd = scratchFolder();
    const url = 'http://127.0.0.1:1/webhooks';
    const fails = `sim trigger created --webhook-url ${url} --timeout 1500 >/dev/null 2>&1; exit 3`;
    const env = await withSim();
    const words = ['exec', '--trace-file', 'trace.txt', '--', 'sh', '-c', fails];
    const { code, stderr } = await runSimHere(words, { cwd, env });
    const cause = `created → ${url}: Nothing is listening on that address and port. Start the receiver`;
    expect(code).toBe(3);
    expect(stderr.trim().split('\n').at(-1)).toContain(cause);
    expect(readFileSync(`${cwd}/trace.txt`, 'utf8').trim().split('\n').at(-1)).toContain(cause);
    const report = await runSimHere(['exec', '--json', '--', 'sh', '-c', fails], { cwd, env });
    expect(JSON.parse(report.stderr)).toMatchObject({
      exit_code: 3,
      causes: [{ url, code: 'nothing_listens' }],
    });
  });

  it('forwards signals, lets the command decide how it ends, and reports which process was killed', async () => {
    const kind = startSim([
      'exec',
      ...script(`
      process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(9); });
      console.log('ready'); setInterval(() => {}, 1000);`),
    ]);
    await kind.lines.first((line) => line === 'ready');
    expect(await kind.stop()).toEqual({ code: 9, signal: null });
    expect(kind.stdout()).toContain('asked to stop');
    const killed = await runSimHere(['exec', '--json', ...script('process.kill(process.pid, "SIGKILL")')]);
    expect(killed.code).toBe(137);
    expect(JSON.parse(killed.stderr)).toMatchObject({ exit_code: 137, why: 'was stopped by SIGKILL' });
  });

  it("exits with 0 when the reader of the command's output has ended", async () => {
    const line = `"$0" "$1" exec -- sim trace --follow | head -1; echo "codes \${PIPESTATUS[*]}"`;
    const sim = [process.execPath, `${root}bin/sim.js`];
    const shell = startProgram('bash', ['-c', line, ...sim], { env: await withSim() });
    // The trace has only one event, so `sim trace` can't notice the closed pipe by writing another event.
    expect(await shell.lines.first((text) => text.startsWith('codes'))).toBe('codes 0 0');
    expect(shell.stdout()).toContain('account.registered');
  });

  it("exits with 127 for an unknown command and with 2 for no command, and explains why a command can't start", async () => {
    const none = await runSimHere(['exec', '--', 'no-such-command-anywhere']);
    expect([none.code, none.stderr.trim().split('\n').at(-1)]).toEqual([
      127,
      'sim exec: no-such-command-anywhere was not found; is it on the PATH?',
    ]);
    const folder = scratchFolder();
    chmodSync(folder, 0);
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const shut = await runUnprivileged(['exec', '--', 'no-such-command-anywhere'], { env });
    expect(shut.stderr).toContain('no-such-command-anywhere was not found');
    expect(shut.code).toBe(127);
    expect((await runSimHere(['exec'])).code).toBe(2);
    const rates = await runSimHere(['exec', '--rates', '{"USD":"x"}', '--', 'true']);
    expect(rates).toMatchObject({ code: 2, stdout: '' });
    expect(rates.stderr).toContain('USD must be a number');
  });

  it("exits with the code of the command, and reports that the trace can't be written", async () => {
    const words = ['exec', '--trace-file', '/dev/null/trace.txt'];
    const failure = await runSimHere([...words, ...script('process.exit(6)')]);
    expect(failure.code).toBe(6);
    expect(failure.stderr).toContain('error: the trace cannot be written to /dev/null/trace.txt');
    expect((await runSimHere([...words, ...script('0')])).code).toBe(1);
  });

  it('stores the data in the directory of --data', async () => {
    const cwd = scratchFolder();
    const env = await withSim();
    const words = (command: string) => ['exec', '--data', 'kept', '--', 'sh', '-c', command];
    expect((await runSimHere(words('sim session create >/dev/null'), { cwd, env })).code).toBe(0);
    const listing = await runSim(words('sim session list --json'), { cwd, env });
    expect(JSON.parse(listing.stdout)).toHaveLength(1);
  });
});
