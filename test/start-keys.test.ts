import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';

/** A shell at a terminal that runs something between two looks at the terminal's settings. */
const between = (command: string) => `stty -a > before; ${command}; stty -a > after`;
const start = `'${process.execPath}' '${root}bin/sim.js' start --port 0 --ephemeral`;

/** Runs a script in a shell on a terminal of its own (`script` is of util-linux). */
function terminal(script: string) {
  const folder = scratchFolder();
  const shell = startProgram('script', ['-qefc', `exec bash -c "${script}"`, '/dev/null'], {
    cwd: folder,
    env: { NO_COLOR: '1' },
    keepsInput: true,
  });
  return { shell, settings: (name: string) => readFileSync(join(folder, name), 'utf8') };
}

it.each(['q', '\u0003'])(
  'sim start on a terminal listens to single keys until %j, and gives the terminal back',
  async (key) => {
    const { shell, settings } = terminal(between(start));
    await shell.lines.first((line) => line.includes('o console'), 'the keys');
    shell.type('?');
    await shell.lines.first((line) => line.includes('pay the newest session'), 'what they do');
    shell.type('s');
    await shell.lines.first((line) => line.includes('session.created'), 'a session');
    // A terminal that shows what is typed would have it at the beginning of a line.
    expect(shell.stdout()).not.toMatch(/^\?/m);
    shell.type(key);
    await shell.exited;
    expect(settings('before')).toContain('icanon');
    expect(settings('after')).toBe(settings('before'));
  },
);

it('sim start in the background of a terminal runs on, and leaves the terminal alone', async () => {
  const { shell, settings } = terminal(
    between(`set -m; ${start} & read -r line; jobs -s > stopped; kill %1; wait`),
  );
  await shell.lines.first((line) => line.includes('prints the credentials'), 'the end of the banner');
  shell.type('\n');
  await shell.exited;
  expect(settings('stopped')).toBe('');
  expect(settings('after')).toBe(settings('before'));
  expect(shell.stdout()).not.toContain('o console');
});
