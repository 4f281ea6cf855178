import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { commandFor, environmentOfProcess, programName } from './cli-context.ts';

describe('programName', () => {
  const nameOfProgram = (script: string, env: Record<string, string> = {}) =>
    programName({ argv: ['node', script], env, cwd: () => '/home/dev' }, 'sim');

  it("doesn't name another author's package when relay is called through npx", () => {
    const relay = { argv: ['node', '/x/.bin/relay'], env: { npm_command: 'exec' }, cwd: () => '/home/dev' };
    expect(programName(relay, 'relay')).toBe('npx sim relay');
  });

  it("doesn't name a package of the registry when svc-relay is called through npx", () => {
    const relay = {
      argv: ['node', '/x/.bin/svc-relay'],
      env: { npm_command: 'exec' },
      cwd: () => '/home/dev',
    };
    expect(programName(relay, 'svc-relay')).toBe('svc-relay');
  });

  it("returns sim if the program is relay, which can't start a simulator", () => {
    const argv = (script: string) => ['node', script];
    const programOf = (script: string) =>
      programName({ argv: argv(script), env: {}, cwd: () => '/home/dev' }, 'sim');
    expect(programOf('/home/dev/bin/relay.js')).toBe('node bin/sim.js');
    expect(programOf('/usr/local/bin/relay')).toBe('sim');
  });

  it.each([
    ['through npx', nameOfProgram('/x/.bin/sim', { npm_command: 'exec' }), 'npx sim'],
    ['in an npm script', nameOfProgram('/x/bin/sim.js', { npm_command: 'run-script' }), 'npx sim'],
    ['from the PATH', nameOfProgram('/usr/local/bin/sim'), 'sim'],
    ['with node', nameOfProgram('/home/dev/bin/sim.js'), 'node bin/sim.js'],
    [
      'with node, from elsewhere',
      nameOfProgram('/opt/my sim/bin/sim.js'),
      "node '../../opt/my sim/bin/sim.js'",
    ],
  ])('returns a command that can be pasted if the program was called %s', (_how, name, expected) => {
    expect(name).toBe(expected);
  });
});

describe('environmentOfProcess', () => {
  it('distinguishes a living process from an unknown one', () => {
    const { isAlive } = environmentOfProcess(process, 'sim');
    expect(isAlive(process.pid)).toBe(true);
    expect(isAlive(1)).toBe(true);
    expect(isAlive(2 ** 30)).toBe(false);
  });

  it('reports a killed process as dead even if its parent never collects it', async () => {
    // `exec` replaces the shell with a program that doesn't collect the shell's child process.
    const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(shell.stdout, 'data');
    const pid = Number(line);
    const { isAlive } = environmentOfProcess(process, 'sim');
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
    shell.kill('SIGKILL');
    await once(shell, 'exit');
  });

  it('ignores a closed terminal once nothing listens for its signal', () => {
    const signals = new EventEmitter();
    const argv = ['node', 'sim'];
    const { onStopSignal } = environmentOfProcess(
      Object.assign(signals, { argv, env: {}, cwd: () => '/', stdout: {}, stderr: {} }) as never,
      'sim',
    );
    const heardSignals: string[] = [];
    const release = onStopSignal((signal) => heardSignals.push(signal));
    signals.emit('SIGHUP', 'SIGHUP');
    release();
    // Without a listener the signal would end the process.
    expect(signals.emit('SIGHUP', 'SIGHUP')).toBe(true);
    expect(signals.emit('SIGTERM', 'SIGTERM')).toBe(false);
    expect(heardSignals).toEqual(['SIGHUP']);
  });

  it('creates a different valid password each time', () => {
    const { randomPassword } = environmentOfProcess(process, 'sim');
    expect(randomPassword()).toMatch(/^[\w-]{20}$/);
    expect(randomPassword()).not.toBe(randomPassword());
  });
});

it('runs a program directly, and through a shell on Windows, where npm is a script', () => {
  const words = ['npm', 'run', 'test', '--', 'two words', 'a "b"', 'a&b'];
  expect(commandFor('linux', words)).toEqual({ command: words, shell: false });
  expect(commandFor('win32', words)).toEqual({
    command: ['npm', 'run', 'test', '--', '"two words"', '"a ""b"""', '"a&b"'],
    shell: true,
  });
});
