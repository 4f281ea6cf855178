import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSession } from './support/api.ts';
import { createFakeNpx } from './support/npx.ts';
import { root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const page = readFileSync(`${root}docs/en/completion.md`, 'utf8');

describe('completion in bash', () => {
  it('completes commands, options and their values', async () => {
    const { complete } = await shell();
    expect(await complete('sim sess')).toEqual(['session']);
    expect(await complete('sim session ')).toEqual(['create', 'list', 'show', 'pay', 'wait', 'expire']);
    expect(await complete('sim outcome x --out')).toEqual(['--outcome']);
    expect(await complete('sim outcome x --outcome p')).toEqual(['paid']);
    // bash replaces only the text after the last `=` or `:`, so suggestions must not repeat the rest.
    expect(await complete('sim outcome x --outcome=p')).toEqual(['paid']);
    expect(await complete('sim wait webhook.delivered:ac')).toEqual([
      'accredited',
      'accreditation_to_recipient_failed',
    ]);
    expect(await complete('sim strat ')).toEqual([]);
  });

  it('executes no code in the command line that it completes', async () => {
    const { complete, folder, ls } = await shell();
    await complete(`sim outcome "$(touch ${folder}/run)" '; touch ${folder}/run ;' --o`);
    expect(ls()).not.toContain('run');
  });

  it('suggests the sessions of the running simulator, or none if no simulator is running', async () => {
    const { complete, folder } = await shell();
    const simulator = await startSimulator({ dataDir: `${folder}/.sim` });
    const { id } = await openSession(simulator);
    expect(await complete('sim session pay ')).toEqual([id]);
    await simulator.stop();
    expect(await complete('sim session pay ')).toEqual([]);
  });

  it('completes sim and relay in the same shell', async () => {
    const { bash } = await shell();
    const { stdout, stderr } = await bash(
      'source <(sim completion bash)\nsource <(relay completion bash)\ncomplete -p sim relay',
    );
    expect([stdout, stderr]).toEqual([
      'complete -o default -F __sim_complete sim\ncomplete -o default -F __relay_complete relay\n',
      '',
    ]);
  });

  it('completes a command at the prompt', async () => {
    const { bash } = await shell();
    const keys = 'source <(sim completion bash)\\nsim sess\\tcrea\\t--he\\t\\nexit\\n';
    const { stdout } = await bash(`printf '${keys}' | script -qec 'bash --norc --noprofile -i' /dev/null`);
    expect(stdout).toContain('Usage: sim session create [options]');
  });
});

describe('completion in other shells', () => {
  it('suggests commands with descriptions in fish', async () => {
    const { bash, folder } = await shell('sim');
    await bash('sim completion fish > script');
    const completeInFish = async (line: string) =>
      (await bash(`fish --no-config -c "source ${folder}/script; complete -C '${line}'"`)).stdout;
    expect(await completeInFish('sim sess')).toBe('session\tcreate, pay and follow payment sessions\n');
    expect(await completeInFish('sim outcome x --outcome p')).toBe('paid\n');
    expect(await completeInFish('sim outcome x --outcome=p')).toBe('--outcome=paid\n');
    expect(await completeInFish('sim start --data scr')).toBe('script\n');
  });

  it('completes a command at the prompt of zsh', async () => {
    const { bash } = await shell('sim');
    // The keys configure zsh first. Otherwise its first prompt would ask for a configuration.
    const keys =
      'autoload -U compinit; compinit -u -D\nsource <(sim completion zsh)\nsim sess\tcrea\t--he\t\nexit\n';
    const { stdout } = await bash(`printf '${keys}' | TERM=dumb script -qec 'zsh -f -i' /dev/null`);
    expect(stdout).toContain('Usage: sim session create [options]');
  });
});

describe('docs/en/completion.md', () => {
  it("shows no setup command that sim completion --help doesn't print", async () => {
    const { bash } = await shell();
    const { stdout: help } = await bash('sim completion --help');
    const commands = [...page.matchAll(/^(?:echo|sim completion) .*$/gm)].map(([line]) => line);
    expect(commands.length).toBeGreaterThan(3);
    expect(commands.filter((line) => !help.includes(line))).toEqual([]);
  });
});

/**
 * Starts bash in a directory with `sim` and `relay` on the PATH. Programs in `names` run as real processes,
 * not through the faster stand-in.
 */
async function shell(...names: readonly string[]) {
  const folder = scratchFolder();
  const programs = await createFakeNpx();
  for (const name of ['relay', ...names]) {
    writeFileSync(
      `${programs}/${name}`,
      `#!/bin/sh\nexec "${process.execPath}" "${root}bin/${name}.js" "$@"\n`,
    );
    chmodSync(`${programs}/${name}`, 0o755);
  }
  const env = { PATH: `${programs}${delimiter}${process.env.PATH}`, HOME: folder };
  const bash = async (script: string) => {
    const run = startProgram('bash', ['--norc', '-uc', script], { cwd: folder, env });
    await run.exited;
    return { stdout: run.stdout(), stderr: run.stderr() };
  };
  /** Returns the suggestions of bash at the end of `line`, by calling its completion function directly. */
  const complete = async (line: string) => {
    const { stdout, stderr } = await bash(`source <(sim completion bash)
      COMP_LINE=${quoteWord(line)} COMP_POINT=${line.length} COMP_WORDS=(sim)
      __sim_complete sim
      printf '%s\\n' "\${COMPREPLY[@]}"`);
    expect(stderr).toBe('');
    return stdout.split('\n').filter((value) => value !== '');
  };
  return { folder, bash, complete, ls: () => readdirSync(folder) };
}

function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
