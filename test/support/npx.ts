import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { listenOnFreePort } from './listening.ts';
import { root } from './program.ts';
import { scratchFolder } from './scratch.ts';
import { type RanHere, runSimHere } from './sim-here.ts';

/**
 * Creates a directory for the PATH in which `sim` and `npx sim` run this repository's program. Most commands
 * run in this process, because starting Node takes most of their time. Long-running commands start a process.
 */
export async function createFakeNpx(): Promise<string> {
  const calls = scratchFolder();
  const server = createServer((socket) => {
    socket.once('data', async (line) => {
      const call = String(line).trim();
      const { code, said } = await resultOfCall(call);
      for (const [at, [, text]] of said.entries()) writeFileSync(`${call}/${at}`, text);
      const commands = said.map(([stream], at) => `cat "$call/${at}" >&${stream === 'stdout' ? 1 : 2}\n`);
      writeFileSync(`${call}/said`, commands.join(''));
      socket.end(`${code}\n`);
    });
  });
  const port = await listenOnFreePort(server);
  const programs = join(scratchFolder(), 'bin');
  mkdirSync(programs);
  const script = `#!/bin/bash
case " $* " in
" start "* | " relay "* | " listen "* | " exec "* | *" --follow "* | *" --auto "*) exec "${process.execPath}" "${root}bin/sim.js" "$@" ;;
esac
call=$(mktemp -d "${calls}/XXXXXX")
printf '%s\\0' "$PWD" "$@" >"$call/words"
env -0 >"$call/env"
case " $* " in *" - "*) cat >"$call/stdin" ;; *) : >"$call/stdin" ;; esac
exec 3<>/dev/tcp/127.0.0.1/${port}
echo "$call" >&3
read -r code <&3
. "$call/said"
exit "$code"
`;
  const npx = `#!/bin/sh\nwhile [ "$1" != sim ]; do shift; done\nshift\nexec "${programs}/sim" "$@"\n`;
  for (const [name, text] of Object.entries({ sim: script, npx })) {
    writeFileSync(join(programs, name), text);
    chmodSync(join(programs, name), 0o755);
  }
  return programs;
}

/** Runs a command whose arguments, environment and input are in files of the directory `call`. */
function resultOfCall(call: string): Promise<RanHere> {
  const linesIn = (name: string) => readFileSync(join(call, name), 'utf8').split('\0').slice(0, -1);
  const [cwd = '', ...words] = linesIn('words');
  const env = Object.fromEntries(linesIn('env').map((line) => line.split(/=(.*)/s, 2)));
  return runSimHere(words, { cwd, env, input: readFileSync(join(call, 'stdin')) });
}
